import { base58, createBase58check as base58checkOf, bech32 } from '@scure/base';
import { sha256 } from '@noble/hashes/sha2.js';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { canonicalMemo, spellingsOf } from '#src/platform/addresses/canonical.js';
import { canonicalNetwork, NETWORKS } from '#src/platform/addresses/networks.js';
import { sameAddressOn, sameCoinOn } from '#src/orders/decisions/same-value.js';

const base58check = base58checkOf(sha256);
const hex = (bytes: Uint8Array): string => Buffer.from(bytes).toString('hex');
const capitals = (text: string): string[] => [text, text.toUpperCase()];
/** With or without `0x` and leading zeros, in either case. */
const numbers = (bytes: Uint8Array): string[] => {
  const digits = hex(bytes);
  const short = digits.replace(/^0+/, '') || '0';
  return [
    `0x${digits}`,
    `0X${digits.toUpperCase()}`,
    digits,
    digits.toUpperCase(),
    `0x${short}`,
    `0x${digits.replace(/^0/, '')}`,
  ];
};
const bech = (prefix: string, bytes: Uint8Array): string[] =>
  capitals(bech32.encode(prefix, bech32.toWords(bytes), false));
const tron = (bytes: Uint8Array): string[] => [
  base58check.encode(Uint8Array.of(0x41, ...bytes)),
  ...capitals(`41${hex(bytes)}`),
  `0x41${hex(bytes)}`,
  `0x${hex(bytes)}`,
];
const litecoinScript = (bytes: Uint8Array): string[] =>
  [0x05, 0x32].map((version) => base58check.encode(Uint8Array.of(version, ...bytes)));

const SPELLED: readonly [network: string, length: number, forms: (account: Uint8Array) => string[]][] = [
  ['ETH', 20, (account) => numbers(account)],
  ['Arbitrum One', 20, (account) => numbers(account)],
  ['SUI', 32, numbers],
  ['Aptos', 32, numbers],
  ['STARKNET', 31, numbers],
  ['TRX', 20, tron],
  ['NEAR', 32, (account) => [...capitals(hex(account)), `0x${hex(account)}`]],
  ['BTC', 21, (account) => bech('bc', Uint8Array.of(0, ...account.subarray(1)))],
  ['ATOM', 20, (account) => bech('cosmos', account)],
  ['OSMO', 20, (account) => bech('osmo', account)],
  [
    'ADA',
    57,
    (account) => {
      const bytes = Uint8Array.of(0x01, ...account.subarray(1));
      return [...bech('addr', bytes), ...capitals(hex(bytes))];
    },
  ],
  ...['INJ', 'ZIL', 'ONE', 'EVMOS'].map((name): (typeof SPELLED)[number] => [
    name,
    20,
    (account) => [...bech(name.toLowerCase(), account), ...numbers(account)],
  ]),
  ['RONIN', 20, (account) => [`ronin:${hex(account)}`, `0x${hex(account)}`]],
  ['ETH', 20, (account) => [`ethereum:0x${hex(account)}`, `eth:0x${hex(account)}`, `0x${hex(account)}`]],
  ['LTC', 20, litecoinScript],
  ['A-CHAIN-NOBODY-KNOWS', 20, (account) => [`0x${hex(account)}`, hex(account).toUpperCase()]],
  ['A-CHAIN-NOBODY-KNOWS', 20, (account) => bech('abc', account)],
];

describe('account spellings', () => {
  it.each(SPELLED)('%s: all forms are equal, and differ from another account', (network, length, forms) => {
    const isSame = sameAddressOn(network);
    const account = fc.uint8Array({ minLength: length, maxLength: length });
    // The first byte may be that of a header.
    const place = fc.tuple(fc.integer({ min: 1, max: length - 1 }), fc.nat(7));
    fc.assert(
      fc.property(account, place, (ours, [at, bit]) => {
        const theirs = ours.map((byte, index) => (index === at ? byte ^ (1 << bit) : byte));
        const [first = ''] = forms(ours);
        expect(forms(ours).filter((form) => !isSame(first, form) || !isSame(form, first))).toEqual([]);
        expect(forms(theirs).filter((form) => isSame(first, form) || isSame(form, first))).toEqual([]);
      }),
      { numRuns: 50 },
    );
  });

  it.each<[network: string, one: string, other: string]>([
    [
      'SUI',
      '0x02a212de6a9dfa3a69e22387acfbafbb1a9e591bd9d636e7895dcfc8de05f331',
      '0X2A212DE6A9DFA3A69E22387ACFBAFBB1A9E591BD9D636E7895DCFC8DE05F331',
    ],
    ['TRX', 'TR7NHqjeKQxGTCi8q8ZY4pL8otSzgjLj6t', '41a614f803b6fd780986a42c78ec9c7f77e6ded13c'],
    ['BCH', '1BpEi6DfDAUFd7GtittLSdBeYJvcoaVggu', 'bitcoincash:qpm2qsznhks23z7629mms6s4cwef74vcwvy22gdx6a'],
    ['BCH', '3CWFddi6m4ndiGyKqzYvsFYagqDLPVMTzC', 'ppm2qsznhks23z7629mms6s4cwef74vcwvn0h829pq'],
    ['BCH', 'qpm2qsznhks23z7629mms6s4cwef74vcwvy22gdx6a', 'BITCOINCASH:QPM2QSZNHKS23Z7629MMS6S4CWEF74VCWVY22GDX6A'],
    ['DOT', '15oF4uVJwmo4TdGW7VfQxNLavjCXviqxT9S1MgbjMNHr6Sp5', '5GrwvaEF5zXb26Fz9rcQpDWS57CtERHpNehXCPcNoHGKutQY'],
    [
      'DOT',
      '15oF4uVJwmo4TdGW7VfQxNLavjCXviqxT9S1MgbjMNHr6Sp5',
      '0xd43593c715fdd31c61141abd04a99fd6822c8558854ccde39a5684e7a56da27d',
    ],
    [
      'XLM',
      'GA7QYNF7SOWQ3GLR2BGMZEHXAVIRZA4KVWLTJJFC7MGXUA74P7UJVSGZ',
      'MA7QYNF7SOWQ3GLR2BGMZEHXAVIRZA4KVWLTJJFC7MGXUA74P7UJUAAAAAAAAAAAACJUQ',
    ],
    ['HBAR', '0.0.123', '0.0.123-vfmkw'],
    ['XDC', 'xdc52908400098527886e0f7030069857d2e4169ee7', '0x52908400098527886E0F7030069857D2E4169EE7'],
    ['NEAR', 'alice.near', 'Alice.near'],
    ['KASPA', 'kaspa:qypqyp2y2pm5qkfcqj0yr2', 'qypqyp2y2pm5qkfcqj0yr2'],
    ['XEC', 'ecash:qpm2qsznhks23z7629mms6s4cwef74vcwva87rkuu2', 'qpm2qsznhks23z7629mms6s4cwef74vcwva87rkuu2'],
    [
      'NANO',
      'xrb_3t6k35gi95xu6tergt6p69ck76ogmitsa8mnijtpxm9fkcm736xtoncuohr3',
      'nano_3t6k35gi95xu6tergt6p69ck76ogmitsa8mnijtpxm9fkcm736xtoncuohr3',
    ],
    ['FIL', 'f1abjxfbp274xpdqcpuaykwkfb43omjotacm2p3za', 'F1ABJXFBP274XPDQCPUAYKWKFB43OMJOTACM2P3ZA'],
    ['LIGHTNING', `lnbc${'2e'.repeat(200)}`, `lightning:LNBC${'2E'.repeat(200)}`],
    ['Ethereum Mainnet', '0x52908400098527886E0F7030069857D2E4169EE7', '52908400098527886e0f7030069857d2e4169ee7'],
    ['Ethereum (ERC20)', '0x52908400098527886E0F7030069857D2E4169EE7', '52908400098527886e0f7030069857d2e4169ee7'],
  ])('%s: %s is %s', (network, one, other) => {
    expect([sameAddressOn(network)(one, other), sameAddressOn(network)(other, one)]).toEqual([true, true]);
  });

  it.each<[network: string, one: string, other: string]>([
    ['DOT', '15oF4uVJwmo4TdGW7VfQxNLavjCXviqxT9S1MgbjMNHr6Sp5', '15oF4uVJwmo4TdGW7VfQxNLavjCXviqxT9S1MgbjMNHr6Sp6'],
    ['BCH', 'qpm2qsznhks23z7629mms6s4cwef74vcwvy22gdx6a', 'ppm2qsznhks23z7629mms6s4cwef74vcwvn0h829pq'],
    ['BTC', '1BpEi6DfDAUFd7GtittLSdBeYJvcoaVggu', 'bitcoincash:qpm2qsznhks23z7629mms6s4cwef74vcwvy22gdx6a'],
    ['HBAR', '0.0.123', '0.0.1234'],
    ['NEAR', 'alice.near', 'al1ce.near'],
    ['INJ', 'inj1hkhdaj2a2clmq5jq6mspsggqs32vynpk228q3r', 'cosmos1hkhdaj2a2clmq5jq6mspsggqs32vynpkflpeux'],
    ['EOS', 'accountname1', 'Accountname1'],
    ['LIGHTNING', `lnbc${'2e'.repeat(200)}`, `lnbc${'2e'.repeat(199)}2a`],
  ])('%s: %s is not %s', (network, one, other) => {
    expect(sameAddressOn(network)(one, other)).toBe(false);
  });

  it.each(['SOL', 'TRX', 'XRP', 'DOGE', 'BTC', 'DOT', 'XMR', 'XTZ', 'A-CHAIN-NOBODY-KNOWS'])(
    '%s: another letter case of base58 is another account',
    (network) => {
      const text = fc.uint8Array({ minLength: 25, maxLength: 35 }).map((bytes) => base58.encode(bytes));
      fc.assert(
        fc.property(text, fc.nat(), (address, at) => {
          const letters = [...address].flatMap((letter, index) => (/[a-z]/i.test(letter) ? [index] : []));
          const place = letters[at % letters.length] ?? 0;
          const letter = address.charAt(place);
          const flipped = letter === letter.toUpperCase() ? letter.toLowerCase() : letter.toUpperCase();
          const other = address.slice(0, place) + flipped + address.slice(place + 1);
          expect(sameAddressOn(network)(address, other)).toBe(false);
        }),
        { numRuns: 50 },
      );
    },
  );
});

describe('network names', () => {
  it.each(NETWORKS.map(({ names }) => names))('%s and all other names of its row are one', (...names) => {
    expect(new Set(names.map(canonicalNetwork)).size).toBe(1);
    expect(NETWORKS.filter((row) => canonicalNetwork(row.names[0]!) === canonicalNetwork(names[0]!))).toHaveLength(1);
  });

  it.each([
    ['erc-20', 'ETH'],
    ['Arbitrum One', 'ARBITRUM'],
    ['BNB_Smart_Chain', 'BSC'],
    ['avax-c', 'AVAX'],
    ['Ethereum Mainnet', 'ETH'],
    ['Ethereum (ERC20)', 'ETH'],
    ['New-Net', 'NEWNET'],
  ])('%s is %s', (name, canonical) => expect(canonicalNetwork(name)).toBe(canonical));
});

it.each<[string, string, string | null, string | null]>([
  ['XRP', 'r9cZA1mLK5R5Am25ArfXFmqgNwjZgnfk59', '007', '7'],
  ['XRP', 'r9cZA1mLK5R5Am25ArfXFmqgNwjZgnfk59', '0', '0'],
  ['ripple', 'X7AcgcsBL6XDcUb289X4mJ8djcdyKaGZMhc9YTE92ehJ2Fu', null, '1'],
  ['XRP', 'X7AcgcsBL6XDcUb289X4mJ8djcdyKaB5hJDWMArnXr61cqZ', null, null],
  ['XLM', 'GA7QYNF7SOWQ3GLR2BGMZEHXAVIRZA4KVWLTJJFC7MGXUA74P7UJVSGZ', '007', '007'],
  ['XLM', 'GA7QYNF7SOWQ3GLR2BGMZEHXAVIRZA4KVWLTJJFC7MGXUA74P7UJVSGZ', 'A1'.repeat(32), 'a1'.repeat(32)],
  ['TON', 'UQDKbjIcfM6ezt8KjKJJLshZJJSqX7XOA4ff-W72r5gqPuwA', '007', '007'],
  ['EOS', 'accountname1', 'Memo', 'Memo'],
])('the memo on %s to %s: %s is %s', (network, address, memo, canonical) => {
  expect(canonicalMemo(network, address, memo)).toBe(canonical);
});

describe('a coin’s name may end with its network', () => {
  it.each([
    ['USDT', 'USDT-ERC20', 'ETH', true],
    ['USDT', 'usdt_erc20', 'Ethereum', true],
    ['USDT', 'USDT (ERC20)', 'ETH', true],
    ['USDT', 'USDT.BNB Smart Chain', 'BSC', true],
    ['USDT', 'USDT-Ethereum Mainnet', 'ETH', true],
    ['USDT-TRC20', 'USDT TRX', 'TRX', true],
    ['USDT', 'USDT-TRC20', 'ETH', false],
    ['USDC', 'USDC.e', 'AVAX', false],
    ['USDT', 'USDC-ERC20', 'ETH', false],
    ['USDT', 'USDT-', 'ETH', false],
    ['USDT', '-ERC20', 'ETH', false],
    ['USDT', 'USDT-ERC20', null, false],
  ])('%s and %s on %s: %s', (one, other, network, isSame) => {
    expect([sameCoinOn(network)(one, other), sameCoinOn(network)(other, one)]).toEqual([isSame, isSame]);
  });
});

describe('account spellings: a search', () => {
  const ton = 'UQDKbjIcfM6ezt8KjKJJLshZJJSqX7XOA4ff-W72r5gqPuwA';
  it.each([
    ['0x52908400098527886E0F7030069857D2E4169EE7', '52908400098527886e0f7030069857d2e4169ee7'],
    [
      '0x2a212de6a9dfa3a69e22387acfbafbb1a9e591bd9d636e7895dcfc8de05f331',
      '0x02a212de6a9dfa3a69e22387acfbafbb1a9e591bd9d636e7895dcfc8de05f331',
    ],
    ['0:ca6e321c7cce9ecedf0a8ca2492ec8592494aa5fb5ce0387dff96ef6af982a3e', ton],
    [ton, ton.replace('-', '+')],
    ['41a614f803b6fd780986a42c78ec9c7f77e6ded13c', 'TR7NHqjeKQxGTCi8q8ZY4pL8otSzgjLj6t'],
    ['X7AcgcsBL6XDcUb289X4mJ8djcdyKaGZMhc9YTE92ehJ2Fu', 'r9cZA1mLK5R5Am25ArfXFmqgNwjZgnfk59'],
    ['qpm2qsznhks23z7629mms6s4cwef74vcwvy22gdx6a', 'bitcoincash:qpm2qsznhks23z7629mms6s4cwef74vcwvy22gdx6a'],
    [' A-1001 ', 'A-1001'],
  ])('for %s looks for %s too', (text, stored) => expect(spellingsOf(text)).toContain(stored.toLowerCase()));
});
