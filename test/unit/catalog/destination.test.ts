import { describe, expect, it } from 'vitest';
import { isChecked, isMemoRequired, judgeDestination, memoLabel } from '#src/catalog/rules/destination.js';
import type { DestinationVerdict } from '#src/catalog/rules/destination.js';
import { NETWORKS } from '#src/platform/addresses/networks.js';
import { networkSettings } from '#src/platform/config/read-ramp.js';
import { SettingsReader } from '#src/platform/config/reader.js';
import type { NetworkSettings, AddressFamily } from '#src/platform/addresses/networks.js';
import { VALID } from './address-vectors.js';

const decided = (environment: Record<string, string> = {}): NetworkSettings =>
  networkSettings(new SettingsReader(environment));

const DEFAULTS = decided();
const EVM = VALID.evm[0]!;
const BEACON = VALID.beacon_chain[0]!;
const [XRP, , , X_WITHOUT_TAG, X_WITH_TAG] = VALID.ripple as [string, string, string, string, string];
const [STELLAR, , MUXED] = VALID.stellar as [string, string, string];

function judge(network: string, address: string, memo: string | null = null, settings = DEFAULTS): DestinationVerdict {
  return judgeDestination({ network, address, memo }, settings);
}

describe('catalog: the address of a checkout', () => {
  it.each<[string, AddressFamily]>([
    ['ETH', 'evm'],
    ['Bsc', 'evm'],
    ['OPBNB', 'evm'],
    ['POLYGON', 'evm'],
    ['ARBITRUM', 'evm'],
    ['OPTIMISM', 'evm'],
    ['BASE', 'evm'],
    ['AVAX', 'evm'],
    ['FTM', 'evm'],
    ['LINEA', 'evm'],
    ['btc', 'bitcoin'],
    ['LTC', 'litecoin'],
    ['Doge', 'dogecoin'],
    ['TRX', 'tron'],
    ['SOL', 'solana'],
    ['TON', 'ton'],
    ['XRP', 'ripple'],
  ])('on %s must be of family %s', (network, family) => {
    expect(judge(network, VALID[family][0]!)).toEqual({ kind: 'ok' });
    expect(judge(network, BEACON)).toEqual({ kind: 'address_invalid' });
    expect(judge(network, `${VALID[family][0]!}x`)).toEqual({ kind: 'address_invalid' });
  });

  it('on BNB, the Beacon Chain, must not be of BSC', () => {
    expect(judge('BNB', BEACON, '7')).toEqual({ kind: 'ok' });
    expect(judge('BNB', EVM, '7')).toEqual({ kind: 'address_invalid' });
  });

  it.each(['SOMETHING-NEW', 'EOS', 'constructor', '__proto__'])('on %s is left to the provider', (network) => {
    expect(judge(network, 'anything-that-is-printable', 'memo')).toEqual({ kind: 'ok' });
    expect(judge(network, EVM)).toEqual({ kind: 'ok' });
    expect(judge(network, `lnbc${'x'.repeat(1000)}`, 'memo')).toEqual({ kind: 'ok' });
  });

  it.each(['', 'a b', 'a\tb', 'a\u0000b', 'ä', 'a\u200bb', 'x'.repeat(1025), `${EVM}\n`, ` ${EVM}`])(
    'is on no network: %j',
    (address) => {
      for (const network of ['ETH', 'SOMETHING-NEW']) {
        expect(judge(network, address)).toEqual({ kind: 'address_invalid' });
      }
    },
  );

  it('is checked by the family that the operator sets, or not at all', () => {
    const settings = decided({ RAMP_NETWORK_FAMILIES: 'cronos=evm, Old-Chain=ripple, TRX=none' });
    expect(judge('CRONOS', 'cro1something', null, settings)).toEqual({ kind: 'address_invalid' });
    expect(judge('Cronos', EVM, null, settings)).toEqual({ kind: 'ok' });
    expect(judge('CRONOS', 'cro1something')).toEqual({ kind: 'ok' });
    expect(judge('oldchain', XRP, 'no number', settings)).toMatchObject({ kind: 'memo_invalid' });
    expect(judge('TRX', 'anything', null, settings)).toEqual({ kind: 'ok' });
    expect(judge('TRX', VALID.bitcoin[4]!, null, settings)).toEqual({ kind: 'ok' });
    expect([isChecked('TRX', settings), isChecked('TRX', DEFAULTS), isChecked('ADA', DEFAULTS)]).toEqual([
      false,
      true,
      false,
    ]);
    expect(judge('BTC', 'anything', null, settings)).toEqual({ kind: 'address_invalid' });
  });
});

describe('catalog: the memo of a checkout', () => {
  it.each([
    ['BNB', true],
    ['bnb', true],
    ['BEP2', true],
    ['XLM', true],
    ['Stellar', true],
    ['EOS', true],
    ['KAVA', true],
    ['SEI', true],
    ['BSC', false],
    ['ETH', false],
    ['XRP', false],
    ['TON', false],
    ['SOMETHING-NEW', false],
  ])('on %s: required is %s', (network, required) => {
    expect(isMemoRequired(network, DEFAULTS)).toBe(required);
  });

  it('is required where the operator says so, under each name of the network', () => {
    const settings = decided({ RAMP_MEMO_REQUIRED: 'xrp,new-net' });
    expect(['XRP', 'ripple', 'NEWNET', 'BNB', 'XLM'].map((network) => isMemoRequired(network, settings))).toEqual([
      true,
      true,
      true,
      false,
      false,
    ]);
    expect(judge('XRP', XRP, null, settings)).toEqual({ kind: 'memo_required' });
    expect(isMemoRequired('BNB', decided({ RAMP_MEMO_REQUIRED: 'none' }))).toBe(false);
  });

  it.each<[string, string, string]>([
    ['BNB', BEACON, 'BNB without one'],
    ['XLM', STELLAR, 'XLM without one'],
    ['EOS', 'accountname1', 'a network without address check'],
    ['SEI', 'sei1anything', 'an address of Sei’s own'],
  ])('is missing on %s at %s: %s', (network, address) => {
    expect(judge(network, address)).toEqual({ kind: 'memo_required' });
    expect(judge(network, address, '104729')).toEqual({ kind: 'ok' });
  });

  it.each([
    ['SEI', EVM],
    ['KAVA', EVM],
    ['XLM', MUXED],
  ])('cannot be missing on %s at %s', (network, address) => {
    expect(judge(network, address)).toEqual({ kind: 'ok' });
  });

  it.each([
    ['0', true],
    ['104729', true],
    ['4294967295', true],
    ['4294967296', false],
    ['99999999999', false],
    ['-1', false],
    ['1.0', false],
    ['1e3', false],
    ['memo', false],
    ['', false],
  ])('on XRP is a destination tag: %j is %s', (memo, fits) => {
    const wrong = { kind: 'memo_invalid', message: 'must be a whole number up to 4294967295' };
    expect(judge('XRP', XRP, memo)).toEqual(fits ? { kind: 'ok' } : wrong);
  });

  it.each([
    ['x'.repeat(28), true],
    ['x'.repeat(29), false],
    ['18446744073709551615', true],
    ['a1'.repeat(32), true],
    ['g1'.repeat(32), false],
    ['a1'.repeat(31), false],
    ['ü'.repeat(15), false],
  ])('on XLM is text, a number or a hash: %j is %s', (memo, fits) => {
    const wrong = { kind: 'memo_invalid', message: 'must be at most 28 characters, or a hash of 64 digits' };
    expect(judge('XLM', STELLAR, memo)).toEqual(fits ? { kind: 'ok' } : wrong);
  });

  it.each([
    ['XRP', X_WITH_TAG],
    ['XRP', X_WITHOUT_TAG],
    ['XLM', MUXED],
  ])('is refused beside an address that contains it: %s %s', (network, address) => {
    expect(judge(network, address, '1')).toEqual({
      kind: 'memo_invalid',
      message: 'must be left out: this address contains it',
    });
    const everywhere = decided({ RAMP_MEMO_REQUIRED: network });
    expect(judge(network, address, null, everywhere)).toEqual({ kind: 'ok' });
  });

  it.each([
    ['XRP', 'tag'],
    ['ton', 'comment'],
    ['XLM', 'memo'],
    ['BNB', 'memo'],
    ['Eos', 'memo'],
    ['ETH', null],
    ['SOMETHING-NEW', 'memo'],
    ['ATOM', 'memo'],
    ['HBAR', 'memo'],
    ['BTC', null],
    ['SOL', null],
  ])('on %s is labelled %s', (network, label) => {
    expect(memoLabel(network, DEFAULTS)).toBe(label);
  });
});

it('network names are unique', () => {
  const names = NETWORKS.flatMap((network) => network.names);
  expect(new Set(names).size).toBe(names.length);
});
