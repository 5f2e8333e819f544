import { spawn } from 'node:child_process';
import type { ChildProcess } from 'node:child_process';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import { LockedError, takeLock } from '#scripts/lib/demo/lock.mjs';
import { identify, isRunning } from '#scripts/lib/processes.mjs';
import type { ProcessId } from '#scripts/lib/processes.mjs';
import { scratchFolder } from './scratch.js';

function bystander(): ProcessId {
  const child: ChildProcess = spawn(process.execPath, ['-e', 'setInterval(() => {}, 1000)'], { stdio: 'ignore' });
  onTestFinished(() => {
    child.kill('SIGKILL');
  });
  const id = identify(child.pid!);
  if (!id) throw new Error('it did not start');
  return id;
}

/** No process was ever started then. */
const DEAD: ProcessId = { pid: process.pid, started: 'long ago' };

describe('the lock of the demo', () => {
  it('is held by one', async () => {
    const file = join(scratchFolder(), 'lock.json');
    const lock = await takeLock(file);
    await expect(takeLock(file)).rejects.toThrow(LockedError);
    await expect(takeLock(file)).rejects.toThrow(String(process.pid));
    lock.release();
    expect(existsSync(file)).toBe(false);
    (await takeLock(file)).release();
  });

  it('is taken over from a holder that is gone, although its pid is in use again', async () => {
    const file = join(scratchFolder(), 'lock.json');
    writeFileSync(file, JSON.stringify({ holder: DEAD, children: [] }));
    await takeLock(file);
    expect(JSON.parse(readFileSync(file, 'utf8'))).toMatchObject({ holder: identify(process.pid) });
  });

  it.each(['', '{', '[]', 'null'])('is taken over when it holds nonsense: %j', async (nonsense) => {
    const file = join(scratchFolder(), 'lock.json');
    writeFileSync(file, nonsense);
    await takeLock(file);
    expect(JSON.parse(readFileSync(file, 'utf8'))).toMatchObject({ holder: identify(process.pid) });
  });

  it('ends what a killed holder left running, and nothing else', async () => {
    const file = join(scratchFolder(), 'lock.json');
    const left = bystander();
    const stranger = bystander();
    const children = [left, { ...stranger, started: 'before that one' }];
    writeFileSync(file, JSON.stringify({ holder: DEAD, children }));
    await takeLock(file);
    expect(isRunning(left)).toBe(false);
    expect(isRunning(stranger)).toBe(true);
  });

  it('remembers the children of its holder', async () => {
    const file = join(scratchFolder(), 'lock.json');
    const lock = await takeLock(file);
    const child = bystander();
    lock.addChild(child.pid);
    expect(JSON.parse(readFileSync(file, 'utf8'))).toEqual({ holder: identify(process.pid), children: [child] });
  });

  it('goes to one of several who take a dead one over at the same time', async () => {
    const file = join(scratchFolder(), 'lock.json');
    writeFileSync(file, JSON.stringify({ holder: DEAD, children: [] }));
    const results = await Promise.allSettled([takeLock(file), takeLock(file), takeLock(file)]);
    expect(results.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
  });
});
