import currencies from 'currency-codes';
import type { FiatDecimals } from '../shared/fiat-decimals.js';
import type { SettingsReader } from './reader.js';

const ENTRY = /^([A-Z]{3})=([0-4])$/;

export function fiatDecimals(read: SettingsReader): FiatDecimals {
  const entries = read.list('FIAT_DECIMALS').map((entry) => ENTRY.exec(entry));
  if (entries.some((entry) => currencies.code(entry?.[1] ?? '') === undefined)) {
    read.problems.push('FIAT_DECIMALS must be a list such as HUF=0,COP=0, of currencies of ISO 4217');
  }
  return Object.fromEntries(entries.map((entry) => [entry?.[1] ?? '', Number(entry?.[2])]));
}
