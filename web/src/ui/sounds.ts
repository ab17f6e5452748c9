// Four quiet sounds, made on the spot: a card, a chip, a knock, and your turn. Fetched after the first click.
import type { Sound } from "../games/game.ts";
import type { Session } from "../session/session.svelte.ts";
import type { Spoken } from "../speak/lines.ts";

/** Two of a kind closer together than this are one. */
const APART_MS = 60;
const VIBRATE_MS = 40;

/** A burst of noise through a filter: paper, clay or wood, by pitch and length. */
function burst(
  audio: AudioContext,
  { at, pitch, length, loud, type }: { at: number; pitch: number; length: number; loud: number; type: BiquadFilterType },
): void {
  const samples = audio.createBuffer(1, Math.ceil(audio.sampleRate * length), audio.sampleRate);
  const data = samples.getChannelData(0);
  for (let index = 0; index < data.length; index += 1) data[index] = (Math.random() * 2 - 1) * (1 - index / data.length) ** 3;
  const source = new AudioBufferSourceNode(audio, { buffer: samples });
  source
    .connect(new BiquadFilterNode(audio, { type, frequency: pitch, Q: type === "bandpass" ? 6 : 1 }))
    .connect(new GainNode(audio, { gain: loud }))
    .connect(audio.destination);
  source.start(audio.currentTime + at);
}

/** A soft tone that dies away. */
function tone(
  audio: AudioContext,
  { at, pitch, length, loud }: { at: number; pitch: number; length: number; loud: number },
): void {
  const start = audio.currentTime + at;
  const gain = new GainNode(audio, { gain: 0 });
  gain.gain.setValueAtTime(0, start);
  gain.gain.linearRampToValueAtTime(loud, start + 0.015);
  gain.gain.exponentialRampToValueAtTime(0.0001, start + length);
  const source = new OscillatorNode(audio, { frequency: pitch });
  source.connect(gain).connect(audio.destination);
  source.start(start);
  source.stop(start + length);
}

const play: { [S in Sound]: (audio: AudioContext) => void } = {
  card: (audio) => burst(audio, { at: 0, pitch: 2600, length: 0.07, loud: 0.22, type: "highpass" }),
  chip: (audio) => {
    burst(audio, { at: 0, pitch: 3400, length: 0.035, loud: 0.5, type: "bandpass" });
    burst(audio, { at: 0.05, pitch: 4100, length: 0.03, loud: 0.4, type: "bandpass" });
  },
  knock: (audio) => {
    burst(audio, { at: 0, pitch: 260, length: 0.06, loud: 0.5, type: "lowpass" });
    burst(audio, { at: 0.11, pitch: 240, length: 0.06, loud: 0.4, type: "lowpass" });
  },
  turn: (audio) => {
    tone(audio, { at: 0, pitch: 587, length: 0.22, loud: 0.09 });
    tone(audio, { at: 0.11, pitch: 784, length: 0.32, loud: 0.09 });
  },
};

/** From now on what is told is heard, as long as the person wants it. */
export function playSounds(session: Session): void {
  const audio = new AudioContext();
  const last = new Map<Sound, number>();
  session.heardLines = (table, lines: readonly Spoken[]) => {
    if (!session.settings.sounds) return;
    for (const spoken of lines) {
      const sound = spoken.of === "game" ? (table.loaded?.game.sound(spoken.line) ?? null) : null;
      // Of a table that is out of sight only one's own turn is heard.
      if (sound === null || (table !== session.table && sound !== "turn")) continue;
      const now = performance.now();
      if (now - (last.get(sound) ?? -Infinity) < APART_MS) continue;
      last.set(sound, now);
      play[sound](audio);
      if (sound === "turn") navigator.vibrate?.(VIBRATE_MS);
    }
  };
}
