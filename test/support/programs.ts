import { spawn } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { fingerprint } from '#scripts/lib/build.mjs';

export const PROJECT = resolve(import.meta.dirname, '../..');
const DIST = join(PROJECT, 'dist');
const BUILD_STAMP = join(DIST, '.built-from');

/** How a process ended: its exit code, or the signal that ended it. */
export type Ending = number | NodeJS.Signals;

/** A process of a test, with everything that it has written. */
export interface Program {
  readonly name: string;
  readonly pid: number;
  /** Standard output and standard error, in order of arrival. */
  output(): string;
  /** Resolves with the match once the output matches; rejects with the output when the process ends before. */
  says(pattern: RegExp): Promise<RegExpMatchArray>;
  readonly ended: Promise<Ending>;
  isRunning(): boolean;
  /** SIGTERM (or another signal) to this pid, then waits for the end; after `patienceMs` it is killed, which is an error. */
  stop(signal?: NodeJS.Signals, patienceMs?: number): Promise<Ending>;
  /** SIGKILL to this pid, then waits for the end. */
  kill(): Promise<Ending>;
}

/** Runs a Node program with nothing in its environment but what is given. */
export function startProgram(
  name: string,
  file: string,
  environment: Readonly<Record<string, string>>,
  args: readonly string[] = [],
): Program {
  const child = spawn(process.execPath, [file, ...args], {
    cwd: PROJECT,
    env: { PATH: process.env['PATH'] ?? '', HOME: process.env['HOME'] ?? '', ...environment },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
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

/**
 * The built program `name` below `dist`. Throws when there is no build, or one of other sources: the tests would then be
 * about another service.
 */
export function builtProgram(name: string): string {
  isFresh ||= existsSync(BUILD_STAMP) && readFileSync(BUILD_STAMP, 'utf8') === fingerprint(PROJECT);
  if (!isFresh) throw new Error('dist was not built from these sources: run `npm run build` first (`npm test` does)');
  return join(DIST, name);
}
