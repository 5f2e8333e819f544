import { spawn } from 'node:child_process';
import type { ChildProcess } from 'node:child_process';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import { LockedError, takeLock } from '#tools/demo/lock.mjs';
import { identify, isRunning } from '#scripts/lib/processes.mjs';
import type { ProcessId } from '#scripts/lib/processes.mjs';
import { scratchFolder } from '../../../test/unit/scripts/scratch.js';

function bystander(): ProcessId {
  const child: ChildProcess = spawn(process.execPath, ['-e', 'setInterval(() => {}, 1000)'], { stdio: 'ignore' });
  onTestFinished(() => {
    child.kill('SIGKILL');
  });
  const id = identify(child.pid!);
  if (!id) throw new Error('it did not start');
  return id;
}

/** No process started at this time. */
const DEAD: ProcessId = { pid: process.pid, started: 'long ago' };

describe('demo lock', () => {
  it('has one holder', async () => {
    const file = join(scratchFolder(), 'lock.json');
    const lock = await takeLock(file);
    await expect(takeLock(file)).rejects.toThrow(LockedError);
    await expect(takeLock(file)).rejects.toThrow(String(process.pid));
    lock.release();
    expect(existsSync(file)).toBe(false);
    (await takeLock(file)).release();
  });

  it('is taken over from a dead holder whose pid was reused', async () => {
    const file = join(scratchFolder(), 'lock.json');
    writeFileSync(file, JSON.stringify({ holder: DEAD, children: [] }));
    await takeLock(file);
    expect(JSON.parse(readFileSync(file, 'utf8'))).toMatchObject({ holder: identify(process.pid) });
  });

  it.each(['', '{', '[]', 'null'])('is taken over if invalid: %j', async (nonsense) => {
    const file = join(scratchFolder(), 'lock.json');
    writeFileSync(file, nonsense);
    await takeLock(file);
    expect(JSON.parse(readFileSync(file, 'utf8'))).toMatchObject({ holder: identify(process.pid) });
  });

  it('ends the children of a killed holder, and nothing else', async () => {
    const file = join(scratchFolder(), 'lock.json');
    const left = bystander();
    const stranger = bystander();
    const children = [left, { ...stranger, started: 'before that one' }];
    writeFileSync(file, JSON.stringify({ holder: DEAD, children }));
    await takeLock(file);
    expect(isRunning(left)).toBe(false);
    expect(isRunning(stranger)).toBe(true);
  });

  it("stores its holder's children", async () => {
    const file = join(scratchFolder(), 'lock.json');
    const lock = await takeLock(file);
    const child = bystander();
    lock.addChild(child.pid);
    expect(JSON.parse(readFileSync(file, 'utf8'))).toEqual({ holder: identify(process.pid), children: [child] });
  });

  it('goes to one of several takers of a dead lock', async () => {
    const file = join(scratchFolder(), 'lock.json');
    writeFileSync(file, JSON.stringify({ holder: DEAD, children: [] }));
    const results = await Promise.allSettled([takeLock(file), takeLock(file), takeLock(file)]);
    expect(results.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
  });
});
