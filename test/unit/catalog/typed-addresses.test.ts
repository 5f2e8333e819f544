import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { judgeDestination, plainAddress } from '#src/catalog/rules/destination.js';
import { FORM_OF } from '#src/platform/addresses/checks.js';
import { tidyAddress } from '#src/platform/addresses/tidy.js';
import { judgeAddress } from '#web/src/checkout/rules/destination.js';
import { REFUSED, TAKEN } from '../../support/typed-addresses.js';
import { VALID } from './address-vectors.js';

const DECIDED = { families: new Map(), memoRequired: [] };
const judge = (destination: Parameters<typeof judgeDestination>[0]) => judgeDestination(destination, DECIDED);

/** Read by the service and by the page. */
const read = (network: string, typed: string) => {
  const address = plainAddress({ network, address: typed, memo: null }, DECIDED);
  return {
    address,
    verdict: judge({ network, address, memo: null }),
    onPage: judgeAddress(judge, network, address, []),
  };
};

describe('typed addresses', () => {
  it.each(TAKEN)('on %s: %j is ordered as %s', (network, typed, plain) => {
    expect(read(network, typed)).toMatchObject({ address: plain, onPage: { kind: 'ok' } });
    // The page tidies it while it is typed.
    expect(read(network, tidyAddress(typed)).address).toBe(plain);
  });

  it.each(REFUSED)('on %s: %s is refused (%s)', (network, typed, why) => {
    const { verdict, onPage } = read(network, typed);
    const isOther = /^(?:link|ownerless|secret)$/.test(why ?? '');
    const said = why === undefined ? {} : isOther ? { why } : { why: 'contract', coin: why };
    expect(verdict).toEqual({ kind: 'address_invalid', ...said });
    expect(onPage).toEqual({ kind: 'invalid', ...said, fits: [] });
  });

  it('typed addresses: each known contract has a valid checksum', () => {
    const text = readFileSync('src/platform/addresses/contracts.ts', 'utf8');
    const evm = text.match(/0x\w+/g) ?? [];
    expect(evm.filter((address) => FORM_OF.evm(address) === null)).toEqual([]);
    expect((text.match(/\bT[1-9A-Za-z]{33}\b/g) ?? []).filter((address) => FORM_OF.tron(address) === null)).toEqual([]);
    expect(evm.length).toBeGreaterThan(40);
  });

  it.each(['0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed', 'ethereum:0x5aaeb6053f3e94c9b9a09f33669435e7ef1beaed'])(
    'typed addresses: the contract that the provider names is refused: %s',
    (typed) => {
      const address = plainAddress({ network: 'ETH', address: typed, memo: null }, DECIDED);
      const contract = '0x5AAEB6053F3E94C9B9A09F33669435E7EF1BEAED';
      const verdict = judge({ network: 'ETH', address, memo: null, contract });
      expect(verdict).toEqual({ kind: 'address_invalid', why: 'contract' });
    },
  );

  it('typed addresses: a memo in a link needs the same memo entered', () => {
    const [network, memo, address] = ['XRP', '4711', 'ripple:r9cZA1mLK5R5Am25ArfXFmqgNwjZgnfk59?dt=4711'];
    expect(plainAddress({ network, address, memo }, DECIDED)).toBe('r9cZA1mLK5R5Am25ArfXFmqgNwjZgnfk59');
    expect(judge({ network, address, memo: '4712' })).toEqual({ kind: 'address_invalid', why: 'link' });
  });

  it('typed addresses: known good ones have an owner', () => {
    const networks = {
      evm: 'ETH',
      bitcoin: 'BTC',
      litecoin: 'LTC',
      dogecoin: 'DOGE',
      tron: 'TRX',
      ton: 'TON',
      ripple: 'XRP',
      stellar: 'XLM',
    };
    for (const [family, network] of Object.entries(networks)) {
      for (const address of VALID[family as keyof typeof networks])
        expect(judge({ network, address, memo: null }), address).toMatchObject({ kind: 'ok' });
    }
  });
});
