import { spawn, spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { PROJECT } from './programs.js';

export const HAS_PYTHON = spawnSync('python3', ['--version']).status === 0;
/** Suffix for tests that need it, so that a run without it names what it left out. */
export const NEEDS_PYTHON = HAS_PYTHON ? '' : ' (left out: no python3 here)';

export interface Python {
  readonly output: () => string;
  /** The first match in past or future output. */
  says(pattern: RegExp): Promise<RegExpExecArray>;
  readonly ended: Promise<number | null>;
  kill(): Promise<unknown>;
}

/** Runs a script that can import the client. */
export function runPython(script: string, environment: Readonly<Record<string, string>> = {}, input = ''): Python {
  const child = spawn('python3', ['-u', '-B', '-c', script], {
    env: { PATH: process.env['PATH'], PYTHONPATH: join(PROJECT, 'clients/python'), ...environment },
  });
  let text = '';
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (part: Buffer) => (text += part.toString()));
  const ended = new Promise<number | null>((resolve) => child.once('close', resolve));
  child.stdin.on('error', () => undefined).end(input);
  return {
    output: () => text,
    ended,
    says: async (pattern) => {
      const state = { isOver: false };
      void ended.then(() => (state.isOver = true));
      for (;;) {
        const match = pattern.exec(text);
        if (match !== null) return match;
        if (state.isOver) throw new Error(`python3 ended before it said ${String(pattern)}:\n${text}`);
        await new Promise((resolve) => setTimeout(resolve, 20));
      }
    },
    kill: () => {
      child.kill('SIGKILL');
      return ended;
    },
  };
}
