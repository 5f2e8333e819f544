import { describe, expect, it } from 'vitest';
import { canonicalCountry, countryFault, COUNTRIES } from '#src/platform/terms/countries.js';

describe('the code of a country', () => {
  it('is one of the 249 that ISO 3166-1 assigns', () => {
    expect(new Set(COUNTRIES).size).toBe(249);
    expect(COUNTRIES.map(countryFault).filter((fault) => fault !== null)).toEqual([]);
  });

  it.each([
    ['UK', 'must be GB: UK is not assigned'],
    ['EL', 'must be GR: EL is not assigned'],
    ['TP', 'must be TL: TP is not assigned'],
    ...['XX', 'ZZ', 'AA', 'EU', 'EN', 'XK', 'SU', 'YU'].map((code) => [
      code,
      `must be a code of ISO 3166-1, such as DE: ${code} is not assigned`,
    ]),
    ...['de', 'DEU', 'D', '', ' DE', 276, null].map((code) => [code, 'must be two upper-case letters, such as DE']),
  ])('%j: %s', (code, fault) => expect(countryFault(code)).toBe(fault));

  it.each([
    ['gb', 'GB'],
    ['UK', 'GB'],
    [' uk ', 'GB'],
    ['el', 'GR'],
    ['Na', 'NA'],
    ['XX', 'XX'],
  ])('%s is compared as %s', (code, canonical) => expect(canonicalCountry(code)).toBe(canonical));
});
