import type { FiledTrade, Mismatch } from '../net/types.js';

export interface ComparedField {
  readonly name: string;
  /** null: the customer ordered nothing of the kind. */
  readonly terms: string | null;
  /** null: the provider has not said. */
  readonly record: string | null;
  /** `differs`: an open mismatch; `accepted`: a member of staff, or a later answer, has closed it. */
  readonly verdict: 'differs' | 'accepted' | null;
  /** RFC 3339, of what the provider states in its own form; null: it is no time, or cannot be read. */
  readonly at: string | null;
}

/** The fields of the terms by their names in the provider's record. */
const IN_RECORD: Readonly<Record<string, string>> = {
  fiat: 'fiat',
  amount: 'amount',
  crypto: 'crypto',
  network: 'network',
  address: 'address',
  memo: 'memo',
  country: 'alpha2',
  payWayCode: 'payType',
};

/** What only the record has. */
const OF_RECORD = [
  ...['status', 'orderNo', 'cryptoPrice', 'cryptoQuantity', 'cryptoAmount', 'cryptoActualAmount', 'fiatAmount'],
  ...['rampFee', 'networkFee', 'payTime', 'txTime', 'failReason'],
];

/** The units of amounts, by the record's names of the two. */
const UNITS: Readonly<Record<string, 'fiat' | 'crypto' | 'rampFeeUnit'>> = {
  amount: 'fiat',
  fiatAmount: 'fiat',
  cryptoPrice: 'fiat',
  networkFee: 'fiat',
  rampFee: 'rampFeeUnit',
  cryptoQuantity: 'crypto',
  cryptoAmount: 'crypto',
  cryptoActualAmount: 'crypto',
};

/** Terms and record of a trade side by side. Whether they differ is the service's word, which knows equal spellings. */
export function compared(trade: FiledTrade, mismatches: readonly Mismatch[]): readonly ComparedField[] {
  const found = mismatches.filter(({ tradeNo, kind }) => tradeNo === trade.tradeNo && kind === 'field');
  const verdictOf = (name: string): ComparedField['verdict'] => {
    const own = found.filter(({ field }) => field === name);
    if (own.some(({ resolvedAt }) => resolvedAt === null)) return 'differs';
    return own.length > 0 ? 'accepted' : null;
  };
  const stated = recordOf(trade);
  const moments: Readonly<Record<string, string | null>> = { payTime: trade.paidAt, txTime: trade.transferredAt };
  const withUnit = (name: string, value: string | null, of: Readonly<Record<string, unknown>>): string | null => {
    const unit = UNITS[name];
    const named = unit === undefined ? null : (textOf(of[unit]) ?? textOf(of['fiat']));
    return value === null || named === null ? value : `${value} ${named}`;
  };
  const both = Object.entries(IN_RECORD).map(([name, inRecord]) => ({
    name,
    terms: withUnit(name, textOf(trade.asked?.[name]), trade.asked ?? {}),
    record: withUnit(name, textOf(stated[inRecord]), stated),
    verdict: verdictOf(name),
    at: null,
  }));
  const others = OF_RECORD.map((name) => ({
    name,
    terms: null,
    record: withUnit(name, textOf(stated[name]), stated),
    verdict: verdictOf(name),
    at: moments[name] ?? null,
  }));
  return [...both, ...others].filter(({ terms, record }) => terms !== null || record !== null);
}

/** An answer as it came: the record, usually in an envelope. */
function recordOf({ lastSeen }: FiledTrade): Readonly<Record<string, unknown>> {
  const record = lastSeen?.['data'] ?? lastSeen;
  return typeof record === 'object' && record !== null ? { ...record } : {};
}

function textOf(value: unknown): string | null {
  if (typeof value === 'string') return value === '' ? null : value;
  return typeof value === 'number' ? String(value) : null;
}
