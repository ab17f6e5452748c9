//! From one hand to the next: who goes, who is dealt in, who posts what, who owes what.

use super::places::{Places, between, clockwise, passed_or_reached};
use super::{ButtonStyle, Entry, Intent, ReturnPost, Seating, Seats, Sitter, Standing};
use crate::{Hand, MAX_PLAYERS, PerPlayer, Rules, SetupError};
use kozyr_card_game::{Seat, SeatSet};
use kozyr_chips::Chips;

/// What one player puts in before the cards. Amounts are nominal: a short stack posts what it has.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize), serde(rename_all = "camelCase"))]
pub struct Post {
    /// Whose.
    pub seat: Seat,
    /// Their ante.
    pub ante: Chips,
    /// Their blind; negative is a live post of that size outside the blinds, as in the rules of a hand.
    pub blind: Chips,
    /// Missed blinds, paid into the pot; already taken from their stack.
    pub dead: Chips,
}

impl Post {
    /// Starts a hand with these posts, in the order the players act after the flop.
    ///
    /// Missed blinds are played as an ante of whoever paid them, on the stack they had before: that is how they
    /// come to lie in the pot, open to everybody, and how other tools agree on the result.
    pub fn start(posts: &[Post], rules: Rules, stacks: &[Chips]) -> Result<Hand, SetupError> {
        let players = posts.len();
        if players > MAX_PLAYERS || players != stacks.len() {
            return Err(SetupError::Players(players));
        }
        let before: PerPlayer<Chips> =
            posts.iter().zip(stacks).map(|(post, &stack)| stack + post.dead).collect();
        Hand::start(&Post::rules(posts, rules), &before)
    }

    /// The table's rules with blinds and antes of these posts, for stacks from before missed blinds were paid.
    pub fn rules(posts: &[Post], mut rules: Rules) -> Rules {
        rules.blinds = posts.iter().map(|post| post.blind).collect();
        rules.antes = posts.iter().map(|post| post.ante + post.dead).collect();
        // Antes in layers would leave a missed blind to its payer alone; dead money is everybody's.
        rules.ante_trimming &= posts.iter().all(|post| post.dead.is_zero());
        rules
    }
}

/// A hand that can be dealt.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Deal {
    /// Where button and blinds are.
    pub places: Places,
    /// Who is dealt in, in the order they act after the flop: clockwise from the button's left.
    pub posts: Vec<Post>,
    /// Who straddles; their blind is the straddle.
    pub straddle: Option<Seat>,
}

impl Deal {
    /// Starts the hand with the stacks the players have after paying missed blinds, in the order of the posts.
    /// The rules are the table's; blinds and antes come from the posts.
    pub fn start(&self, rules: Rules, stacks: &[Chips]) -> Result<Hand, SetupError> {
        Post::start(&self.posts, rules, stacks)
    }

    /// Who posts the small blind; nobody when it is dead.
    pub fn small_blind(&self) -> Option<Seat> {
        let others = [Some(self.places.big_blind), self.straddle];
        let posts = |post: &&Post| post.blind.is_positive() && !others.contains(&Some(post.seat));
        self.posts.iter().find(posts).map(|post| post.seat)
    }

    /// All missed blinds that lie in the pot.
    pub fn dead(&self) -> Chips {
        self.posts.iter().map(|post| post.dead).sum()
    }
}

/// What follows a hand.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct NextHand {
    /// The table now: whoever is dealt in is in, everybody else is out.
    pub table: Seating,
    /// Who left, with their chips; debts are forgiven.
    pub gone: Vec<Sitter>,
    /// The hand, unless fewer than two could play: then the table waits, and nothing has moved.
    pub deal: Option<Deal>,
}

impl Seating {
    /// Moves on to the next hand: stacks are those the last one ended with.
    ///
    /// # Panics
    /// When the table is not one: two people in a seat, a seat it has not, blinds below nothing.
    pub fn next_hand(&self) -> NextHand {
        self.audit();
        let mut table = self.clone();
        let leaving = |sitter: &Sitter| sitter.standing.intent() == Intent::Leave;
        let gone = table.sitters.iter().copied().filter(leaving).collect();
        table.sitters.retain(|sitter| !leaving(sitter));
        table.assign();
        for sitter in table.sitters.iter_mut().filter(|sitter| !sitter.stack.is_positive()) {
            let need = sitter.standing.debt() + self.stakes.ante_of(false);
            sitter.show_out(need);
        }
        let dealt = table.deal_in();
        let deal = dealt.map(|(dealt, places)| table.open(dealt, places));
        if deal.is_none() {
            table.sitters.iter_mut().for_each(Sitter::take_hold);
        }
        NextHand { table, gone, deal }
    }

    fn audit(&self) {
        assert!((2..=Seating::MOST_SEATS).contains(&self.seats), "a table has 2 to 10 seats");
        let mut taken = SeatSet::EMPTY;
        for sitter in &self.sitters {
            let seat = sitter.seat;
            assert!(seat.index() < usize::from(self.seats), "seat {seat} is not at this table");
            assert!(!taken.contains(seat), "two people in seat {seat}");
            assert!(!sitter.stack.is_negative(), "a stack below nothing in seat {seat}");
            taken.insert(seat);
        }
        let stakes = [self.stakes.small, self.stakes.big, self.stakes.ante_of(true)];
        assert!(stakes.iter().all(|stake| !stake.is_negative()), "a stake below nothing");
    }

    fn index_at(&self, seat: Seat) -> Option<usize> {
        self.sitters.iter().position(|sitter| sitter.seat == seat)
    }

    /// Steps 3 to 5 and 8: the big blind first, then everybody who can pay what they owe now; those waiting for
    /// the big blind only if the hand would fail without them. Whoever cannot pay is shown out.
    fn deal_in(&mut self) -> Option<(SeatSet, Places)> {
        let last = self.last_big_blind()?;
        let big_blind = self.find_big_blind(last)?;
        for call_the_waiting in [false, true] {
            let dealt = self.who_can_pay(last, big_blind, call_the_waiting);
            if dealt.len() >= 2 {
                return Some((dealt, self.places(dealt, last, big_blind)));
            }
        }
        None
    }

    /// Where the big blind was. Before the first hand it was, as it were, with the first player, who thus has
    /// the small blind now.
    fn last_big_blind(&self) -> Option<Seat> {
        let could_play = |sitter: &&Sitter| wants_in(sitter) || waits(sitter);
        let first = self.sitters.iter().filter(could_play).map(|sitter| sitter.seat).min();
        self.places.map(|places| places.big_blind).or(first)
    }

    /// The first player clockwise who plays, comes back, joins, or waits for just this.
    fn find_big_blind(&mut self, last: Seat) -> Option<Seat> {
        let price = self.stakes.big + self.stakes.ante_of(true);
        let assigned = self.options.seats == Seats::Assigned;
        for seat in clockwise(last, self.seats) {
            let Some(sitter) = self.index_at(seat).map(|at| &mut self.sitters[at]) else { continue };
            if !wants_in(sitter) && !waits(sitter) {
                continue;
            }
            if sitter.stack >= price || posts_short(sitter, assigned) {
                return Some(seat);
            }
            sitter.show_out(price);
        }
        None
    }

    /// Everybody who is dealt in. The big blind pays their blind only; the others their debts, the ante, and the
    /// small blind if it falls on them. Showing somebody out can move the small blind, so it is asked again.
    fn who_can_pay(&mut self, last: Seat, big_blind: Seat, call_the_waiting: bool) -> SeatSet {
        let assigned = self.options.seats == Seats::Assigned;
        loop {
            let comes = |sitter: &&Sitter| {
                sitter.seat == big_blind || wants_in(sitter) || (call_the_waiting && waits(sitter))
            };
            let dealt: SeatSet = self.sitters.iter().filter(comes).map(|sitter| sitter.seat).collect();
            let poster = self.small_blind_poster(dealt, last, big_blind);
            // First those who cannot pay in any case, then the one on whom the small blind falls.
            let short = |poster: Option<Seat>| {
                self.sitters.iter().position(|sitter| {
                    let asked = dealt.contains(sitter.seat) && sitter.seat != big_blind;
                    asked && !posts_short(sitter, assigned) && sitter.stack < self.price(sitter, poster)
                })
            };
            match short(None).or_else(|| short(poster)) {
                Some(at) => {
                    let need = self.price(&self.sitters[at], poster);
                    self.sitters[at].show_out(need);
                }
                None => return dealt,
            }
        }
    }

    /// Who posts the small blind: heads-up the other one, otherwise whoever sits in its place; nobody if that
    /// is empty or its player is out.
    fn small_blind_poster(&self, dealt: SeatSet, last: Seat, big_blind: Seat) -> Option<Seat> {
        if dealt.len() == 2 || self.options.button == ButtonStyle::Moving {
            return self.last_before(big_blind, dealt).filter(|&seat| seat != big_blind);
        }
        Some(last).filter(|&seat| dealt.contains(seat))
    }

    fn last_before(&self, seat: Seat, of: SeatSet) -> Option<Seat> {
        clockwise(seat, self.seats).filter(|&other| other != seat && of.contains(other)).last()
    }

    /// What a player other than the big blind must have to be dealt in.
    fn price(&self, sitter: &Sitter, small_blind_poster: Option<Seat>) -> Chips {
        let (live, dead) = self.owes(sitter, small_blind_poster == Some(sitter.seat));
        live.abs() + dead + self.stakes.ante_of(false)
    }

    /// What a player other than the big blind puts in as their bet (negative: a live post) and into the pot.
    fn owes(&self, sitter: &Sitter, posts_small_blind: bool) -> (Chips, Chips) {
        let small = if posts_small_blind { self.stakes.small } else { Chips::ZERO };
        let debt = self.debt_to_pay(sitter);
        // A newcomer's post pays for what they missed while they waited; otherwise waiting would make it cheaper.
        let posts = sitter.newcomer
            && wants_in(sitter)
            && self.options.entry == Entry::Post
            && self.options.seats == Seats::Chosen;
        if posts && debt < self.stakes.big {
            return (-self.stakes.big, Chips::ZERO);
        }
        if self.options.return_post == ReturnPost::Live && debt > self.stakes.small {
            let live = (debt + small).min(self.stakes.big);
            return (-live, debt + small - live);
        }
        (small, debt)
    }

    /// Only whoever comes back by themselves pays: not the one the big blind has reached or whom the table calls.
    fn debt_to_pay(&self, sitter: &Sitter) -> Chips {
        match sitter.standing {
            Standing::Out { intent: Intent::Play, debt } => debt.min(self.stakes.debt_cap()),
            _ => Chips::ZERO,
        }
    }

    fn places(&self, dealt: SeatSet, last: Seat, big_blind: Seat) -> Places {
        let poster = self.small_blind_poster(dealt, last, big_blind);
        let before = |seat| self.last_before(seat, dealt).unwrap_or(seat);
        let button = match self.places {
            _ if dealt.len() == 2 => poster.unwrap_or(last),
            Some(places) if self.options.button == ButtonStyle::Dead => {
                let posts_now = places.small_blind == big_blind || Some(places.small_blind) == poster;
                if posts_now { before(last) } else { places.small_blind }
            }
            _ => before(poster.unwrap_or(last)),
        };
        Places { button, small_blind: last, big_blind }
    }

    /// Steps 6, 7 and 9: debts, posts, and who is in.
    fn open(&mut self, dealt: SeatSet, places: Places) -> Deal {
        self.count_missed_blinds(dealt, places);
        let poster = self.small_blind_poster(dealt, places.small_blind, places.big_blind);
        let mut posts = Vec::with_capacity(dealt.len());
        for seat in clockwise(places.button, self.seats).filter(|&seat| dealt.contains(seat)) {
            let at = self.index_at(seat).expect("whoever is dealt in sits at the table");
            let (blind, dead) = if seat == places.big_blind {
                (self.stakes.big, Chips::ZERO)
            } else {
                self.owes(&self.sitters[at], poster == Some(seat))
            };
            let ante = self.stakes.ante_of(seat == places.big_blind);
            posts.push(Post { seat, ante, blind, dead });
            let sitter = &mut self.sitters[at];
            sitter.stack -= dead;
            (sitter.standing, sitter.newcomer) = (Standing::In(Intent::Play), false);
            sitter.short_of = Chips::ZERO;
        }
        self.places = Some(places);
        for sitter in self.sitters.iter().filter(|sitter| sitter.standing.is_in()) {
            assert!(dealt.contains(sitter.seat), "seat {} is in and not dealt in", sitter.seat);
        }
        let straddle = self.straddle(&mut posts, places.big_blind);
        Deal { places, posts, straddle }
    }

    /// Whoever is under the gun may straddle: the first after the big blind, when at least three are dealt in. Not
    /// somebody who posts to come in, and nobody who cannot pay all of it.
    fn straddle(&self, posts: &mut [Post], big_blind: Seat) -> Option<Seat> {
        if posts.len() < 3 {
            return None;
        }
        let big = posts.iter().position(|post| post.seat == big_blind)?;
        let under_the_gun = (big + 1) % posts.len();
        let post = &mut posts[under_the_gun];
        // Missed blinds have been taken from the stack already.
        let left = self.at(post.seat)?.stack - post.ante;
        let straddle = self.stakes.straddle();
        let may = self.straddlers.contains(post.seat) && post.blind.is_zero() && left >= straddle;
        may.then(|| {
            post.blind = straddle;
            post.seat
        })
    }

    /// Whoever is out owes the blinds that passed their seat, up to one and a half big blinds of today.
    fn count_missed_blinds(&mut self, dealt: SeatSet, now: Places) {
        let (before, stakes, seats) = (self.places, self.stakes, self.seats);
        let chosen = self.options.seats == Seats::Chosen;
        for sitter in self.sitters.iter_mut().filter(|sitter| !dealt.contains(sitter.seat)) {
            let intent = sitter.standing.intent();
            let mut debt = sitter.standing.debt();
            if let Some(before) = before.filter(|_| intent.is_pause() && chosen) {
                if between(before.big_blind, sitter.seat, now.big_blind, seats) {
                    debt += stakes.big;
                }
                if passed_or_reached(before.small_blind, sitter.seat, now.small_blind, seats) {
                    debt += stakes.small;
                }
                debt = debt.min(stakes.debt_cap());
            }
            sitter.standing = Standing::Out { intent, debt };
        }
    }
}

/// Plays, comes back or joins.
fn wants_in(sitter: &Sitter) -> bool {
    sitter.standing.intent() == Intent::Play
}

/// Waits for the big blind.
fn waits(sitter: &Sitter) -> bool {
    sitter.standing.intent() == Intent::WaitForBigBlind
}

/// A player of the last hand with too few chips for a blind posts what they have, and so does everybody in an assigned
/// seat; a new or returning one in a chosen seat goes.
fn posts_short(sitter: &Sitter, assigned: bool) -> bool {
    assigned || sitter.standing.is_in() && !sitter.newcomer
}

#[cfg(test)]
#[path = "next_tests.rs"]
mod tests;
