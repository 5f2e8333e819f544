import { ownValue } from '../own-value.js';

/** Currencies with the sign `$`, and the regions that use it for them. */
const HOMES: Readonly<Record<string, string>> = {
  ARS: 'AR',
  AUD: 'AU CC CX KI NF NR TV',
  BBD: 'BB',
  BMD: 'BM',
  BND: 'BN',
  BSD: 'BS',
  BZD: 'BZ',
  CAD: 'CA',
  CLP: 'CL',
  COP: 'CO',
  CUP: 'CU',
  DOP: 'DO',
  FJD: 'FJ',
  GYD: 'GY',
  HKD: 'HK',
  JMD: 'JM',
  KYD: 'KY',
  LRD: 'LR',
  MXN: 'MX',
  NAD: 'NA',
  NZD: 'NZ CK NU PN TK',
  SBD: 'SB',
  SGD: 'SG',
  SRD: 'SR',
  TTD: 'TT',
  TWD: 'TW',
  USD: 'US AS BQ EC FM GU IO MH MP PA PR PW SV TC TL UM VG VI',
  UYU: 'UY',
  XCD: 'AG AI DM GD KN LC MS VC',
};

/** True if `Intl` writes this currency as a bare `$` in a region (BCP 47 tag) where that means another currency. */
export function isForeignDollar(tag: string, currency: string): boolean {
  const parts = new Intl.NumberFormat(tag, { style: 'currency', currency }).formatToParts(0);
  if (parts.find(({ type }) => type === 'currency')?.value.trim() !== '$') return false;
  const region = new Intl.Locale(tag).maximize().region ?? '';
  const homes = ownValue(HOMES, currency) ?? '';
  return !homes.split(' ').includes(region);
}
