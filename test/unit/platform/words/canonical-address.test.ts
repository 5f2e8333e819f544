import { sha256 } from '@noble/hashes/sha2.js';
import { base58xrp, base64, base64url, bech32, bech32m } from '@scure/base';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { canonicalAddress, haveDifferentTags } from '#src/platform/addresses/canonical.js';
import { crc16 } from '#src/platform/addresses/encodings.js';
import { rippleDestination } from '#src/platform/addresses/memo-networks.js';
import { INVALID, VALID } from '../../catalog/address-vectors.js';

const TON_RAW = '0:ca6e321c7cce9ecedf0a8ca2492ec8592494aa5fb5ce0387dff96ef6af982a3e';
const TON_MASTER = '-1:e56754f83426f69b09267bd876ac97c44821345b7e266bd956a7bfbfb98df35c';
const MWEB =
  'ltcmweb1qqt9rwznnxzkghv4s5wgtwxs0m0ry6n3atp95f47slppapxljde3xyqmdlnrc8ag7y2k354jzdc4pc4ks0kr43jehr77lngdecgh6689nn5mgv5yn';

describe('canonical address', () => {
  it.each([
    ['EVM with its checksum', VALID.evm[4], '0x5aaeb6053f3e94c9b9a09f33669435e7ef1beaed'],
    ['EVM in mixed case', '0x5aaeB6053F3E94C9b9A09f33669435E7Ef1BeAed', '0x5aaeb6053f3e94c9b9a09f33669435e7ef1beaed'],
    ['bech32', 'BC1QW508D6QEJXTDG4Y5R3ZARVARY0C5XW7KV8F3T4', 'bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t4'],
    ['bech32m', 'BC1SW50QGDZ25J', 'bc1sw50qgdz25j'],
    ['a test network', 'TB1QW508D6QEJXTDG4Y5R3ZARVARY0C5XW7KXPJZSX', 'tb1qw508d6qejxtdg4y5r3zarvary0c5xw7kxpjzsx'],
    ['MWEB', MWEB.toUpperCase(), MWEB],
    ['Litecoin', VALID.litecoin[6]?.toUpperCase(), VALID.litecoin[6]],
    ['Beacon Chain', 'BNB1GRPF0955H0YKZQ3AR5NMUM7Y6GDFL6LXFN46H2', 'bnb1grpf0955h0ykzq3ar5nmum7y6gdfl6lxfn46h2'],
    ['TON, bounceable', 'EQDKbjIcfM6ezt8KjKJJLshZJJSqX7XOA4ff-W72r5gqPrHF', TON_RAW],
    ['TON, not bounceable', 'UQDKbjIcfM6ezt8KjKJJLshZJJSqX7XOA4ff-W72r5gqPuwA', TON_RAW],
    ['TON, the other alphabet', 'EQDKbjIcfM6ezt8KjKJJLshZJJSqX7XOA4ff+W72r5gqPrHF', TON_RAW],
    ['TON, raw in capitals', TON_RAW.toUpperCase(), TON_RAW],
    ['TON, masterchain', 'Uf_lZ1T4NCb2mwkme9h2rJfESCE0W34ma9lWp7-_uY3zXGYv', TON_MASTER],
    ['XRP without a tag', 'X7AcgcsBL6XDcUb289X4mJ8djcdyKaB5hJDWMArnXr61cqZ', 'r9cZA1mLK5R5Am25ArfXFmqgNwjZgnfk59'],
    ['XRP with tag 1', 'X7AcgcsBL6XDcUb289X4mJ8djcdyKaGZMhc9YTE92ehJ2Fu', 'r9cZA1mLK5R5Am25ArfXFmqgNwjZgnfk59'],
    ['XRP, another', 'XVLhHMPHU98es4dbozjVtdWzVrDjtV8AqEL4xcZj5whKbmc', 'rGWrZyQqhTp9Xu7G5Pkayo7bXjH4k4QYpf'],
  ])('%s', (_, address, canonical) => expect(canonicalAddress(address ?? '')).toBe(canonical));

  it.each([
    ...VALID.solana,
    ...VALID.tron,
    ...VALID.dogecoin,
    ...VALID.stellar,
    ...VALID.bitcoin.slice(0, 4),
    ...VALID.litecoin.slice(0, 6),
    ...INVALID.ripple,
    ...INVALID.ton,
    ...INVALID.stellar,
    'bc1QW508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t4',
    'BC1QW508D6QEJXTDG4Y5R3ZARVARY0C5XW7KV8F3T5',
    'COSMOS1',
    '',
  ])('is the text itself if there is one form or the text is uncertain: %s', (address) =>
    expect(canonicalAddress(address)).toBe(address),
  );

  it('is idempotent and never throws', () => {
    const known = fc.constantFrom(...Object.values(VALID).flat(), ...Object.values(INVALID).flat());
    const anyUnits = fc.array(fc.nat(0xffff), { maxLength: 300 }).map((units) => String.fromCharCode(...units));
    const text = fc.oneof(known, anyUnits, fc.base64String({ maxLength: 60 }));
    fc.assert(
      fc.property(text, (address) => {
        const canonical = canonicalAddress(address);
        expect(canonicalAddress(canonical)).toBe(canonical);
      }),
    );
  });

  // Decoding it as base58 would exceed the test's timeout.
  it('is the text itself for overlong text', () => {
    const endless = 'p'.repeat(150_000);
    expect(canonicalAddress(endless)).toBe(endless);
    expect(haveDifferentTags(endless, endless)).toBe(false);
  });
});

it.each([
  ['r9cZA1mLK5R5Am25ArfXFmqgNwjZgnfk59', 'unsaid'],
  ['X7AcgcsBL6XDcUb289X4mJ8djcdyKaB5hJDWMArnXr61cqZ', 'none'],
  ['X7AcgcsBL6XDcUb289X4mJ8djcdyKaGZMhc9YTE92ehJ2Fu', 1],
])('XRP address %s: the tag is %s', (address, tag) => {
  expect(rippleDestination(address)).toEqual({ account: 'r9cZA1mLK5R5Am25ArfXFmqgNwjZgnfk59', tag });
});

describe('canonical address: accounts', () => {
  const bytes = (length: number): fc.Arbitrary<Uint8Array> => fc.uint8Array({ minLength: length, maxLength: length });
  const hex = (of: Uint8Array): string => Buffer.from(of).toString('hex');
  const bothCases = (text: string): string[] => [text, text.toUpperCase()];

  const ton = (workchain: 0 | -1, account: Uint8Array): string[] => [
    ...bothCases(`${workchain}:${hex(account)}`),
    ...[0x11, 0x51].flatMap((flag) => {
      const body = Uint8Array.of(flag, workchain & 0xff, ...account);
      const whole = Uint8Array.of(...body, crc16(body) >> 8, crc16(body) & 0xff);
      return [base64.encode(whole), base64url.encode(whole)];
    }),
  ];
  const xrpText = (body: Uint8Array): string =>
    base58xrp.encode(Uint8Array.of(...body, ...sha256(sha256(body)).subarray(0, 4)));
  const tagged = (account: Uint8Array, flag: 0 | 1, tag: number): string => {
    const four = Buffer.alloc(4);
    four.writeUInt32LE(tag);
    return xrpText(Uint8Array.of(0x05, 0x44, ...account, flag, ...four, 0, 0, 0, 0));
  };
  const ripple = (account: Uint8Array): string[] => [
    xrpText(Uint8Array.of(0, ...account)),
    tagged(account, 0, 0),
    tagged(account, 1, 0),
    tagged(account, 1, 0xffffffff),
  ];
  const witness = (prefix: string, version: 0 | 1, program: Uint8Array): string[] => {
    const words = [version, ...bech32.toWords(program)];
    return bothCases((version === 0 ? bech32 : bech32m).encode(prefix, words, 128));
  };

  const kinds: readonly [string, number, (account: Uint8Array) => string[]][] = [
    ['EVM', 20, (account) => [`0x${hex(account)}`, `0x${hex(account).toUpperCase()}`]],
    ['TON', 32, (account) => ton(0, account)],
    ['TON, masterchain', 32, (account) => ton(-1, account)],
    ['XRP', 20, ripple],
    ['witness', 20, (account) => witness('bc', 0, account)],
    ['taproot', 32, (account) => witness('bc', 1, account)],
    ['Litecoin', 20, (account) => witness('ltc', 0, account)],
    ['MWEB', 66, (account) => witness('ltcmweb', 0, account)],
    ['Beacon Chain', 20, (account) => bothCases(bech32.encode('bnb', bech32.toWords(account)))],
  ];

  it.each(kinds)('%s: all forms of an account are equal, and two accounts never', (_, length, forms) => {
    const place = fc.tuple(fc.nat(length - 1), fc.integer({ min: 0, max: 7 }));
    fc.assert(
      fc.property(bytes(length), place, (account, [at, bit]) => {
        const neighbour = account.map((byte, index) => (index === at ? byte ^ (1 << bit) : byte));
        const ours = new Set(forms(account).map((address) => canonicalAddress(address)));
        const theirs = forms(neighbour).map((address) => canonicalAddress(address));
        expect(ours.size).toBe(1);
        expect(theirs.some((text) => ours.has(text))).toBe(false);
      }),
    );
  });

  it('tags in both addresses are compared; a classic address states none', () => {
    const tag = fc.oneof(fc.constantFrom(0, 'none' as const), fc.nat(0xffffffff));
    fc.assert(
      fc.property(bytes(20), tag, tag, (account, one, other) => {
        const address = (said: number | 'none'): string =>
          said === 'none' ? tagged(account, 0, 0) : tagged(account, 1, said);
        const classic = xrpText(Uint8Array.of(0, ...account));
        expect(haveDifferentTags(address(one), address(other))).toBe(one !== other);
        expect(haveDifferentTags(address(one), address(one))).toBe(false);
        expect([haveDifferentTags(address(one), classic), haveDifferentTags(classic, address(one))]).toEqual([
          false,
          false,
        ]);
      }),
    );
  });
});
