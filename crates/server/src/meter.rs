//! What a client sends, counted below its messages: bytes, and the frames they make.
//!
//! Pings, pongs and empty continuations cost work and never become messages, so a limit on messages does not see
//! them. Whoever sends more than may come is read more slowly; a flood of frames ends the connection.

use axum::body::Bytes;
use std::io::{self, IoSlice};
use std::pin::Pin;
use std::task::{Context, Poll, ready};
use std::time::Duration;
use tokio::io::{AsyncRead, AsyncWrite, ReadBuf};
use tokio::time::{Instant, Sleep, sleep};

/// Frames that may come at once, and the time for one more. A whole message in one frame counts as one.
const FRAMES: u32 = 300;
const FRAME_EVERY: Duration = Duration::from_millis(25);
/// What any other frame counts: browsers send a pong now and then, and split no message this small.
const OTHER_FRAME: u32 = 8;
/// So many frames over the limit are a flood.
const FLOOD: u32 = 300;
/// Bytes that may come at once, and the time for one more: 16 KiB a second.
const BYTES: u32 = 256 * 1024;
const BYTE_EVERY: Duration = Duration::from_nanos(1_000_000_000 / (16 * 1024));

/// Something that is paid for with time.
#[derive(Debug)]
struct Allowance {
    every: Duration,
    burst: Duration,
    /// When all that was used will be paid for.
    paid: Instant,
}

impl Allowance {
    fn new(burst: u32, every: Duration, now: Instant) -> Allowance {
        Allowance { every, burst: every * burst, paid: now }
    }

    /// Uses so much, and says how long it is until nothing is owed.
    fn spend(&mut self, amount: u32, now: Instant) -> Duration {
        self.paid = self.paid.max(now) + self.every * amount;
        self.paid.duration_since(now).saturating_sub(self.burst)
    }
}

/// Finds the frames in a stream of bytes (RFC 6455, 5.2).
#[derive(Debug, Default)]
struct Frames {
    /// The header as far as it has come: two bytes, up to eight for the length, four for the mask.
    head: [u8; 14],
    have: usize,
    /// Bytes of the payload still to come.
    payload: u64,
}

impl Frames {
    /// What the frames that begin in these bytes count.
    fn count(&mut self, mut bytes: &[u8]) -> u32 {
        let mut count = 0;
        loop {
            let skipped = usize::try_from(self.payload).unwrap_or(usize::MAX).min(bytes.len());
            self.payload -= skipped as u64;
            bytes = &bytes[skipped..];
            let Some((byte, rest)) = bytes.split_first() else { return count };
            bytes = rest;
            self.head[self.have] = *byte;
            self.have += 1;
            if self.have == 1 {
                // Text and binary are 1 and 2; a continuation is 0, and control frames come after 7.
                count += if matches!(byte & 0x0f, 1 | 2) { 1 } else { OTHER_FRAME };
            }
            if let Some(payload) = self.whole_head() {
                (self.payload, self.have) = (payload, 0);
            }
        }
    }

    /// The length of the payload, once the header is there.
    fn whole_head(&self) -> Option<u64> {
        let head = &self.head[..self.have];
        let [_, second, rest @ ..] = head else { return None };
        let masked = if second & 0x80 == 0 { 0 } else { 4 };
        let length: usize = match second & 0x7f {
            126 => 2,
            127 => 8,
            _ => 0,
        };
        if rest.len() < length + masked {
            return None;
        }
        let bytes = &rest[..length];
        let long = bytes.iter().fold(0, |sum: u64, byte| sum << 8 | u64::from(*byte));
        Some(if length == 0 { u64::from(second & 0x7f) } else { long })
    }
}

/// A stream whose reading is counted.
#[derive(Debug)]
pub(crate) struct Metered<Io> {
    io: Io,
    /// What came with the request for a socket.
    early: Bytes,
    frames: Frames,
    frame_limit: Allowance,
    byte_limit: Allowance,
    /// Until when nothing is read.
    pause: Option<Pin<Box<Sleep>>>,
}

impl<Io> Metered<Io> {
    /// Counts what is read from `early`, then from `io`, of a client that may be so many times as fast as a person.
    pub(crate) fn new(io: Io, early: &[u8], haste: u32) -> Metered<Io> {
        let now = Instant::now();
        Metered {
            io,
            // A copy: even an empty piece of the buffer the request was read into would keep all of it.
            early: Bytes::copy_from_slice(early),
            frames: Frames::default(),
            frame_limit: Allowance::new(FRAMES * haste, FRAME_EVERY / haste, now),
            byte_limit: Allowance::new(BYTES * haste, BYTE_EVERY / haste, now),
            pause: None,
        }
    }

    fn count(&mut self, fresh: &[u8]) -> io::Result<()> {
        let now = Instant::now();
        let bytes = u32::try_from(fresh.len()).unwrap_or(u32::MAX);
        let owed = self.frame_limit.spend(self.frames.count(fresh), now);
        if owed > FRAME_EVERY * FLOOD {
            return Err(io::Error::new(io::ErrorKind::QuotaExceeded, "a flood of frames"));
        }
        let owed = owed.max(self.byte_limit.spend(bytes, now));
        self.pause = (!owed.is_zero()).then(|| Box::pin(sleep(owed)));
        Ok(())
    }
}

impl<Io: AsyncRead + Unpin> AsyncRead for Metered<Io> {
    fn poll_read(
        mut self: Pin<&mut Self>,
        context: &mut Context<'_>,
        buffer: &mut ReadBuf<'_>,
    ) -> Poll<io::Result<()>> {
        if let Some(pause) = &mut self.pause {
            ready!(pause.as_mut().poll(context));
            self.pause = None;
        }
        let before = buffer.filled().len();
        if self.early.is_empty() {
            ready!(Pin::new(&mut self.io).poll_read(context, buffer))?;
        } else {
            let most = self.early.len().min(buffer.remaining());
            buffer.put_slice(&self.early.split_to(most));
        }
        Poll::Ready(self.count(&buffer.filled()[before..]))
    }
}

impl<Io: AsyncWrite + Unpin> AsyncWrite for Metered<Io> {
    fn poll_write(
        mut self: Pin<&mut Self>,
        context: &mut Context<'_>,
        bytes: &[u8],
    ) -> Poll<io::Result<usize>> {
        Pin::new(&mut self.io).poll_write(context, bytes)
    }

    fn poll_flush(mut self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<io::Result<()>> {
        Pin::new(&mut self.io).poll_flush(context)
    }

    fn poll_shutdown(mut self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<io::Result<()>> {
        Pin::new(&mut self.io).poll_shutdown(context)
    }

    fn poll_write_vectored(
        mut self: Pin<&mut Self>,
        context: &mut Context<'_>,
        bytes: &[IoSlice<'_>],
    ) -> Poll<io::Result<usize>> {
        Pin::new(&mut self.io).poll_write_vectored(context, bytes)
    }

    fn is_write_vectored(&self) -> bool {
        self.io.is_write_vectored()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use tokio::io::{AsyncReadExt, AsyncWriteExt, duplex};

    const TEXT: u8 = 0x81;
    const PING: u8 = 0x89;

    fn frame(first: u8, payload: usize) -> Vec<u8> {
        let mut bytes = vec![first];
        match payload {
            0..126 => bytes.push(0x80 | payload as u8),
            126..65_536 => {
                bytes.push(0x80 | 126);
                bytes.extend_from_slice(&(payload as u16).to_be_bytes());
            }
            _ => {
                bytes.push(0x80 | 127);
                bytes.extend_from_slice(&(payload as u64).to_be_bytes());
            }
        }
        bytes.extend_from_slice(&[7; 4]);
        bytes.resize(bytes.len() + payload, PING);
        bytes
    }

    #[test]
    fn frames_are_found_however_the_bytes_are_cut() {
        let sizes = [0, 1, 125, 126, 300, 65_535, 65_536, 0, 2];
        let firsts = [TEXT, PING, 0x01, 0x00, 0x80, 0x82, TEXT, 0x8a, 0x88];
        let stream: Vec<u8> =
            firsts.iter().zip(sizes).flat_map(|(first, size)| frame(*first, size)).collect();
        for piece in [1, 2, 3, 7, 100, 4096, stream.len()] {
            let mut frames = Frames::default();
            let count: u32 = stream.chunks(piece).map(|bytes| frames.count(bytes)).sum();
            assert_eq!(count, 4 + 5 * OTHER_FRAME, "in pieces of {piece}");
            assert_eq!((frames.have, frames.payload), (0, 0));
        }
        // A server's frames have no mask.
        assert_eq!(Frames::default().count(&[PING, 0, TEXT, 1, b'x', PING, 0]), 1 + 2 * OTHER_FRAME);
    }

    #[test]
    fn what_is_owed_is_paid_with_time() {
        let start = Instant::now();
        let mut allowance = Allowance::new(10, Duration::from_millis(100), start);
        let at = |ms| start + Duration::from_millis(ms);
        let owed: Vec<u128> = [(10, 0), (1, 0), (1, 0), (1, 300), (10, 2000), (1, 2000), (1, 60_000)]
            .map(|(amount, ms)| allowance.spend(amount, at(ms)).as_millis())
            .to_vec();
        assert_eq!(owed, [0, 100, 200, 0, 0, 100, 0]);
    }

    async fn read(bytes: Vec<u8>, early: usize) -> (usize, io::Result<()>) {
        let (mut client, server) = duplex(4096);
        let mut metered = Metered::new(server, &bytes[..early], 1);
        let sending = tokio::spawn(async move { client.write_all(&bytes[early..]).await });
        let (mut sum, mut buffer) = (0, [0; 4096]);
        let end = loop {
            match metered.read(&mut buffer).await {
                Ok(0) => break Ok(()),
                Ok(read) => sum += read,
                Err(error) => break Err(error),
            }
        };
        drop(metered);
        // What was not taken is not sent.
        let _ = sending.await.unwrap();
        (sum, end)
    }

    #[tokio::test(start_paused = true)]
    async fn much_is_read_slowly_and_a_flood_not_at_all() {
        let start = Instant::now();
        let honest: Vec<u8> = (0..200).flat_map(|_| frame(TEXT, 100)).collect();
        let (sum, end) = read(honest.clone(), 1000).await;
        assert_eq!((sum, end.is_ok(), start.elapsed()), (honest.len(), true, Duration::ZERO));

        let large: Vec<u8> = (0..100).flat_map(|_| frame(TEXT, 4096)).collect();
        let (sum, end) = read(large.clone(), 0).await;
        let seconds = start.elapsed().as_secs();
        assert!(end.is_ok() && sum == large.len() && (8..=10).contains(&seconds), "{seconds} s");

        // Pings, pongs and empty continuations, the last in what came with the request.
        for (first, early) in [(PING, 0), (0x8a, 0), (0x00, 0), (0x00, 4000)] {
            let flood: Vec<u8> = (0..5_000).flat_map(|_| frame(first, 0)).collect();
            let (sum, end) = read(flood, early).await;
            assert_eq!(end.unwrap_err().kind(), io::ErrorKind::QuotaExceeded);
            assert!(sum <= 4096, "{sum} bytes were read first");
        }
    }
}
