//! Stakes and what becomes of them: into the pool as a game begins, out of it as it ends.

use super::House;
use super::bank::{Account, Posting};
use super::channels::ChannelId;
use super::table::Table;
use crate::updau::{News, WalletChange, WalletMove};
use kozyr_card_game::{Move, Seat, SeatSet};
use kozyr_chips::{Chips, Transfer};
use kozyr_durak::{Action, MAX_BOXES, PartyEnd};

impl House {
    /// Takes the stakes of these boxes; answers what their owners have to be told.
    pub(super) fn take_stakes(&mut self, table: u64, seats: SeatSet) -> Vec<(ChannelId, WalletChange)> {
        let seated = self.table(table);
        let (stake, currency) = (seated.criteria.cash_bet, seated.criteria.currency.clone());
        let Some(game) = seated.running().map(|running| running.info.id) else { return Vec::new() };
        let people: Vec<_> =
            self.humans(table).into_iter().filter(|&(seat, _, _)| seats.contains(seat)).collect();
        let bots = seated.bots().iter().filter(|&seat| seats.contains(seat)).count();
        let pools = || Account::Pools(currency.clone());
        let from_people = people.iter().map(|&(_, _, uid)| Account::Wallet(uid, currency.clone()));
        let from_bots = (0..bots).map(|_| Account::Bots(currency.clone()));
        let transfers: Vec<Posting> = from_people
            .chain(from_bots)
            .filter_map(|from| Transfer::new(from, pools(), stake).ok())
            .collect();
        assert!(self.bank.pay(transfers), "everybody at the table was asked whether he can pay");
        if let Some(running) = self.tables.get_mut(&table).and_then(Table::playing) {
            running.pool = stake * (people.len() + bots) as i64;
        }
        if stake.is_zero() {
            return Vec::new();
        }
        let change = |&(_, id, uid): &(Seat, ChannelId, u64)| {
            let wallet = self.bank.wallet(uid, &currency);
            (id, WalletChange { wallet, kind: WalletMove::Bet, amount: stake, info: game.to_string() })
        };
        people.iter().map(change).collect()
    }

    /// Pays out the pool; what nobody is paid is the room's.
    pub(super) fn pay_out(
        &mut self,
        table: u64,
        boxes: SeatSet,
        paid: &[Chips; MAX_BOXES],
    ) -> Vec<(ChannelId, WalletChange)> {
        let seated = self.tables.get_mut(&table).expect("a table of the house");
        let (stake, currency) = (seated.criteria.cash_bet, seated.criteria.currency.clone());
        let Some(running) = seated.playing() else { return Vec::new() };
        let (game, pool) = (running.info.id, std::mem::take(&mut running.pool));
        if pool.is_zero() {
            return Vec::new();
        }
        let people = self.humans(table);
        let owner = |seat: Seat| {
            let human = people.iter().find(|&&(other, _, _)| other == seat);
            human.map_or(Account::Bots(currency.clone()), |&(_, _, uid)| {
                Account::Wallet(uid, currency.clone())
            })
        };
        let pools = || Account::Pools(currency.clone());
        let shares = boxes.iter().map(|seat| (owner(seat), paid[seat.index()]));
        let rest = pool - paid.iter().sum::<Chips>();
        let shares = shares.chain([(Account::Rake(currency.clone()), rest)]);
        let transfers = shares.filter_map(|(to, amount)| Transfer::new(pools(), to, amount).ok()).collect();
        assert!(self.bank.pay(transfers), "the pool holds what was staked");
        let change = |&(seat, id, uid): &(Seat, ChannelId, u64)| {
            let won = paid[seat.index()];
            let (kind, amount) =
                if won.is_positive() { (WalletMove::Win, won) } else { (WalletMove::Lose, stake) };
            let wallet = self.bank.wallet(uid, &currency);
            (id, WalletChange { wallet, kind, amount, info: game.to_string() })
        };
        people.iter().filter(|&&(seat, _, _)| boxes.contains(seat)).map(change).collect()
    }

    pub(super) fn tell_wallets(&mut self, changes: Vec<(ChannelId, WalletChange)>) {
        for (id, change) in changes {
            self.tell(id, News::Wallet(change));
        }
    }

    pub(super) fn pay_out_if_per_party(
        &mut self,
        table: u64,
        end: &PartyEnd,
    ) -> Vec<(ChannelId, WalletChange)> {
        if self.table(table).criteria.points > 0 {
            return Vec::new();
        }
        self.pay_out(table, end.boxes, &end.paid)
    }

    /// Where the stake is per party, who cannot pay the next one gets up before it is dealt.
    pub(super) fn poor_get_up(&mut self, table: u64) {
        let seated = self.table(table);
        if seated.criteria.points > 0 {
            return;
        }
        let (stake, currency) = (seated.criteria.cash_bet, seated.criteria.currency.clone());
        let poor: Vec<Seat> = self
            .humans(table)
            .into_iter()
            .filter(|&(_, _, uid)| self.bank.balance(uid, &currency) < stake)
            .map(|(seat, _, _)| seat)
            .collect();
        for seat in poor {
            // Refused for who got up before.
            let _ = self.make_move(table, &Move::Act(seat, Action::Surrender));
        }
    }
}
