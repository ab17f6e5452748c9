//! Names: which can be seen, which pass for another's, and who has which.

use crate::world;
use kozyr_store::PlayerId;
use std::collections::HashMap;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};
use unicode_normalization::UnicodeNormalization;
use unicode_properties::{
    EmojiStatus, GeneralCategory, GeneralCategoryGroup, UnicodeEmoji, UnicodeGeneralCategory,
};
use unicode_security::{GeneralSecurityProfile, skeleton};

/// The longest name, in characters.
pub(crate) const LONGEST: usize = 20;
/// Marks over or under one letter: accents of alphabets, and of scripts that write vowels and tones so.
const ACCENTS: usize = 2;
const MARKS: usize = 4;
/// Signs that are neither letters nor ASCII and may stand in a name: quotes, dashes, suits.
const SIGNS: &str = "’‘“”„«»–—…·•№★☆♠♥♦♣♤♡♢♧";
/// How long a name stays somebody's who has gone: a page may be loaded anew.
const KEPT: Duration = Duration::from_secs(10 * 60);
/// Numbers after a name that are tried in order; then they come from the guest's own.
const NUMBERED: u64 = 20;
/// The smallest number of names at which those nobody needs any more are looked for.
const SWEEP: usize = 1024;

/// A name as others may see it: composed, without blanks around it, one between words. `None` for one that has
/// no or too many characters, or some that cannot be seen.
pub(crate) fn proper(name: &str) -> Option<String> {
    // Far more than fits is not worth a look at each character.
    if name.len() > 16 * LONGEST {
        return None;
    }
    let spaced: String = name.chars().map(|c| if is_space(c) { ' ' } else { c }).nfc().collect();
    let words: Vec<&str> = spaced.split(' ').filter(|word| !word.is_empty()).collect();
    let name = words.join(" ");
    let fits = (1..=LONGEST).contains(&name.chars().count());
    let seen = name.chars().all(|c| c == ' ' || is_seen(c)) && name.chars().any(char::is_alphanumeric);
    (fits && seen && words.iter().all(|word| marks_are_few(word))).then_some(name)
}

fn is_space(c: char) -> bool {
    c.general_category() == GeneralCategory::SpaceSeparator
}

/// A character of a living script (UTS 39), a picture, or one of a few signs. Everything that takes no room, looks
/// like a blank or turns text round is none of these.
fn is_seen(c: char) -> bool {
    match c.general_category_group() {
        GeneralCategoryGroup::Other | GeneralCategoryGroup::Separator => false,
        GeneralCategoryGroup::Letter | GeneralCategoryGroup::Number | GeneralCategoryGroup::Mark => {
            c.identifier_allowed() || is_in_use(c)
        }
        GeneralCategoryGroup::Punctuation | GeneralCategoryGroup::Symbol => {
            c.is_ascii_graphic() || c.identifier_allowed() || SIGNS.contains(c) || is_picture(c)
        }
    }
}

/// Letters that identifiers do without and names do not: the old Russian and Church Slavonic alphabet, which
/// nicknames like, and a vowel of Thai and of Lao that can be written as two.
fn is_in_use(c: char) -> bool {
    matches!(c, '\u{460}'..='\u{481}' | '\u{e33}' | '\u{eb3}')
}

fn is_picture(c: char) -> bool {
    matches!(
        c.emoji_status(),
        EmojiStatus::EmojiPresentation
            | EmojiStatus::EmojiPresentationAndModifierBase
            | EmojiStatus::EmojiPresentationAndModifierAndEmojiComponent
    )
}

/// Marks stand on letters, and only so many on one.
fn marks_are_few(word: &str) -> bool {
    let (mut marks, mut most) = (0, 0);
    word.chars().all(|c| {
        match c.general_category_group() {
            GeneralCategoryGroup::Mark => marks += 1,
            // Latin, Greek and Cyrillic write few, and have letters with most of them.
            GeneralCategoryGroup::Letter => (marks, most) = (0, if c < '\u{530}' { ACCENTS } else { MARKS }),
            _ => (marks, most) = (0, 0),
        }
        marks <= most
    })
}

/// What two names have in common that can be taken for each other. Folding case before and after looking for
/// look-alikes finds different ones: `Ivan` with `lvan`, and `IVAN` with `ivan`.
pub(crate) fn looks(name: &str) -> [String; 2] {
    let after: String = skeleton(name).collect();
    let before = name.to_lowercase();
    let before: String = skeleton(&before).collect();
    [format!("after {}", after.to_lowercase()), format!("before {}", before.to_lowercase())]
}

/// The name with a number after it, cut to fit.
fn numbered(name: &str, number: u64) -> String {
    let end = format!(" {number}");
    let mut cut: String = name.chars().take(LONGEST - end.len()).collect();
    while cut.ends_with(' ') {
        cut.pop();
    }
    cut + &end
}

/// Who has which name.
#[derive(Debug)]
pub(crate) struct Names {
    /// How the names of bots look.
    bots: Vec<String>,
    register: Mutex<Register>,
}

#[derive(Debug)]
struct Register {
    holders: HashMap<PlayerId, Holder>,
    by_look: HashMap<String, PlayerId>,
    /// The size at which those are looked for who can be forgotten.
    sweep_at: usize,
}

#[derive(Debug)]
struct Holder {
    name: String,
    connections: u32,
    /// When the last connection ended.
    gone: Instant,
}

impl Holder {
    /// Would somebody else of this name be taken for them?
    fn is_needed(&self, id: PlayerId, now: Instant, is_seated: &impl Fn(PlayerId) -> bool) -> bool {
        self.connections > 0 || now.saturating_duration_since(self.gone) < KEPT || is_seated(id)
    }
}

impl Register {
    fn is_free(&self, look: &str, needed: &impl Fn(PlayerId, &Holder) -> bool) -> bool {
        let holder = self.by_look.get(look).and_then(|id| Some((*id, self.holders.get(id)?)));
        holder.is_none_or(|(id, holder)| !needed(id, holder))
    }

    fn forget(&mut self, id: PlayerId) {
        if let Some(holder) = self.holders.remove(&id) {
            for look in looks(&holder.name) {
                self.by_look.remove(&look);
            }
        }
    }

    fn put(&mut self, id: PlayerId, name: &str, connections: u32, now: Instant) {
        for look in looks(name) {
            if let Some(other) = self.by_look.get(&look).copied() {
                self.forget(other);
            }
        }
        for look in looks(name) {
            self.by_look.insert(look, id);
        }
        self.holders.insert(id, Holder { name: name.to_owned(), connections, gone: now });
    }
}

impl Names {
    pub(crate) fn new(bots: impl IntoIterator<Item = impl AsRef<str>>) -> Arc<Names> {
        let bots = bots.into_iter().flat_map(|name| looks(name.as_ref())).collect();
        let register = Register { holders: HashMap::new(), by_look: HashMap::new(), sweep_at: SWEEP };
        Arc::new(Names { bots, register: Mutex::new(register) })
    }

    fn register(&self) -> MutexGuard<'_, Register> {
        // Nothing in here panics half way.
        self.register.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Somebody who is not connected has this name: a player whose seat outlived the room's last run.
    pub(crate) fn keep(&self, id: PlayerId, name: &str) {
        self.register().put(id, name, 0, world::instant());
    }

    /// An account that is here now: the name is theirs whoever else would like it.
    pub(crate) fn claim_own(self: &Arc<Self>, id: PlayerId, name: &str, now: Instant) -> Claim {
        let mut register = self.register();
        let connections = register.holders.get(&id).map_or(0, |holder| holder.connections);
        register.forget(id);
        register.put(id, name, connections + 1, now);
        Claim { names: self.clone(), id, name: name.to_owned() }
    }

    /// Gives somebody another name, unless it could be taken for a bot's or for that of somebody who is here, was a
    /// moment ago, or has a seat.
    pub(crate) fn take(
        &self,
        id: PlayerId,
        name: &str,
        now: Instant,
        is_seated: impl Fn(PlayerId) -> bool,
    ) -> bool {
        let mut register = self.register();
        let needed =
            |other: PlayerId, holder: &Holder| other != id && holder.is_needed(other, now, &is_seated);
        let mut looks = looks(name).into_iter();
        if !looks.all(|look| !self.bots.contains(&look) && register.is_free(&look, &needed)) {
            return false;
        }
        let connections = register.holders.get(&id).map_or(0, |holder| holder.connections);
        register.forget(id);
        register.put(id, name, connections, now);
        true
    }

    /// Somebody is here no more, for good.
    pub(crate) fn forget(&self, id: PlayerId) {
        self.register().forget(id);
    }

    /// A name for somebody who is here now: the one they want, or that with a number when it could be taken for
    /// a bot's, for an account's, or for that of somebody who is here, was a moment ago, or has a seat.
    pub(crate) fn claim(
        self: &Arc<Self>,
        id: PlayerId,
        wanted: &str,
        now: Instant,
        is_seated: impl Fn(PlayerId) -> bool,
        is_account: impl Fn(&str) -> bool,
    ) -> Claim {
        let mut register = self.register();
        let claim = |name: &str| Claim { names: self.clone(), id, name: name.to_owned() };
        let needed =
            |other: PlayerId, holder: &Holder| other != id && holder.is_needed(other, now, &is_seated);
        if let Some(holder) = register.holders.get_mut(&id) {
            holder.connections += 1;
            return claim(&holder.name);
        }
        if register.holders.len() >= register.sweep_at {
            let idle: Vec<PlayerId> = register
                .holders
                .iter()
                .filter(|(id, holder)| !needed(**id, holder))
                .map(|(id, _)| *id)
                .collect();
            idle.into_iter().for_each(|id| register.forget(id));
            register.sweep_at = SWEEP.max(2 * register.holders.len());
        }
        let free = |name: &String| {
            looks(name)
                .iter()
                .all(|look| !self.bots.contains(look) && register.is_free(look, &needed) && !is_account(look))
        };
        let own = (0..9000).map(|more| (id.get() + more) % 9000 + 1000);
        let marked = (2..=NUMBERED).chain(own).map(|number| numbered(wanted, number));
        let name = std::iter::once(wanted.to_owned()).chain(marked).find(free);
        // Nine thousand people of one name: the numbers of the last ones are not their own.
        let name = name.unwrap_or_else(|| wanted.to_owned());
        register.put(id, &name, 1, now);
        claim(&name)
    }
}

/// A name is somebody's for as long as this lives, and a little longer.
#[derive(Debug)]
pub(crate) struct Claim {
    names: Arc<Names>,
    id: PlayerId,
    name: String,
}

impl Claim {
    pub(crate) fn name(&self) -> &str {
        &self.name
    }
}

impl Drop for Claim {
    fn drop(&mut self) {
        if let Some(holder) = self.names.register().holders.get_mut(&self.id) {
            holder.connections = holder.connections.saturating_sub(1);
            holder.gone = world::instant();
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_can_be_seen() {
        for (name, expect) in [
            ("Аня", "Аня"),
            ("  Bob ", "Bob"),
            ("李雷", "李雷"),
            ("x", "x"),
            ("O'Neil 2", "O'Neil 2"),
            ("Anna  Maria", "Anna Maria"),
            ("Жан\u{a0}Поль", "Жан Поль"),
            ("山田\u{3000}太郎", "山田 太郎"),
            ("Трактиръ Ѣ", "Трактиръ Ѣ"),
            ("Їжак Ґ.", "Їжак Ґ."),
            ("Зоe\u{308}", "Зоë"),
            ("Nguyễn Thị", "Nguyễn Thị"),
            ("สมชาย น้ำ", "สมชาย น้ำ"),
            ("लक्ष्मी", "लक्ष्मी"),
            ("မြို့", "မြို့"),
            ("محمد", "محمد"),
            ("דוד", "דוד"),
            ("김철수", "김철수"),
            ("[GG] Max_99!", "[GG] Max_99!"),
            ("♠ Ace ♥", "♠ Ace ♥"),
            ("Ann 🎲🃏", "Ann 🎲🃏"),
            ("d’Artagnan – №1", "d’Artagnan – №1"),
        ] {
            assert_eq!(proper(name).as_deref(), Some(expect), "{name:?}");
        }
        for name in
            ["", "   ", "\n", "a\nb", "...", "♠", "abcdefghijklmnopqrstu", "a\0", "\u{301}a", "a \u{301}b"]
        {
            assert_eq!(proper(name), None, "{name:?}");
        }
    }

    #[test]
    fn what_cannot_be_seen_is_in_no_name() {
        let unseen = "\u{ad}\u{34f}\u{61c}\u{115f}\u{1160}\u{17b4}\u{180b}\u{180e}\u{200b}\u{200c}\u{200d}\u{200e}\
                      \u{2028}\u{202e}\u{2060}\u{2066}\u{206a}\u{2800}\u{3164}\u{fe0f}\u{feff}\u{ffa0}\u{fff9}\
                      \u{fffc}\u{fffd}\u{fffe}\u{ffff}\u{e000}\u{13430}\u{16fe4}\u{1bca0}\u{1d159}\u{1d173}\
                      \u{e0001}\u{e0100}\u{f0000}\u{10ffff}\u{378}\u{7f}\u{85}\u{20dd}";
        for c in unseen.chars() {
            for name in [format!("A{c}nn"), format!("Ann{c}"), format!("{c}Ann"), c.to_string()] {
                // What is trimmed away does no harm.
                assert!(proper(&name).is_none_or(|name| name == "Ann"), "U+{:04X}", u32::from(c));
            }
        }
    }

    #[test]
    fn marks_do_not_pile_up() {
        let pile = |base: &str, marks: usize| {
            format!("{base}{}", "\u{302}\u{323}".repeat(9)[..marks * 2].to_owned())
        };
        for (name, proper_name) in [(pile("Ж", 2), true), (pile("Ж", 3), false), (pile("น", 5), false)] {
            assert_eq!(proper(&name).is_some(), proper_name, "{name:?}");
        }
        assert_eq!(proper("Z\u{351}\u{36b}\u{343}\u{36a}\u{302}algo"), None);
    }

    #[test]
    fn look_alikes_are_known() {
        let alike = |a: &str, b: &str| looks(a).iter().any(|look| looks(b).contains(look));
        for (a, b) in [
            ("Ann", "Ann"),
            ("Ann", "ann"),
            ("Ivan", "lvan"),
            ("IVAN", "ivan"),
            ("Anna", "Аnnа"),
            ("Боб", "Бoб"),
            ("Bob 0", "Bob O"),
            ("Tim", "Tirn"),
            ("Vera", "VERA"),
        ] {
            assert!(alike(a, b), "{a} and {b}");
        }
        for (a, b) in [("Ann", "Anna"), ("Аня", "Яна"), ("Bob", "Bob 2"), ("Player 1", "Player 2")] {
            assert!(!alike(a, b), "{a} and {b}");
        }
    }

    fn user(number: u64) -> PlayerId {
        PlayerId::new(number).unwrap()
    }

    #[test]
    fn nobody_passes_for_somebody_who_is_there() {
        let names = Names::new(["Vera"]);
        let start = Instant::now();
        let come = |number: u64, name: &str| {
            names.claim(user(number), name, start, |_| false, |look| look.ends_with(" zara"))
        };
        let ann = come(11, "Ann");
        let again = come(11, "whatever");
        assert_eq!((ann.name(), again.name()), ("Ann", "Ann"), "two connections of one person");
        assert_eq!(come(12, "Аnn").name(), "Аnn 2", "a letter of another alphabet");
        assert_eq!(come(13, "ann").name(), "ann 3", "who was there a moment ago keeps the name");
        assert_eq!(come(14, "vera").name(), "vera 2", "a bot's");
        assert_eq!(come(18, "Zara").name(), "Zara 2", "an account's");
        let (zara, taken) = (user(19), |name: &str| names.take(user(18), name, start, |_| false));
        assert_eq!(names.claim_own(zara, "Zara", start).name(), "Zara", "the account itself");
        assert_eq!(["Zаra", "Vera", "ann", "Zoé"].map(taken), [false, false, false, true]);
        let long = "abcdefghijklmnopqrst";
        let _long = come(15, long);
        assert_eq!(come(16, long).name(), "abcdefghijklmnopqr 2");
        assert_eq!(come(17, "Ann 2").name(), "Ann 2 2");
        drop((ann, again));
        let later = start + KEPT * 2;
        let come = |number: u64, seated: u64| {
            names.claim(user(number), "Ann", later, move |id| id == user(seated), |_| false)
        };
        let twentieth = come(20, 11);
        assert_eq!(twentieth.name(), "Ann 2", "she has a seat");
        let another = come(21, 0);
        assert_eq!(another.name(), "Ann", "she has gone");
        assert_eq!(come(11, 0).name(), "Ann 3", "she comes back");
        names.keep(user(30), "Boris");
        assert_eq!(names.claim(user(31), "Boris", Instant::now(), |_| false, |_| false).name(), "Boris 2");
    }

    #[test]
    fn a_crowd_of_one_name_is_told_apart_and_forgotten() {
        let names = Names::new([""; 0]);
        let start = Instant::now();
        let crowd: Vec<Claim> = (0..3_000)
            .map(|nth| names.claim(user(1_000 + nth), "Ann", start, |_| false, |_| false))
            .collect();
        let different: std::collections::BTreeSet<&str> = crowd.iter().map(Claim::name).collect();
        assert_eq!(different.len(), crowd.len());
        drop(crowd);
        let later = Instant::now() + KEPT;
        for nth in 0..6_000 {
            drop(names.claim(
                user(10_000 + nth),
                &format!("Bob {nth}"),
                later + KEPT * nth as u32,
                |_| false,
                |_| false,
            ));
        }
        let register = names.register();
        assert!(register.holders.len() <= 6_100, "{}", register.holders.len());
        assert_eq!(register.by_look.len(), 2 * register.holders.len());
    }
}
