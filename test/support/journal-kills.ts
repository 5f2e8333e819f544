/** When to kill an example process, relative to a row of its journal. */
export type KillAt = 'before' | 'half' | 'after';

/** Code for `--import`: kills the process around the first row with this prefix; `half`: after writing a part of it. */
export const killAtRow = (beginning: string, at: KillAt): string => `
import fs from 'node:fs';
import { syncBuiltinESMExports } from 'node:module';
const { appendFileSync, fsyncSync } = fs;
const kill = () => process.kill(process.pid, 'SIGKILL');
let isAtRow = false;
fs.appendFileSync = (file, row) => {
  isAtRow ||= row.startsWith(${JSON.stringify(beginning)});
  if (isAtRow && ${at === 'half'}) appendFileSync(file, row.slice(0, row.length / 2));
  if (isAtRow && ${at !== 'after'}) kill();
  appendFileSync(file, row);
};
fs.fsyncSync = (file) => {
  fsyncSync(file);
  if (isAtRow) kill();
};
syncBuiltinESMExports();`;

export const preloading = (code: string): string => `--import=data:text/javascript,${encodeURIComponent(code)}`;

export const deliveriesIn = (journal: string): string[] =>
  [...journal.matchAll(/^{"delivery":"([^"]+)".*}$/gm)].map(([, number]) => number!);
