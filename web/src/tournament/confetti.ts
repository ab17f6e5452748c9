// Confetti for the winner. Without a worker: the page's policy allows no scripts from blobs.
import confetti from "canvas-confetti";

const COLOURS = ["#e3b23c", "#f6e3a1", "#f2a25f", "#fbfaf5", "#2c5548"];
const BURSTS = 5;
const APART_MS = 350;

/** Throws confetti on a canvas, or leaves it lying there when nothing should move. Returns the way to stop. */
export function celebrate(canvas: HTMLCanvasElement, still: boolean): () => void {
  if (still) {
    scatter(canvas);
    return () => undefined;
  }
  const fire = confetti.create(canvas, { resize: true, useWorker: false });
  let left = BURSTS;
  const burst = (): void => {
    left -= 1;
    const x = left % 2 === 0 ? 0.25 : 0.75;
    void fire({ particleCount: 70, spread: 75, startVelocity: 40, colors: COLOURS, origin: { x, y: 0.7 } });
  };
  burst();
  const timer = setInterval(() => (left > 0 ? burst() : clearInterval(timer)), APART_MS);
  return () => {
    clearInterval(timer);
    fire.reset();
  };
}

/** A still picture: pieces that have landed, always in the same places. */
function scatter(canvas: HTMLCanvasElement): void {
  const { width, height } = canvas.getBoundingClientRect();
  [canvas.width, canvas.height] = [Math.round(width), Math.round(height)];
  const context = canvas.getContext("2d");
  if (!context) return;
  for (let piece = 0; piece < 90; piece += 1) {
    context.save();
    context.globalAlpha = 0.6;
    // Two steps that share no divisor spread the pieces evenly.
    context.translate(((piece * 61) % 97) * (width / 97), ((piece * 37) % 89) * (height / 89));
    context.rotate(piece);
    context.fillStyle = COLOURS[piece % COLOURS.length] ?? "#e3b23c";
    context.fillRect(-4, -2, 9, 5);
    context.restore();
  }
}
