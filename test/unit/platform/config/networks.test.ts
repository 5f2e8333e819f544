import { describe, expect, it } from 'vitest';
import { settingsWith } from '../../../support/settings.js';

describe('settings of networks', () => {
  it('ask for memos where they are known to be needed, and leave the table of families alone', () => {
    const { networks } = settingsWith();
    expect(networks.memoRequired).toEqual(['BNB', 'EOS', 'KAVA', 'SEI', 'XLM']);
    expect([...networks.families]).toEqual([]);
  });

  it('take names in any spelling', () => {
    const { networks } = settingsWith({
      RAMP_NETWORK_FAMILIES: 'Cronos=evm, avalanche_c=none',
      RAMP_MEMO_REQUIRED: ' bnb , new-net ',
    });
    expect(networks.memoRequired).toEqual(['BNB', 'NEWNET']);
    expect([...networks.families]).toEqual([
      ['CRONOS', 'evm'],
      ['AVALANCHEC', null],
    ]);
  });

  it('may ask for no memo at all', () => {
    expect(settingsWith({ RAMP_MEMO_REQUIRED: 'none' }).networks.memoRequired).toEqual([]);
  });
});

it.each([
  ['', {}],
  ['HUF=0', { HUF: 0 }],
  ['HUF=0, COP=0,KWD=2', { HUF: 0, COP: 0, KWD: 2 }],
])('FIAT_DECIMALS=%s', (text, decimals) => {
  expect(settingsWith({ FIAT_DECIMALS: text }).fiatDecimals).toEqual(decimals);
});
