import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { expect, it } from 'vitest';
import { childrenOf, identify } from '#scripts/lib/processes.mjs';

it('children of a process: found without grandchildren or ended ones', async () => {
  const child = spawn(process.execPath, ['-e', GRANDPARENT], { stdio: ['pipe', 'pipe', 'ignore'] });
  try {
    const [grandchild] = (await once(child.stdout, 'data')) as [Buffer];
    expect(childrenOf(process.pid)).toContainEqual(identify(child.pid!));
    expect(childrenOf(process.pid).map(({ pid }) => pid)).not.toContain(Number(grandchild));
    expect(childrenOf(child.pid!)).toEqual([identify(Number(grandchild))]);
  } finally {
    child.stdin.end();
    await once(child, 'exit');
  }
  expect(childrenOf(process.pid).map(({ pid }) => pid)).not.toContain(child.pid);
});

/** Starts a child process, prints its pid, and ends both when its input ends. */
const GRANDPARENT = `
  const child = require('node:child_process').spawn(process.execPath, ['-e', 'process.stdin.resume()'], { stdio: 'pipe' });
  process.stdout.write(String(child.pid));
  process.stdin.resume().on('end', () => child.on('exit', () => process.exit()).stdin.end());`;
