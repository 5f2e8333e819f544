import { describe, expect, it } from 'vitest';
import { judgeDestination } from '#src/catalog/rules/destination.js';
import { tidyAddress } from '#src/platform/addresses/tidy.js';
import { inFours, judgeAddress, judgeMemo } from '#web/src/checkout/rules/destination.js';
import type { AddressVerdict, Judge, MemoVerdict } from '#web/src/checkout/rules/destination.js';

const judge: Judge = (destination) => judgeDestination(destination, { families: new Map(), memoRequired: ['BNB'] });

const EVM = '0x52908400098527886E0F7030069857D2E4169EE7';
const TRON = 'TNMcQVGPzqH9ZfMCSY4PNrukevtDgp24dK';
const RIPPLE = 'rf1BiGeXwwQoi8Z2ueFYTEXSwuJYfV2Jpn';
const STELLAR = 'GA7QYNF7SOWQ3GLR2BGMZEHXAVIRZA4KVWLTJJFC7MGXUA74P7UJVSGZ';
const MUXED = 'MA7QYNF7SOWQ3GLR2BGMZEHXAVIRZA4KVWLTJJFC7MGXUA74P7UJUAAAAAAAAAAAACJUQ';
const BEACON = 'bnb1grpf0955h0ykzq3ar5nmum7y6gdfl6lxfn46h2';

describe('address input', () => {
  it.each<[network: string, address: string, verdict: AddressVerdict]>([
    ['ETH', '', { kind: 'empty' }],
    ['ETH', EVM, { kind: 'ok' }],
    ['TRX', TRON, { kind: 'ok' }],
    ['TRX', EVM, { kind: 'invalid', fits: ['ETH', 'BSC'] }],
    ['ETH', TRON, { kind: 'invalid', fits: ['TRX'] }],
    ['ETH', EVM.slice(0, -1), { kind: 'invalid', fits: [] }],
    ['ETH', EVM.replace('E7', 'e7'), { kind: 'invalid', fits: [] }],
    ['BNB', BEACON, { kind: 'ok' }],
  ])('on %s: %s', (network, address, verdict) => {
    const others = ['ETH', 'BSC', 'TRX'].filter((name) => name !== network);
    expect(judgeAddress(judge, network, address, others)).toEqual(verdict);
  });

  it.each([
    [` ${EVM}\n`, EVM],
    [`${TRON.slice(0, 9)} ${TRON.slice(9)}`, TRON],
    [`\u200b${EVM}\ufeff\u2060`, EVM],
    ['', ''],
  ])('drops copied extras: %j', (text, address) => {
    expect(tidyAddress(text)).toBe(address);
  });
});

it.each([
  [EVM, '0x52 9084 0009 8527 886E 0F70 3006 9857 D2E4 169E E7'],
  ['12345678', '1234 5678'],
  ['123', '123'],
  ['', ''],
])('is shown in groups of four: %s', (address, shown) => {
  expect(inFours(address)).toBe(shown);
});

describe('memo input', () => {
  it.each<[network: string, address: string, memo: string, verdict: MemoVerdict]>([
    ['ETH', EVM, '', 'ok'],
    ['BNB', BEACON, '', 'required'],
    ['BNB', BEACON, '1001', 'ok'],
    ['BNB', BEACON, 'two words', 'ok'],
    ['BNB', BEACON, ' 1', 'characters'],
    ['BNB', BEACON, 'ü', 'characters'],
    ['BNB', BEACON, '1'.repeat(129), 'characters'],
    ['XRP', RIPPLE, '', 'ok'],
    ['XRP', RIPPLE, '4294967295', 'ok'],
    ['XRP', RIPPLE, '4294967296', 'format'],
    ['XRP', RIPPLE, 'abc', 'format'],
    ['XLM', STELLAR, 'a'.repeat(28), 'ok'],
    ['XLM', STELLAR, 'a'.repeat(29), 'format'],
    ['XLM', MUXED, '', 'ok'],
    ['XLM', MUXED, '7', 'inside'],
    ['XLM', MUXED, 'a'.repeat(29), 'inside'],
  ])('on %s to %s: %j', (network, address, memo, verdict) => {
    expect(judgeMemo(judge, network, address, memo)).toBe(verdict);
  });
});
