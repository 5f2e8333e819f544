import { describe, expect, it } from 'vitest';
import { fiatDecimals } from '#src/platform/config/environment.js';
import { SettingsReader } from '#src/platform/config/reader.js';

function read(text: string) {
  const reader = new SettingsReader({ FIAT_DECIMALS: text });
  return { decimals: fiatDecimals(reader), problems: reader.problems };
}

describe('FIAT_DECIMALS', () => {
  it.each([
    ['', {}],
    ['HUF=0', { HUF: 0 }],
    ['HUF=0, COP=0,KWD=2', { HUF: 0, COP: 0, KWD: 2 }],
  ])('%j', (text, decimals) => {
    expect(read(text)).toEqual({ decimals, problems: [] });
  });

  it.each(['HUF', 'HUF=', 'HUF=-1', 'HUF=5', 'huf=0', 'HFU=0', 'HUF=0,=1', 'HUF=0=1', 'XXL=2'])('not %j', (text) => {
    expect(read(text).problems).toEqual([
      'FIAT_DECIMALS must be a list such as HUF=0,COP=0, of currencies of ISO 4217',
    ]);
  });
});
