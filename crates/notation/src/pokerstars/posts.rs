//! Blinds, antes, straddles and dead money: between the lists of a document and the lines of a text.

use super::Problem;
use super::line::Post;
use super::write::Unconvertible;
use crate::phh::{Amount, Hand, in_playing_order};
use kozyr_chips::{Chips, Scale};

/// What was posted, by player in playing order; read line by line.
pub(crate) struct Posted {
    pub(crate) antes: Vec<Chips>,
    pub(crate) blinds: Vec<Chips>,
    stacks: Vec<Chips>,
    /// What each has put in so far.
    put_in: Vec<Chips>,
    /// Antes that took the last chip.
    short_antes: Vec<usize>,
    /// The largest ante line.
    ante: Chips,
    small: Chips,
    big: Chips,
    /// The header of a limit game has the bets, and leaves the small blind open.
    is_limit: bool,
    small_blind: Option<usize>,
    big_blind: Option<usize>,
}

impl Posted {
    pub(crate) fn new(stacks: Vec<Chips>, [small, big]: [Chips; 2], is_limit: bool) -> Posted {
        let none = vec![Chips::ZERO; stacks.len()];
        Posted {
            antes: none.clone(),
            blinds: none.clone(),
            put_in: none,
            stacks,
            short_antes: Vec::new(),
            ante: Chips::ZERO,
            small: if is_limit { small.split(2).0 } else { small },
            big: if is_limit { small } else { big },
            is_limit,
            small_blind: None,
            big_blind: None,
        }
    }

    /// Somebody posted the small blind of this hand.
    pub(crate) fn has_small_blind(&self) -> bool {
        self.small_blind.is_some()
    }

    /// Reads one line.
    pub(crate) fn post(
        &mut self,
        player: usize,
        post: Post,
        amount: Chips,
        all_in: bool,
    ) -> Result<(), Problem> {
        self.put_in[player] += amount;
        match self.stacks[player].cmp(&self.put_in[player]) {
            std::cmp::Ordering::Less => {
                return Err(Problem::Post("the post is more than the player's stack: correct one of them"));
            }
            std::cmp::Ordering::Equal if !all_in => {
                return Err(Problem::AllIn("the post takes the last chip: add `and is all-in`"));
            }
            std::cmp::Ordering::Greater if all_in => {
                return Err(Problem::AllIn("the player has chips left: leave `and is all-in` out"));
            }
            _ => {}
        }
        let in_full = |blind: Chips| if all_in { blind.max(amount) } else { amount };
        match post {
            Post::Ante => {
                self.antes[player] += amount;
                self.ante = self.ante.max(amount);
                if all_in {
                    self.short_antes.push(player);
                }
                Ok(())
            }
            Post::SmallBlind if self.small_blind.is_none() && self.big_blind.is_none() => {
                if self.is_limit && !all_in {
                    self.small = amount;
                } else if amount != self.small && !all_in {
                    return Err(Problem::Post(
                        "the small blind is not the one in the header: correct one of them",
                    ));
                }
                self.small_blind = Some(player);
                self.set_blind(player, if all_in { self.small.max(amount) } else { amount })
            }
            // After the big blind it is a missed one, and dead.
            Post::SmallBlind => {
                self.antes[player] += amount;
                Ok(())
            }
            Post::BigBlind if self.big_blind.is_none() => {
                if amount != self.big && !all_in {
                    return Err(Problem::Post(
                        "the big blind is not the one in the header: correct one of them",
                    ));
                }
                self.big_blind = Some(player);
                self.set_blind(player, in_full(self.big))
            }
            Post::BigBlind => self.set_blind(player, -amount),
            Post::Both => {
                let dead = self.small.min(amount);
                self.antes[player] += dead;
                if amount == dead {
                    return Ok(());
                }
                self.set_blind(player, dead - amount)
            }
            Post::Straddle if amount <= self.big => {
                Err(Problem::Post("a straddle is more than the big blind: correct the amount"))
            }
            Post::Straddle => self.set_blind(player, amount),
        }
    }

    fn set_blind(&mut self, player: usize, blind: Chips) -> Result<(), Problem> {
        if !self.blinds[player].is_zero() {
            return Err(Problem::Post("the player has posted a blind already: leave one of the lines out"));
        }
        self.blinds[player] = blind;
        Ok(())
    }

    /// What no line says: the ante or blind of somebody whose last chip went before it. Whose blind it is the summary
    /// says, and it must say what the lines say.
    pub(crate) fn complete(&mut self, tags: &[(u64, usize, Post)]) -> Result<(), (u64, Problem)> {
        for &player in &self.short_antes {
            self.antes[player] = self.antes[player].max(self.ante);
        }
        for &(line, player, post) in tags {
            let Posted { small_blind, big_blind, blinds, short_antes, small, big, .. } = self;
            let (place, blind) =
                if post == Post::SmallBlind { (small_blind, *small) } else { (big_blind, *big) };
            match *place {
                Some(posted) if posted == player => {}
                None if short_antes.contains(&player) && blinds[player].is_zero() => {
                    blinds[player] = blind;
                    *place = Some(player);
                }
                _ => {
                    return Err((
                        line,
                        Problem::Post(
                            "no line says that the player posted that blind: add it, or correct the summary",
                        ),
                    ));
                }
            }
        }
        Ok(())
    }
}

/// A line to be written: who, what, how much, all-in or not.
pub(crate) type PostLine = (usize, Post, Chips, bool);

/// The posts of a document as lines.
pub(crate) struct Posts {
    pub(crate) lines: Vec<PostLine>,
    pub(crate) small_blind: Option<usize>,
    pub(crate) big_blind: Option<usize>,
    /// The stakes in the header, which may be finer than any chip in play.
    pub(crate) stakes: [Amount; 2],
}

/// Who posts which blind.
#[derive(Default)]
struct Places {
    small_blind: Option<usize>,
    big_blind: Option<usize>,
}

impl Posts {
    pub(crate) fn of(document: &Hand, scale: Scale) -> Result<Posts, Unconvertible> {
        let players = document.player_count();
        let list = |amounts: &[Amount]| {
            in_playing_order(amounts.iter().map(|amount| amount.to_chips(scale)), players)
                .map_err(|_| Unconvertible::Amounts)
        };
        let (antes, blinds) = (list(&document.antes)?, list(&document.blinds_or_straddles)?);
        let stacks = document.starting_stacks.iter().map(|stack| stack.to_chips(scale));
        let stacks: Vec<Chips> = stacks.collect::<Result<_, _>>().map_err(|_| Unconvertible::Amounts)?;
        let bet = document.min_bet.or(document.small_bet).ok_or(Unconvertible::Stakes)?;
        let big = bet.to_chips(scale).map_err(|_| Unconvertible::Amounts)?;
        let places = places(&blinds, big)?;
        let small = match places.small_blind {
            Some(player) => Amount::from_chips(blinds[player], scale).map_err(|_| Unconvertible::Amounts)?,
            None => small_blind(document).filter(|small| *small <= bet).map_or_else(|| half(bet), Ok)?,
        };
        let mut posts = Posts {
            lines: Vec::new(),
            small_blind: places.small_blind,
            big_blind: places.big_blind,
            stakes: match document.big_bet {
                Some(big_bet) => [bet, big_bet],
                None => [small, bet],
            },
        };
        // A small blind finer than the smallest chip is nobody's.
        let small = small.to_chips(scale).unwrap_or(Chips::ZERO);
        posts.list(&antes, &blinds, &stacks, small, big)?;
        Ok(posts)
    }

    fn list(
        &mut self,
        antes: &[Chips],
        blinds: &[Chips],
        stacks: &[Chips],
        small: Chips,
        big: Chips,
    ) -> Result<(), Unconvertible> {
        let everybodys = antes.iter().copied().min().unwrap_or_default();
        let (mut first, mut middle, mut last) = (Vec::new(), Vec::new(), Vec::new());
        for player in 0..stacks.len() {
            let (stack, ante, blind) = (stacks[player], antes[player], blinds[player]);
            let ante_paid = ante.min(stack);
            let blind_paid = blind.abs().min(stack - ante_paid);
            let dead = ante - everybodys;
            let covered = ante + blind.abs() <= stack;
            let missed = covered
                && dead == small
                && dead.is_positive()
                && !blind.is_positive()
                && self.big_blind.is_some();
            let both = missed && -blind == big;
            let ante_line = if missed { everybodys } else { ante_paid };
            let mut left = stack;
            let mut line = |post, amount: Chips| {
                left -= amount;
                (player, post, amount, left.is_zero())
            };
            if ante_line.is_positive() {
                first.push(line(Post::Ante, ante_line));
            }
            if both {
                last.push(line(Post::Both, dead - blind));
                continue;
            }
            let post = self.blind(player, blind, big);
            // Also one of which nothing was paid, because the ante took the last chip: everybody owes it in full.
            if post == Post::Straddle && blind_paid < blind {
                return Err(Unconvertible::ShortStraddle);
            }
            if blind_paid.is_positive() {
                let line = line(post, blind_paid);
                if blind.is_positive() && post != Post::Straddle {
                    middle.push(line);
                } else {
                    last.push(line);
                }
            }
            if missed {
                last.push(line(Post::SmallBlind, dead));
            }
        }
        // The small blind comes first, wherever it sits.
        middle.sort_by_key(|(_, post, _, _)| *post != Post::SmallBlind);
        let has_big_blind = middle.iter().any(|(_, post, _, _)| *post == Post::BigBlind);
        // Without a big blind before it, a missed one would be taken for one.
        let is_blind = |post: &Post| matches!(post, Post::SmallBlind | Post::BigBlind);
        if !has_big_blind && last.iter().any(|(_, post, _, _)| is_blind(post)) {
            return Err(Unconvertible::PostWithoutBigBlind);
        }
        self.lines = [first, middle, last].concat();
        Ok(())
    }

    fn blind(&self, player: usize, blind: Chips, big: Chips) -> Post {
        if self.small_blind == Some(player) {
            Post::SmallBlind
        } else if blind > big {
            Post::Straddle
        } else {
            Post::BigBlind
        }
    }
}

/// `_blinds = [small, big]`, where nobody posts the small one.
fn small_blind(document: &Hand) -> Option<Amount> {
    let amount = document.user_field("_blinds")?.as_array()?.first()?.as_amount()?;
    Some(amount).filter(|amount| !amount.is_negative() && !amount.is_infinite())
}

/// Half of it, exactly.
fn half(amount: Amount) -> Result<Amount, Unconvertible> {
    let decimal = amount.decimal().ok_or(Unconvertible::Amounts)?;
    let (units, places) = decimal.parts();
    let half =
        if units % 2 == 0 { Amount::new(units / 2, places) } else { Amount::new(units * 5, places + 1) };
    half.map_err(|_| Unconvertible::Amounts)
}

/// Who posts the small and the big blind, where that can be told.
pub(crate) fn blind_places(document: &Hand) -> [Option<usize>; 2] {
    let scale = document.scale();
    let blinds = document.blinds_or_straddles.iter().map(|amount| amount.to_chips(scale));
    let blinds = in_playing_order(blinds, document.player_count());
    let big = document.min_bet.or(document.small_bet).and_then(|bet| bet.to_chips(scale).ok());
    match (blinds, big) {
        (Ok(blinds), Some(big)) => {
            places(&blinds, big).map_or([None; 2], |at| [at.small_blind, at.big_blind])
        }
        _ => [None; 2],
    }
}

fn places(blinds: &[Chips], big: Chips) -> Result<Places, Unconvertible> {
    let of = |fits: &dyn Fn(Chips) -> bool| -> Vec<usize> {
        (0..blinds.len()).filter(|&player| blinds[player].is_positive() && fits(blinds[player])).collect()
    };
    let (smaller, equal) = (of(&|blind| blind < big), of(&|blind| blind == big));
    match (&smaller[..], &equal[..]) {
        ([], []) => Ok(Places::default()),
        (&[small], []) => Ok(Places { small_blind: Some(small), big_blind: None }),
        ([], &[big]) => Ok(Places { small_blind: None, big_blind: Some(big) }),
        // Heads-up the small blind is the second in the list.
        ([], &[big, small]) if blinds.len() == 2 => {
            Ok(Places { small_blind: Some(small), big_blind: Some(big) })
        }
        (&[small], &[big]) | ([], &[small, big]) => {
            Ok(Places { small_blind: Some(small), big_blind: Some(big) })
        }
        _ => Err(Unconvertible::Blinds),
    }
}
