import { spawn } from 'node:child_process';
import { builtProgram, PROJECT } from './programs.js';

/** A program's output and exit code. */
export interface Ran {
  readonly code: number | null;
  readonly out: string;
  readonly errors: string;
}

/** Runs the built program `name` to its end with only this environment. */
export function runToEnd(name: string, args: readonly string[], env: Readonly<Record<string, string>>): Promise<Ran> {
  const file = builtProgram(name);
  const child = spawn(process.execPath, [file, ...args], { cwd: PROJECT, env, stdio: ['ignore', 'pipe', 'pipe'] });
  let out = '';
  let errors = '';
  child.stdout.setEncoding('utf8').on('data', (text: string) => (out += text));
  child.stderr.setEncoding('utf8').on('data', (text: string) => (errors += text));
  return new Promise((resolve) => {
    child.once('close', (code) => {
      resolve({ code, out, errors });
    });
  });
}
