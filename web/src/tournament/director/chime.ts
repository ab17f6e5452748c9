// Two soft tones, made on the spot.
const TONES = [659.25, 880];

/** Rings once. A browser that has heard no click yet stays silent. */
export async function ring(audio: AudioContext): Promise<void> {
  if (audio.state === "suspended") await audio.resume();
  TONES.forEach((frequency, nth) => {
    const at = audio.currentTime + nth * 0.35;
    const tone = new OscillatorNode(audio, { frequency, type: "sine" });
    const volume = new GainNode(audio, { gain: 0 });
    volume.gain.setValueAtTime(0, at);
    volume.gain.linearRampToValueAtTime(0.35, at + 0.02);
    volume.gain.exponentialRampToValueAtTime(0.001, at + 1.4);
    tone.connect(volume).connect(audio.destination);
    tone.start(at);
    tone.stop(at + 1.5);
  });
}
