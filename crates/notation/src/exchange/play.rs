//! The one Hold'em machine behind a hand on paper: who sits where in it, and the log played into it.

use super::refusal::text;
use super::sheet::{Row, Sheet};
use super::{OnTimeout, Refusal};
use crate::phh::{Action, Player, Shown};
use arrayvec::ArrayVec;
use kozyr_card_game::{Game, Move, Seat};
use kozyr_cards::Card;
use kozyr_chips::{Chips, Decimal, Scale};
use kozyr_poker::seating::Post;
use kozyr_poker::{
    Action as Doing, Deal, Event, Hand, MAX_PLAYERS, Next, PerPlayer, Poker, PokerRefusal, Rake, Rules,
    Showdown,
};

/// A hand being played.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct Play {
    pub(crate) hand: Hand,
    /// The row of each player of the machine: in the order they act after the flop.
    pub(crate) order: ArrayVec<usize, MAX_PLAYERS>,
    /// The decimals of the smallest chip; coarser than the sheet's when only somebody who watches has cents.
    pub(crate) scale: Scale,
    /// Who last bet or raised on this street.
    pub(crate) raiser: Option<usize>,
    /// What each player of the machine won.
    won: [Chips; MAX_PLAYERS],
}

/// What a hand waits for, in rows of the sheet.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Awaited {
    /// Hole cards for this row first.
    Hole(usize),
    /// So many board cards.
    Board(usize),
    /// A bet, call, check or fold.
    Bet(usize),
    /// Cards shown or mucked.
    Show(usize),
    /// Nothing more.
    Over,
}

impl Play {
    /// Seats the players who are dealt in and posts what they post.
    pub(crate) fn start(sheet: &Sheet, dealt: &[bool]) -> Result<Play, Refusal> {
        let order = order(sheet, dealt)?;
        let scale = chip_scale(sheet, &order);
        let coarse = |chips: Chips| coarsen(chips, sheet.scale, scale);
        // Dead blinds whose payer is not in the hand, or not known, the first player carries: it comes to the same.
        let known: Chips = order.iter().map(|&row| sheet.rows[row].dead_post).sum();
        let orphaned = sheet.dead_pot - known;
        let mut posts: ArrayVec<Post, MAX_PLAYERS> = ArrayVec::new();
        for &row in &order {
            let Row { sitter, ante, blind, dead_post, .. } = &sheet.rows[row];
            let dead = *dead_post + if posts.is_empty() { orphaned } else { Chips::ZERO };
            posts.push(Post {
                seat: sitter.seat,
                ante: coarse(*ante),
                blind: coarse(*blind),
                dead: coarse(dead),
            });
        }
        let stacks: ArrayVec<Chips, MAX_PLAYERS> =
            order.iter().map(|&row| coarse(sheet.rows[row].sitter.stack)).collect();
        let hand = Post::start(&posts, rules(sheet, scale), &stacks);
        let hand = hand.map_err(|error| Refusal::Unplayable(error.to_string()))?;
        Ok(Play { hand, order, scale, raiser: None, won: [Chips::ZERO; MAX_PLAYERS] })
    }

    /// What the hand waits for.
    pub(crate) fn awaits(&self) -> Awaited {
        match self.hand.next() {
            Next::Hole(player) => Awaited::Hole(self.order[player]),
            Next::Board(count) => Awaited::Board(count),
            Next::Bet(player) => Awaited::Bet(self.order[player]),
            Next::Draw(_) => unreachable!("the exchange reads games with a board only"),
            Next::Runouts => unreachable!("a hand that is exchanged says how often its board is dealt"),
            Next::Show(player) => Awaited::Show(self.order[player]),
            Next::Over => Awaited::Over,
        }
    }

    /// Whose turn it is.
    pub(crate) fn turn(&self) -> Option<usize> {
        match self.awaits() {
            Awaited::Bet(row) | Awaited::Show(row) => Some(row),
            _ => None,
        }
    }

    /// The player of the machine whose bet is awaited.
    pub(crate) fn bettor(&self) -> Option<usize> {
        if let Next::Bet(player) = self.hand.next() { Some(player) } else { None }
    }

    /// A row's place in the machine.
    pub(crate) fn player(&self, row: usize) -> Option<usize> {
        self.order.iter().position(|&at| at == row)
    }

    /// Are they dealt in and without cards yet? Until they have some, the log does not show that they are.
    pub(crate) fn is_being_dealt(&self, row: usize) -> bool {
        let dealing = matches!(self.hand.next(), Next::Hole(_));
        dealing && self.player(row).is_some_and(|player| self.hand.hole(player).is_empty())
    }

    /// Plays an action of the log.
    pub(crate) fn act(&mut self, action: &Action) -> Result<(), Refusal> {
        let mut events = Vec::new();
        let seat = |player: Player| match self.player(player.index()) {
            Some(player) => Ok(Seat::from_index(player)),
            None => Err(Refusal::NotInTheHand),
        };
        let mv = match *action {
            Action::Nothing => return Ok(()),
            Action::DealBoard(cards) => {
                if cards.len() > kozyr_poker::MAX_BOARD {
                    return Err(Refusal::Poker(
                        "too many cards for the board: deal as many as the street has".to_owned(),
                    ));
                }
                Move::Deal(Deal::Board(cards.iter().copied().collect()))
            }
            Action::DealHole { player, cards } => {
                Move::Deal(Deal::Hole(seat(player)?, cards.iter().copied().collect()))
            }
            Action::CheckOrCall(player) => Move::Act(seat(player)?, Doing::CheckOrCall),
            Action::Fold(player) => Move::Act(seat(player)?, Doing::Fold),
            Action::CompleteBetOrRaiseTo { player, amount } => {
                let to = amount.to_chips(self.scale);
                let to = to.map_err(|_| Refusal::TooFine { amount: amount.to_string() })?;
                Move::Act(seat(player)?, Doing::RaiseTo(to))
            }
            Action::ShowOrMuck { player, shown: Shown::Muck } => Move::Act(seat(player)?, Doing::Muck),
            Action::ShowOrMuck { player, shown } => {
                let seat = seat(player)?;
                let cards = match &shown {
                    Shown::Cards(cards) => Some(&**cards),
                    _ => None,
                };
                if matches!(self.hand.next(), Next::Show(turn) if turn != seat.index()) {
                    // Anybody may turn their cards over before it is their turn; nothing else follows from it.
                    let early = self.hand.show_early(seat.index(), cards);
                    return early.map_err(|refusal| self.refusal(refusal.into()));
                }
                self.name_cards(seat, cards)?;
                Move::Act(seat, Doing::Show)
            }
            Action::PostBringIn(_) | Action::StandPatOrDiscard { .. } => {
                return Err(Refusal::Poker(
                    "this game has no such action: send one of those on offer".to_owned(),
                ));
            }
        };
        Poker::play(&mut self.hand, &mv, &mut events).map_err(|refusal| self.refusal(refusal))?;
        self.note(&events);
        Ok(())
    }

    /// Cards dealt unseen get their faces when they are shown.
    fn name_cards(&mut self, seat: Seat, cards: Option<&[Option<Card>]>) -> Result<(), Refusal> {
        let Some(cards) = cards.filter(|_| self.hand.next() == Next::Show(seat.index())) else {
            return Ok(());
        };
        let named = self.hand.name_cards(seat, cards);
        named.map_err(|refusal| self.refusal(refusal.into()))
    }

    fn note(&mut self, events: &[Event]) {
        for event in events {
            match *event {
                Event::RaisedTo(seat, _) => self.raiser = Some(self.order[seat.index()]),
                Event::DealtBoard(..) => self.raiser = None,
                Event::Won { seat, amount, .. } => self.won[seat.index()] += amount,
                _ => {}
            }
        }
    }

    /// The machine's reason in amounts and player numbers of the sheet.
    fn refusal(&self, refusal: PokerRefusal) -> Refusal {
        use kozyr_poker::Refusal as Poker;
        let player = |seat: Seat| self.order.get(seat.index()).map_or(0, |row| row + 1);
        let PokerRefusal::Move(refusal) = refusal else { return Refusal::Poker(refusal.to_string()) };
        Refusal::Poker(match refusal {
            Poker::TooSmall { to, least } => {
                format!("a raise to {} is too small: the least is {}", self.amount(to), self.amount(least))
            }
            Poker::TooLarge { to, most } => {
                format!("a raise to {} is too large: the most is {}", self.amount(to), self.amount(most))
            }
            Poker::NotYourTurn(seat) => format!("it is not p{}'s turn: wait for it", player(seat)),
            Poker::NoRaise(seat, why) => format!("p{} may not raise: {why}", player(seat)),
            Poker::MustShow(seat, why) => format!("p{} may not muck: {why}", player(seat)),
            Poker::NotTheirCards(seat) => {
                format!("p{} does not hold those cards: show those that were dealt", player(seat))
            }
            Poker::NoHoleNow(seat) => {
                format!("p{} gets no cards now: deal to whom the hand waits for", player(seat))
            }
            other => other.to_string(),
        })
    }

    fn amount(&self, chips: Chips) -> String {
        text(chips, self.scale)
    }

    /// Is the player's turn to be played for them: they are out, or have asked to be?
    pub(crate) fn absent(rows: &[Row], row: usize) -> bool {
        let standing = rows[row].sitter.standing;
        !standing.is_in() || standing.intent() != kozyr_poker::seating::Intent::Play
    }

    /// What is played for whoever does not play themselves: they fold; at the showdown they muck unless they must
    /// show.
    pub(crate) fn stand_in(&self) -> Option<Action> {
        match self.awaits() {
            Awaited::Bet(row) => Some(Action::Fold(Player::at(row))),
            Awaited::Show(row) => Some(self.show_or_muck(row)),
            _ => None,
        }
    }

    /// What is played for whoever's time is over.
    pub(crate) fn timeout(&self, option: OnTimeout) -> Option<Action> {
        match self.awaits() {
            Awaited::Bet(row) => {
                let player = self.player(row)?;
                let free = self.hand.price(player).is_zero() && option == OnTimeout::CheckOrFold;
                let player = Player::at(row);
                Some(if free { Action::CheckOrCall(player) } else { Action::Fold(player) })
            }
            Awaited::Show(row) => Some(self.show_or_muck(row)),
            _ => None,
        }
    }

    fn show_or_muck(&self, row: usize) -> Action {
        let mucks = self.player(row).is_some_and(|player| self.hand.may_muck(player).is_ok());
        let shown = if mucks { Shown::Muck } else { Shown::Dealt };
        Action::ShowOrMuck { player: Player::at(row), shown }
    }

    /// Plays an action of a log that may leave out what was played for absent players.
    pub(crate) fn act_or_stand_in(&mut self, rows: &[Row], action: &Action) -> Result<(), Refusal> {
        loop {
            let turn = self.turn().filter(|&row| Play::absent(rows, row));
            match turn {
                Some(row) if action.player().map(Player::index) != Some(row) => {
                    let stand_in = self.stand_in().expect("it is somebody's turn");
                    self.act(&stand_in)?;
                }
                _ => return self.act(action),
            }
        }
    }

    /// Stacks of all rows once the hand is over, in the sheet's scale.
    pub(crate) fn finishing(&self, sheet: &Sheet) -> Vec<Chips> {
        let mut stacks: Vec<Chips> = sheet.rows.iter().map(|row| row.sitter.stack).collect();
        for (player, &row) in self.order.iter().enumerate() {
            stacks[row] = self.fine(sheet, self.hand.stacks()[player]);
        }
        stacks
    }

    /// What every row has won, in the sheet's scale.
    pub(crate) fn winnings(&self, sheet: &Sheet) -> Vec<Chips> {
        let mut winnings = vec![Chips::ZERO; sheet.rows.len()];
        for (player, &row) in self.order.iter().enumerate() {
            winnings[row] = self.fine(sheet, self.won[player]);
        }
        winnings
    }

    /// Chips of the machine in the sheet's scale.
    pub(crate) fn fine(&self, sheet: &Sheet, chips: Chips) -> Chips {
        chips * 10i64.pow(u32::from(sheet.scale.decimals() - self.scale.decimals()))
    }
}

/// The rules of the table; posts are added by whoever starts the hand.
fn rules(sheet: &Sheet, scale: Scale) -> Rules {
    let coarse = |chips: Chips| coarsen(chips, sheet.scale, scale);
    let small_bet = sheet.small_bet.or(sheet.min_bet).unwrap_or(sheet.stakes().big);
    let mut rules = Rules::new(sheet.variant, PerPlayer::new(), coarse(small_bet));
    rules.big_bet = coarse(sheet.big_bet.unwrap_or(small_bet));
    rules.ante_trimming = sheet.ante_trimming.unwrap_or(false);
    rules.showdown = Showdown::Manual;
    let options = &sheet.options;
    rules.mode = options.mode;
    rules.post_order = options.post_order;
    rules.straddle_raise = options.straddle_raise;
    rules.runouts = options.runouts.unwrap_or(1);
    rules.rake = options.rake.map(|rake| Rake {
        millionths: rake.millionths,
        cap: rake.cap.and_then(|cap| cap.to_chips(scale).ok()),
        no_flop_no_drop: rake.no_flop_no_drop,
    });
    rules
}

/// The rows dealt in, clockwise from the button's left.
fn order(sheet: &Sheet, dealt: &[bool]) -> Result<ArrayVec<usize, MAX_PLAYERS>, Refusal> {
    if dealt.iter().filter(|dealt| **dealt).count() < 2 {
        return Err(Refusal::Unplayable("fewer than two players are in".to_owned()));
    }
    let seats = usize::from(sheet.seats());
    let button = match sheet.places() {
        Some(places) => places.button.index(),
        // Nobody posts anything: the last seat has the button.
        None => seats - 1,
    };
    let mut order: ArrayVec<usize, MAX_PLAYERS> = (0..dealt.len()).filter(|&row| dealt[row]).collect();
    order.sort_by_key(|&row| (sheet.rows[row].sitter.seat.index() + 2 * seats - button - 1) % seats);
    Ok(order)
}

/// The coarsest scale that holds everything those dealt in have and post, and every bet of the log.
fn chip_scale(sheet: &Sheet, order: &[usize]) -> Scale {
    let rows = order.iter().map(|&row| &sheet.rows[row]);
    let theirs = rows.flat_map(|row| [row.sitter.stack, row.ante, row.blind, row.dead_post]);
    let bets = [sheet.min_bet, sheet.small_bet, sheet.big_bet].into_iter().flatten();
    let pot = [sheet.dead_pot, sheet.stakes().big];
    let amounts = theirs.chain(bets).chain(pot).map(|chips| decimals(chips, sheet.scale));
    let logged = sheet.log.iter().filter_map(|line| match line.action() {
        Some(Action::CompleteBetOrRaiseTo { amount, .. }) => amount.decimal().map(Decimal::scale),
        _ => None,
    });
    let cap = sheet.options.rake.and_then(|rake| rake.cap).map(Decimal::scale);
    let all = amounts.chain(logged).chain(cap);
    all.max().unwrap_or_default().max(sheet.options.scale()).min(sheet.scale)
}

/// How many decimals an amount really has.
fn decimals(chips: Chips, scale: Scale) -> Scale {
    let (mut units, mut decimals) = (chips.units(), scale.decimals());
    while decimals > 0 && units % 10 == 0 {
        units /= 10;
        decimals -= 1;
    }
    Scale::new(decimals).unwrap_or(scale)
}

fn coarsen(chips: Chips, from: Scale, to: Scale) -> Chips {
    let (coarse, rest) = chips.split(10i64.pow(u32::from(from.decimals() - to.decimals())));
    assert!(rest.is_zero(), "{chips} does not fit the smallest chip");
    coarse
}
