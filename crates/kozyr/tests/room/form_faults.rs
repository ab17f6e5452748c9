//! What can be wrong with the form of a tournament, over a real socket: each fault by a form that has it.

use crate::director::form;
use crate::hosting::id;
use crate::support::client::{Client, command};
use crate::support::process::Process;
use kozyr_chips::Chips;
use kozyr_protocol::room::patch::apply;
use kozyr_protocol::room::{
    Answer, FormFault, FormLevel, FormPrizes, FormProblem, FormRow, Refusal, ToClient, ToServer,
    TournamentForm, TournamentStart,
};
use serde_json::Value;

async fn create(client: &mut Client, form: TournamentForm) -> Answer {
    let (command, form, starts) = (command(), Box::new(form), TournamentStart::ByHand);
    client.ask(&ToServer::CreateTournament { command, form, starts, bots: 0 }).await
}

/// How many tournaments are this client's own.
async fn own(client: &mut Client) -> usize {
    client.send(&ToServer::Lobby).await;
    let lobby = client.until(|message| matches!(message, ToClient::Lobby { .. })).await;
    let ToClient::Lobby { tournaments, .. } = lobby else { unreachable!() };
    tournaments.iter().filter(|one| one.host == Some(id(client))).count()
}

/// What the room says about this form.
async fn checked(client: &mut Client, form: TournamentForm) -> Vec<FormProblem> {
    client.send(&ToServer::CheckTournament { form: Box::new(form) }).await;
    let answer = client.until(|message| matches!(message, ToClient::TournamentForm { .. })).await;
    let ToClient::TournamentForm { problems, .. } = answer else { unreachable!() };
    problems
}

/// Without what would mend them, and how grave they are.
fn told(problems: &[FormProblem]) -> Vec<(FormRow, FormFault, bool)> {
    problems.iter().map(|problem| (problem.row.clone(), problem.fault, problem.grave)).collect()
}

fn field(name: &str) -> FormRow {
    FormRow::Field { name: name.into() }
}

/// The usual form with another level in this row.
fn with_level(row: usize, change: impl Fn(FormLevel) -> FormLevel) -> TournamentForm {
    let mut form = form();
    form.levels[row - 1] = change(form.levels[row - 1]);
    form
}

fn with_shares(shares_bps: &[u32]) -> TournamentForm {
    TournamentForm { prizes: FormPrizes::Table { shares_bps: shares_bps.to_vec() }, ..form() }
}

#[tokio::test]
async fn a_form_that_cannot_be_played_is_refused_with_its_row_and_its_fault() {
    let data = tempfile::tempdir().unwrap();
    let room = Process::start(data.path(), 0, &["--clock-by-hand", "--bots", "0", "--haste", "100"]);
    let mut ann = Client::guest(room.port, "Ann").await;
    let small_big = |level| FormLevel { big_blind: Chips::new(1), ..level };
    let short = |level| FormLevel { length_ms: Some(0), ..level };
    for (wrong, row, fault) in [
        (TournamentForm { name: " ".into(), ..form() }, field("name"), FormFault::Missing),
        (TournamentForm { levels: vec![], ..form() }, FormRow::Level { row: 1 }, FormFault::Missing),
        (
            TournamentForm { seats: 1, ..form() },
            field("seats"),
            FormFault::OutOfBounds { low: 2, high: 10, is: 1 },
        ),
        (with_level(2, small_big), FormRow::Level { row: 2 }, FormFault::BigBelowSmall),
        (with_level(3, short), FormRow::Level { row: 3 }, FormFault::BadLength),
        (with_shares(&[]), field("prizes"), FormFault::NobodyPaid),
        (with_shares(&[5_000, 4_000]), field("prizes"), FormFault::SharesNotWhole { sum_bps: 9_000 }),
        (
            with_shares(&[2_000, 5_000, 3_000]),
            FormRow::Prize { row: 2 },
            FormFault::SharesIncrease { place: 2 },
        ),
        (with_shares(&[10_001]), field("prizes"), FormFault::SharesTooMuch),
        (
            TournamentForm { guarantee: Some(Chips::new(100)), ..form() },
            field("guarantee"),
            FormFault::NotHere,
        ),
    ] {
        let answer = create(&mut ann, wrong.clone()).await;
        let Answer::Refused { reason: Refusal::BadForm { problems } } = answer else {
            panic!("{fault:?}: {answer:?}")
        };
        assert_eq!(told(&problems), [(row, fault, true)]);
        // What would make it right is said with it, and does.
        let Ok(Value::Object(mut mended)) = serde_json::to_value(&wrong) else { panic!("a form") };
        apply(&mut mended, &problems[0].fix);
        let mended = serde_json::from_value(Value::Object(mended)).unwrap();
        assert_eq!(checked(&mut ann, mended).await, [], "{fault:?}");
    }
    assert_eq!(own(&mut ann).await, 0, "none of them was made");
    assert!(room.stop().success());
}

#[tokio::test]
async fn what_is_only_odd_about_a_form_is_said_and_keeps_nobody_from_playing() {
    let data = tempfile::tempdir().unwrap();
    let room = Process::start(data.path(), 0, &["--clock-by-hand", "--bots", "0", "--haste", "100"]);
    let mut ann = Client::guest(room.port, "Ann").await;
    let lower = |level| FormLevel { small_blind: Chips::new(5), big_blind: Chips::new(10), ..level };
    for (odd, row, fault) in [
        (with_level(2, lower), FormRow::Level { row: 2 }, FormFault::BlindsFall),
        (
            TournamentForm { starting_chips: Chips::new(100), ..form() },
            field("startingChips"),
            FormFault::ShortStacks { big_blinds: 5 },
        ),
    ] {
        assert_eq!(told(&checked(&mut ann, odd.clone()).await), [(row, fault, false)]);
        let answer = create(&mut ann, odd).await;
        assert!(matches!(answer, Answer::Created { .. }), "{answer:?}");
    }
    assert_eq!(own(&mut ann).await, 2);
    assert!(room.stop().success());
}
