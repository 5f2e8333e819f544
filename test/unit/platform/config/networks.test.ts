import { describe, expect, it } from 'vitest';
import { SettingsReader } from '#src/platform/config/reader.js';
import { networkSettings } from '#src/platform/config/read-ramp.js';

function read(environment: Record<string, string>) {
  const reader = new SettingsReader(environment);
  return { settings: networkSettings(reader), problems: reader.problems };
}

describe('networkSettings', () => {
  it('asks for memos where they are known to be needed, and leaves the table of families alone', () => {
    const { settings, problems } = read({});
    expect(problems).toEqual([]);
    expect(settings.memoRequired).toEqual(['BNB', 'EOS', 'KAVA', 'SEI', 'XLM']);
    expect([...settings.families]).toEqual([]);
  });

  it('takes names in any spelling', () => {
    const { settings, problems } = read({
      RAMP_NETWORK_FAMILIES: 'Cronos=evm, avalanche_c=none',
      RAMP_MEMO_REQUIRED: ' bnb , new-net ',
    });
    expect(problems).toEqual([]);
    expect(settings.memoRequired).toEqual(['BNB', 'NEWNET']);
    expect([...settings.families]).toEqual([
      ['CRONOS', 'evm'],
      ['AVALANCHEC', null],
    ]);
  });

  it('asks for no memo at all', () => {
    expect(read({ RAMP_MEMO_REQUIRED: 'none' })).toMatchObject({ settings: { memoRequired: [] }, problems: [] });
  });

  it.each(['CRONOS', 'CRONOS=', '=evm', 'CRONOS=EVM', 'CRONOS=s3cret', 'A=evm;B=evm'])(
    'RAMP_NETWORK_FAMILIES=%s is wrong, and not repeated',
    (value) => {
      const { problems } = read({ RAMP_NETWORK_FAMILIES: value });
      expect(problems).toHaveLength(1);
      expect(problems[0]).toMatch(/^RAMP_NETWORK_FAMILIES must be a list such as CRONOS=evm; .*beacon_chain, none$/);
    },
  );

  it.each(['BNB,none', 'B NB', 'x'.repeat(65)])('RAMP_MEMO_REQUIRED=%s is wrong', (value) => {
    expect(read({ RAMP_MEMO_REQUIRED: value }).problems).toEqual([
      'RAMP_MEMO_REQUIRED must be a list of networks such as BNB,XLM, or none',
    ]);
  });
});
