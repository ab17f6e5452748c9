//! The room as a process.

use std::io::{BufRead, BufReader, Read, Write};
use std::net::TcpStream;
use std::path::Path;
use std::process::{Child, ChildStdout, Command, ExitStatus, Stdio};
use std::time::{Duration, Instant};

/// A running room. Killed when dropped.
pub struct Process {
    child: Child,
    out: BufReader<ChildStdout>,
    pub port: u16,
    /// All it said as it opened.
    pub printed: String,
    /// Where it speaks UpDAU over plain TCP, if it does.
    pub updau: Option<u16>,
    /// The code of the link that makes somebody admin, if it printed one.
    pub admin: Option<String>,
}

impl Process {
    /// Starts a room in this folder; port 0 takes any.
    pub fn start(data: &Path, port: u16, more: &[&str]) -> Process {
        Process::spawn(Command::new(env!("CARGO_BIN_EXE_kozyr")), data, port, more)
    }

    /// Starts a room under a limit of open files, given as `ulimit` takes it; what it says besides goes to `log`.
    pub fn start_limited(data: &Path, limit: &str, log: &Path, more: &[&str]) -> Process {
        Process::spawn(limited(limit, log), data, 0, more)
    }

    /// Starts a room that has something to say to its log: that few files can be open. This may stand in its environment.
    pub fn start_logged(data: &Path, log: &Path, with: Option<(&str, &str)>, more: &[&str]) -> Process {
        let mut shell = limited("-n 1024", log);
        shell.envs(with);
        Process::spawn(shell, data, 0, more)
    }

    fn spawn(mut command: Command, data: &Path, port: u16, more: &[&str]) -> Process {
        let mut child = command
            .args(["serve", "--listen", &format!("127.0.0.1:{port}"), "--data"])
            .arg(data)
            .args(more)
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .spawn()
            .expect("kozyr starts");
        let mut line = String::new();
        let mut out = BufReader::new(child.stdout.take().unwrap());
        out.read_line(&mut line).unwrap();
        // All of it is written at once.
        let rest = String::from_utf8(out.buffer().to_vec()).unwrap();
        let updau = rest.lines().find_map(|line| {
            line.strip_prefix("kozyr: UpDAU over TCP on ")?.rsplit(':').next()?.parse().ok()
        });
        let admin = rest.lines().find_map(|line| Some(line.split_once("/admin#")?.1.to_owned()));
        let address = line.trim().rsplit("http://").next().unwrap();
        let port = address.rsplit(':').next().and_then(|port| port.parse().ok());
        let port = port.unwrap_or_else(|| panic!("no address in {line:?}"));
        out.consume(rest.len());
        Process { child, out, port, printed: line + &rest, updau, admin }
    }

    /// The number the system knows it by.
    pub fn id(&self) -> u32 {
        self.child.id()
    }

    /// Moves the clock of a room that was started with `--clock-by-hand`.
    pub fn pass(&mut self, millis: u64) {
        let hand = self.child.stdin.as_mut().unwrap();
        writeln!(hand, "{millis}").unwrap();
        let mut line = String::new();
        self.out.read_line(&mut line).unwrap();
        assert_eq!(line, format!("kozyr: {millis} ms have passed\n"));
    }

    /// SIGKILL: no farewell, nothing flushed.
    pub fn kill_9(mut self) {
        self.child.kill().unwrap();
        self.child.wait().unwrap();
    }

    /// SIGTERM, and how it ended.
    pub fn stop(mut self) -> ExitStatus {
        let sent = Command::new("kill").args(["-TERM", &self.child.id().to_string()]).status().unwrap();
        assert!(sent.success());
        let started = Instant::now();
        loop {
            if let Some(status) = self.child.try_wait().unwrap() {
                return status;
            }
            assert!(started.elapsed() < Duration::from_secs(15), "the room does not stop");
            std::thread::sleep(Duration::from_millis(20));
        }
    }

    /// Waits until it has ended by itself, and how it did.
    pub fn ended(mut self) -> ExitStatus {
        let started = Instant::now();
        loop {
            if let Some(status) = self.child.try_wait().unwrap() {
                return status;
            }
            assert!(started.elapsed() < Duration::from_secs(30), "the room goes on");
            std::thread::sleep(Duration::from_millis(20));
        }
    }

    /// A page over HTTP, head and body.
    pub fn get(&self, path: &str) -> String {
        let mut stream = TcpStream::connect(("127.0.0.1", self.port)).unwrap();
        write!(stream, "GET {path} HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n").unwrap();
        let mut response = String::new();
        stream.read_to_string(&mut response).unwrap();
        response
    }
}

impl Drop for Process {
    fn drop(&mut self) {
        // One that was stopped already is no loss.
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

fn limited(limit: &str, log: &Path) -> Command {
    let mut shell = Command::new("sh");
    shell.args(["-c", &format!("ulimit {limit} && exec \"$0\" \"$@\""), env!("CARGO_BIN_EXE_kozyr")]);
    shell.stderr(std::fs::File::create(log).unwrap());
    shell
}
