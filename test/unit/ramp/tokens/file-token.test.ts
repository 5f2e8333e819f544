import { mkdirSync, mkdtempSync, renameSync, rmSync, symlinkSync, truncateSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Logger } from '@nestjs/common';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { FileToken } from '#src/ramp/tokens/file-token.js';
import { Secret } from '#src/platform/callers/secret.js';
import { OutageLog } from '#src/platform/telemetry/outage-log.js';
import { ProcessTime } from '#src/platform/time/time.js';

Logger.overrideLogger(false);

let folder: string;
let path: string;
let outages: OutageLog;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'token-'));
  path = join(folder, 'token');
  outages = new OutageLog(new Logger('Test'), 'access_token_file');
});
afterEach(() => {
  rmSync(folder, { recursive: true });
});

const source = (): FileToken => new FileToken(path, new Secret('at-start'), outages, new ProcessTime());

async function read(from: FileToken): Promise<string> {
  return (await from.find()).reveal();
}

describe('a token in a file', () => {
  it('is the present content, without the line end', async () => {
    const tokens = source();
    writeFileSync(path, 'first\n');
    expect(await read(tokens)).toBe('first');
    writeFileSync(path, 'later\r\n');
    expect(await read(tokens)).toBe('later');
  });

  it.each<[string, () => void]>([
    ['is missing', () => rmSync(path)],
    ['is empty', () => truncateSync(path)],
    ['holds blanks', () => writeFileSync(path, ' \n')],
    ['holds what no header carries', () => writeFileSync(path, 'half of\na token')],
    [
      'is a folder',
      () => {
        rmSync(path);
        mkdirSync(path);
      },
    ],
  ])('stays the same while the file %s, and is read again afterwards', async (_, breakIt) => {
    const tokens = source();
    writeFileSync(path, 'good');
    expect(await read(tokens)).toBe('good');
    breakIt();
    expect(await read(tokens)).toBe('good');
    rmSync(path, { recursive: true, force: true });
    writeFileSync(path, 'better');
    expect(await read(tokens)).toBe('better');
  });

  it('is the content at start until the file is valid again', async () => {
    expect(await read(source())).toBe('at-start');
  });

  it("follows swapped links, as Kubernetes swaps a secret's folder", async () => {
    for (const version of ['1', '2']) {
      mkdirSync(join(folder, version));
      writeFileSync(join(folder, version, 'token'), `of-version-${version}`);
    }
    symlinkSync('1', join(folder, '..data'));
    symlinkSync(join('..data', 'token'), path);
    const tokens = source();
    expect(await read(tokens)).toBe('of-version-1');
    symlinkSync('2', join(folder, '..next'));
    renameSync(join(folder, '..next'), join(folder, '..data'));
    expect(await read(tokens)).toBe('of-version-2');
  });

  it('is the same for concurrent callers', async () => {
    writeFileSync(path, 'one');
    const tokens = source();
    expect(new Set(await Promise.all(Array.from({ length: 20 }, () => read(tokens))))).toEqual(new Set(['one']));
  });
});
