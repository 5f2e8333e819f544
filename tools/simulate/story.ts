import type { Plan } from './plan.js';
import type { Happening } from './kernel/trace.js';

/** Lines of a story before the failure; all of them with --trace. */
const LAST = 120;

/** The command that runs this plan again. */
export const commandOf = ({ seed, orders, days, replicas, faults, intensity, commits, without }: Plan): string =>
  [
    `npm run simulate -- --seed ${seed} --orders ${orders} --days ${days} --replicas ${replicas}`,
    `--faults ${faults.length === 0 ? 'none' : faults.join(',')} --intensity ${intensity} --commits ${commits}`,
    ...(without.length === 0 ? [] : [`--without ${without.join(',')}`]),
  ].join(' ');

/** `happenings` by virtual time, repeated ones counted. */
export function storyOf(happenings: readonly Happening[], all = false): string {
  const told = all ? happenings : happenings.slice(-LAST);
  const lines: { text: string; at: number; times: number }[] = [];
  for (const { at, who, what } of told) {
    const text = `${who.padEnd(12)} ${what}`;
    const last = lines.at(-1);
    if (!all && last?.text === text) last.times += 1;
    else lines.push({ text, at, times: 1 });
  }
  return lines
    .map(({ text, at, times }) => `${new Date(at).toISOString()} ${text}${times > 1 ? ` (${times} times)` : ''}`)
    .join('\n');
}
