import { existsSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { findPostmaster, parsePostmasterPid } from '#scripts/lib/postgres/postmaster.mjs';
import { hintOn } from '#scripts/lib/postgres/cluster.mjs';
import { scratchFolder } from './scratch.js';

const FILE = ['4711', '/data', '1763692800', '54321', '', '127.0.0.1', ' 16777216 3', 'ready   ', ''].join('\n');

describe('postmaster.pid', () => {
  it('has pid, port and status', () => {
    expect(parsePostmasterPid(FILE)).toEqual({ pid: 4711, port: 54_321, status: 'ready' });
  });

  it('may be incomplete just after the start', () => {
    expect(parsePostmasterPid('4711\n/data\n')).toEqual({ pid: 4711, port: 0, status: '' });
  });

  it('missing: no server', () => {
    expect(findPostmaster(scratchFolder())).toBeUndefined();
  });

  it.each([
    ['of a dead process', 2 ** 22 + 1],
    ['whose pid was reused', process.pid],
  ])('is removed if it is one %s', (_, pid) => {
    const data = scratchFolder();
    const pidFile = join(data, 'postmaster.pid');
    writeFileSync(pidFile, FILE.replace('4711', String(pid)));
    expect(findPostmaster(data)).toBeUndefined();
    expect(existsSync(pidFile)).toBe(false);
  });
});

it.each([
  ['initdb: could not look up effective user ID 54321: user does not exist', true],
  ['initdb: error: could not look up effective user ID 54321: user does not exist', true],
  ['initdb: error: directory "/x" exists but is not empty', false],
])('initdb says "%s": a Postgres of one’s own is named where it helps', (output, isHelped) => {
  expect(hintOn(output).includes('DATABASE_URL')).toBe(isHelped);
});
