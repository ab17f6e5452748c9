//! A failure made as short and as plain as it will go.

use super::{Broken, Dice, Law, Seen, Specimen, one};

const ATTEMPTS: usize = 3000;

/// Shortens the tape and lowers its choices as long as the same law stays broken.
pub(super) fn shrink<G: Specimen>(mut worst: Broken) -> Broken {
    let law = worst.law;
    let mut left = ATTEMPTS;
    loop {
        let before = worst.tape.clone();
        for chunk in [64, 16, 4, 1] {
            let mut at = 0;
            while at < worst.tape.len() && left > 0 {
                let end = (at + chunk).min(worst.tape.len());
                let mut cut = worst.tape.clone();
                cut.drain(at..end);
                match still_broken::<G>(&cut, law, &mut left) {
                    Some(shorter) => worst = shorter,
                    None => at += chunk,
                }
            }
        }
        for at in 0..worst.tape.len() {
            for lower in [0, worst.tape.get(at).copied().unwrap_or(0) / 2] {
                let mut lowered = worst.tape.clone();
                if lowered.get(at).is_none_or(|&choice| choice <= lower) {
                    continue;
                }
                lowered[at] = lower;
                if let Some(plainer) = still_broken::<G>(&lowered, law, &mut left) {
                    worst = plainer;
                }
            }
        }
        if left == 0 || worst.tape == before {
            return worst;
        }
    }
}

/// The same law broken by this tape, in a form no longer than the tape.
fn still_broken<G: Specimen>(tape: &[u32], law: Law, left: &mut usize) -> Option<Broken> {
    *left = left.checked_sub(1)?;
    let mut broken = one::game::<G>(&mut Dice::from_tape(tape), &mut Seen::default()).err()?;
    broken.tape.truncate(tape.len());
    while broken.tape.last() == Some(&0) {
        broken.tape.pop();
    }
    (broken.law == law).then_some(broken)
}
