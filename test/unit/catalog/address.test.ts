import { describe, expect, it } from 'vitest';
import { isPossibleAddress } from '../../../src/catalog/rules/address.js';
import { isMemoRequired } from '../../../src/catalog/rules/memo.js';

/** The examples in the text of EIP-55. */
const EIP_55 = [
  '0x52908400098527886E0F7030069857D2E4169EE7',
  '0x8617E340B3D01FA5F11F306F4090FD50E238070D',
  '0xde709f2102306220921060314715629080e2fb77',
  '0x27b1fdb04752bbc536007a920d24acb045561c26',
  '0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed',
  '0xfB6916095ca1df60bB79Ce92cE3Ea74c37c5d359',
  '0xdbF03B407c01E7cD3CBea99509d93f8DDDC8C6FB',
  '0xD1220A0cf47c7B9Be7A2E6BA89F429762e7b9aDb',
];
const MIXED = EIP_55.slice(4);
const BEACON = 'bnb1grpf0955h0ykzq3ar5nmum7y6gdfl6lxfn46h2';

describe('isPossibleAddress', () => {
  it.each(EIP_55)('takes %s, in its own case, and in one case', (address) => {
    expect(isPossibleAddress('ETH', address)).toBe(true);
    expect(isPossibleAddress('ETH', address.toLowerCase())).toBe(true);
    expect(isPossibleAddress('ETH', `0x${address.slice(2).toUpperCase()}`)).toBe(true);
  });

  it.each(MIXED)('refuses %s with one letter in the other case', (address) => {
    const letters = [...address.matchAll(/[a-fA-F]/g)].map(({ index }) => index);
    for (const at of letters) {
      const letter = address.charAt(at);
      const other = letter === letter.toLowerCase() ? letter.toUpperCase() : letter.toLowerCase();
      expect(isPossibleAddress('ETH', address.slice(0, at) + other + address.slice(at + 1))).toBe(false);
    }
  });

  it.each([
    'ETH',
    'BSC',
    'MATIC',
    'POL',
    'POLYGON',
    'ARBITRUM',
    'ARB',
    'OP',
    'OPTIMISM',
    'BASE',
    'AVAX',
    'AVAXC',
    'FTM',
    'LINEA',
    'eth',
  ])('on %s an address is an EVM address', (network) => {
    expect(isPossibleAddress(network, EIP_55[0]!)).toBe(true);
    expect(isPossibleAddress(network, BEACON)).toBe(false);
  });

  it.each([
    EIP_55[0]!.slice(2),
    EIP_55[0]!.slice(0, -1),
    `${EIP_55[0]!}0`,
    EIP_55[0]!.replace('0x', '0X'),
    EIP_55[0]!.replace('5', 'g'),
    `${EIP_55[0]!}\n`,
    ` ${EIP_55[0]!}`,
    '0x',
    '',
  ])('is not an EVM address: %j', (address) => {
    expect(isPossibleAddress('ETH', address)).toBe(false);
  });

  it('on BNB, which is Beacon Chain, an address begins with bnb1', () => {
    expect(isPossibleAddress('BNB', BEACON)).toBe(true);
    for (const wrong of [
      EIP_55[0]!,
      BEACON.slice(0, -1),
      `${BEACON}q`,
      BEACON.replace('g', 'b'),
      `t${BEACON}`,
      'bnb1',
    ]) {
      expect(isPossibleAddress('BNB', wrong)).toBe(false);
    }
  });

  it.each(['TRX', 'BTC', 'SOL', 'TON', 'SOMETHING-NEW'])('on %s the provider decides', (network) => {
    expect(isPossibleAddress(network, 'anything-that-is-printable')).toBe(true);
  });

  it.each(['', 'a b', 'a\tb', 'a\u0000b', 'ä', 'a\u200bb', 'x'.repeat(257)])('on no network: %j', (address) => {
    expect(isPossibleAddress('TRX', address)).toBe(false);
  });

  it('takes 256 characters', () => {
    expect(isPossibleAddress('TRX', 'x'.repeat(256))).toBe(true);
  });
});

describe('isMemoRequired', () => {
  it.each([
    ['BNB', true],
    ['bnb', true],
    ['BSC', false],
    ['ETH', false],
    ['XRP', false],
  ])('%s: %s', (network, required) => {
    expect(isMemoRequired(network)).toBe(required);
  });
});
