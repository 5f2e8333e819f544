import { secondsSince } from '../../scripts/lib/project.mjs';
import { progressLine } from './words.mjs';

const REDRAW_MS = 1000;
const BACK_TO_START = '\r\u001b[K';

/**
 * Prints the current step at once. A terminal shows one line that counts seconds and is replaced by the result; other
 * outputs get a line each.
 * @param {{ isTTY?: boolean, columns?: number, write(text: string): unknown }} out
 * @param {string} what the step's name
 * @param {string} doing
 * @returns {{ doing(text: string): void, end(how: string): void, giveUp(): void }} `giveUp` leaves the line as it
 *   is
 */
export function showProgress(out, what, doing) {
  const since = performance.now();
  let text = doing;
  const draw = () => {
    if (!out.isTTY) return void out.write(progressLine(what, `${text} …`));
    // A wrapped line cannot be redrawn.
    const line = progressLine(what, `${text} …`, secondsSince(since)).trimEnd();
    out.write(BACK_TO_START + line.slice(0, (out.columns || 80) - 1));
  };
  draw();
  const timer = out.isTTY ? setInterval(draw, REDRAW_MS) : undefined;
  const giveUp = () => clearInterval(timer);
  return {
    doing: (next) => {
      text = next;
      draw();
    },
    end: (how) => {
      giveUp();
      out.write((out.isTTY ? BACK_TO_START : '') + progressLine(what, how, secondsSince(since)));
    },
    giveUp,
  };
}
