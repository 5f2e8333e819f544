import { existsSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { findPostmaster, parsePostmasterPid } from '#scripts/lib/postgres/postmaster.mjs';
import { scratchFolder } from './scratch.js';

const FILE = ['4711', '/data', '1763692800', '54321', '', '127.0.0.1', ' 16777216 3', 'ready   ', ''].join('\n');

describe('postmaster.pid', () => {
  it('says who listens where', () => {
    expect(parsePostmasterPid(FILE)).toEqual({ pid: 4711, port: 54_321, status: 'ready' });
  });

  it('may be young', () => {
    expect(parsePostmasterPid('4711\n/data\n')).toEqual({ pid: 4711, port: 0, status: '' });
  });

  it('is not there: no server', () => {
    expect(findPostmaster(scratchFolder())).toBeUndefined();
  });

  it.each([
    ['of a process that is gone', 2 ** 22 + 1],
    ['whose pid a stranger got', process.pid],
  ])('is removed when it is one %s', (_, pid) => {
    const data = scratchFolder();
    const pidFile = join(data, 'postmaster.pid');
    writeFileSync(pidFile, FILE.replace('4711', String(pid)));
    expect(findPostmaster(data)).toBeUndefined();
    expect(existsSync(pidFile)).toBe(false);
  });
});
