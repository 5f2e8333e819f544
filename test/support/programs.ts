import { spawn } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { fingerprint } from '#scripts/lib/build.mjs';

export const PROJECT = resolve(import.meta.dirname, '../..');
const DIST = join(PROJECT, 'dist');
const BUILD_STAMP = join(DIST, '.built-from');

/** The exit code, or the signal that ended the process. */
export type Ending = number | NodeJS.Signals;

/** A test's process with its output. */
export interface Program {
  readonly name: string;
  readonly pid: number;
  /** Standard output and standard error, in order of arrival. */
  output(): string;
  /** Resolves at the first match in the output; rejects with the output if the process ends first. */
  says(pattern: RegExp): Promise<RegExpMatchArray>;
  readonly ended: Promise<Ending>;
  isRunning(): boolean;
  /** Sends SIGTERM (or another signal) and waits; kills the process after `patienceMs`, which is an error. */
  stop(signal?: NodeJS.Signals, patienceMs?: number): Promise<Ending>;
  /** Sends SIGKILL and waits. */
  kill(): Promise<Ending>;
}

/** Runs a Node program with only this environment. */
export function startProgram(
  name: string,
  file: string,
  environment: Readonly<Record<string, string>>,
  args: readonly string[] = [],
): Program {
  const { PATH = '', HOME = '' } = process.env;
  return startCommand(name, process.execPath, [file, ...args], { PATH, HOME, ...environment });
}

/** Runs a command with only this environment. */
export function startCommand(
  name: string,
  command: string,
  args: readonly string[],
  env: Readonly<Record<string, string>>,
): Program {
  const child = spawn(command, args, { cwd: PROJECT, env, stdio: ['ignore', 'pipe', 'pipe'] });
  let text = '';
  let ending: Ending | null = null;
  const watchers = new Set<() => void>();
  const look = (): void => {
    for (const watcher of watchers) watcher();
  };
  for (const stream of [child.stdout, child.stderr]) {
    stream.setEncoding('utf8').on('data', (chunk: string) => {
      text += chunk;
      look();
    });
  }
  const ended = new Promise<Ending>((settle, fail) => {
    child.once('error', fail);
    child.once('close', (code, signal) => {
      ending = code ?? signal ?? -1;
      settle(ending);
      look();
    });
  });
  return {
    name,
    pid: child.pid ?? 0,
    output: () => text,
    ended,
    isRunning: () => ending === null,
    says: (pattern) =>
      new Promise((settle, fail) => {
        const watcher = (): void => {
          const match = pattern.exec(text);
          if (match === null && ending === null) return;
          watchers.delete(watcher);
          if (match !== null) settle(match);
          else fail(new Error(`${name} ended (${String(ending)}) before it said ${String(pattern)}:\n${text}`));
        };
        watchers.add(watcher);
        watcher();
      }),
    stop: async (signal = 'SIGTERM', patienceMs = 30_000) => {
      child.kill(signal);
      const patience = new AbortController();
      const timer = setTimeout(() => {
        patience.abort();
        child.kill('SIGKILL');
      }, patienceMs);
      const end = await ended;
      clearTimeout(timer);
      if (patience.signal.aborted)
        throw new Error(`${name} did not end within ${patienceMs} ms of ${signal}:\n${text.slice(-4000)}`);
      return end;
    },
    kill: () => {
      child.kill('SIGKILL');
      return ended;
    },
  };
}

let isFresh = false;

/** The built program `name` in `dist`. Throws if there is no build, or one of other sources. */
export function builtProgram(name: string): string {
  isFresh ||= existsSync(BUILD_STAMP) && readFileSync(BUILD_STAMP, 'utf8') === fingerprint(PROJECT);
  if (!isFresh) throw new Error('dist was not built from these sources: run `npm run build` first (`npm test` does)');
  return join(DIST, name);
}
