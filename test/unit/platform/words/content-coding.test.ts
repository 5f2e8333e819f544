import { brotliCompressSync, deflateRawSync, deflateSync, gzipSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { FakeServer } from '#tools/fakes/server.mjs';
import { boundedText, unpacked, readRetryAfter } from '#src/platform/text/http-response.js';

const TEXT = '{"a":"ü"}';
const plain = Buffer.from(TEXT);
const gzipped = gzipSync(plain);
const BOM = Buffer.from([0xef, 0xbb, 0xbf]);

const GOOD: [encoding: string, body: Buffer][] = [
  ['gzip', gzipped],
  ['x-gzip', gzipped],
  ['GZIP', gzipped],
  ['X-GZip', gzipped],
  [' gzip ', gzipped],
  ['gzip, identity', gzipped],
  ['identity, gzip', gzipped],
  ['gzip,', gzipped],
  [',gzip , ,IDENTITY', gzipped],
  ['deflate', deflateSync(plain)],
  ['deflate', deflateRawSync(plain)],
  ['br', brotliCompressSync(plain)],
  ['gzip, br', brotliCompressSync(gzipped)],
  ['br, x-gzip', gzipSync(brotliCompressSync(plain))],
  ['identity', plain],
  ['Identity', plain],
  ['', plain],
  ['utf-8', plain],
  ['none', plain],
];

describe('a body without its codings', () => {
  it.each(GOOD)('is read of "%s"', async (encoding, body) => {
    expect((await unpacked(body, encoding, 1000))?.toString()).toBe(TEXT);
  });

  it.each([
    ['gzip', plain],
    ['br', gzipped],
    ['gzip, gzip', gzipped],
    ['gzip', gzipSync(Buffer.alloc(1001))],
    ['gzip, gzip', gzipSync(gzipSync(Buffer.alloc(1001)))],
    ['gzip, gzip, gzip, gzip, gzip, gzip', gzipped],
  ])('is none where it is broken or too long: "%s"', async (encoding, body) => {
    expect(await unpacked(body, encoding, 1000)).toBeNull();
  });

  it.each(['gzip', 'x-gzip, br'])('is empty where nothing came: "%s"', async (encoding) => {
    expect(await unpacked(Buffer.alloc(0), encoding, 1000)).toEqual(Buffer.alloc(0));
  });
});

describe('an answer to fetch', () => {
  let answer: [encoding: string, body: Buffer] = ['', plain];
  let server: FakeServer;
  beforeAll(async () => {
    server = await FakeServer.start((response) => response.setHeader('content-encoding', answer[0]).end(answer[1]));
  });
  afterAll(() => server.close());
  const text = async (most = 1000) => boundedText(await fetch(server.url), most);

  it.each(GOOD)('is unpacked once, of "%s"', async (encoding, body) => {
    answer = [encoding, body];
    expect(await text()).toBe(TEXT);
  });

  it('has no byte order mark', async () => {
    answer = ['', Buffer.concat([BOM, plain])];
    expect(await text()).toBe(TEXT);
  });

  it.each(['gzip', 'gzip, identity'])('is bounded as it is unpacked, of "%s"', async (encoding) => {
    answer = [encoding, gzipSync(Buffer.alloc(100_000))];
    await expect(text()).rejects.toThrow(/longer than 1000 bytes|cannot be unpacked/);
  });
});

const NOW = new Date('2026-11-22T10:00:00Z');

it.each([
  [null, null],
  ['0', 0],
  ['120', 120_000],
  ['Sun, 22 Nov 2026 10:00:07 GMT', 7000],
  ['Sun, 22 Nov 2026 09:00:00 GMT', 0],
  ['soon', null],
  ['-1', null],
  ['1.5', null],
  ['2026-11-22', null],
  ['', null],
])('Retry-After: %s is %s ms', (header, expected) => {
  expect(readRetryAfter(header, NOW)).toBe(expected);
});
