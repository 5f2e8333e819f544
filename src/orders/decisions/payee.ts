import type { Payee, SellSnapshot } from '../../ramp/port/ramp.types.js';
import { OWNER_FORMS, withoutValues } from '../../platform/redaction/forms.js';
import { visibilityOf } from '../../platform/redaction/sensitive-fields.js';
import type { Digest } from '../../platform/redaction/for-history.js';
import { isResolved } from './mismatches.js';
import type { ObservedMismatch, OrderState, SaleFields, TradeRow } from '../model/order.types.js';

/** The personal data of a sale's record that is stored, encrypted. */
export interface SealedPayee extends Payee {
  /** The provider's signature of the newest record. */
  readonly signature: string | null;
}

type Sealing = Pick<SaleFields, 'payeeSealed' | 'payeeKeyId' | 'payeeEmailDigest'>;

/** Opens and seals payees; passed in, so that decisions need no key. */
export interface PayeeTools {
  /** `unreadable`: the key is gone or the bytes were altered. */
  readonly open: (trade: Pick<TradeRow, 'tradeNo' | 'payeeSealed' | 'payeeKeyId'>) => SealedPayee | 'unreadable' | null;
  readonly seal: (tradeNo: string, payee: SealedPayee) => Sealing;
  readonly digest: Digest;
}

interface PayeeSight {
  readonly sealing: Sealing;
  readonly learned: readonly (keyof Payee)[];
  readonly observed: readonly ObservedMismatch[];
  /** The failure reason without known payee values; null if they cannot be removed. */
  readonly failReason: string | null;
}

const FIELDS: readonly (keyof Payee)[] = ['name', 'account', 'card', 'email'];

const PREFIX = 'payee.';

/** A first value is learned; a different one is a mismatch. An unreadable payee may be evidence, so it is kept. */
export function decidePayee(
  state: OrderState,
  trade: TradeRow,
  { payee, signature, facts: { failReason: reason = null } }: SellSnapshot,
  { open, seal, digest }: PayeeTools,
): PayeeSight {
  const { tradeNo, payeeSealed, payeeKeyId, payeeEmailDigest } = trade;
  const asBefore = { payeeSealed, payeeKeyId, payeeEmailDigest };
  const stored = open(trade);
  if (stored === 'unreadable') {
    return { sealing: asBefore, learned: [], observed: [unopened(tradeNo)], failReason: null };
  }
  const failReason = isDisputed(state, tradeNo) ? null : withoutPayee(reason, stored);
  const stated = FIELDS.filter((field) => payee[field] !== null && payee[field] !== stored?.[field]);
  const differing = stated.filter((field) => (stored?.[field] ?? null) !== null);
  const observed = differing.map((field): ObservedMismatch => {
    const shown = (text: string): string => `${masked(field, text)} #${digest(text)}`;
    const [expected, actual] = [shown(stored?.[field] ?? ''), shown(payee[field] ?? '')];
    return { tradeNo, kind: 'field', field: PREFIX + field, asked: expected, seen: actual };
  });
  const unresolved = new Set(observed.filter((one) => !isResolved(state, one)).map(({ field }) => field));
  const learned = stated.filter((field) => !unresolved.has(PREFIX + field));
  const isSame = learned.length === 0 && (signature === null || signature === stored?.signature);
  if (isSame) return { sealing: asBefore, learned, observed, failReason };
  const after = {
    ...NO_PAYEE,
    ...stored,
    signature: signature ?? stored?.signature ?? null,
    ...picked(payee, learned),
  };
  return { sealing: seal(tradeNo, after), learned, observed, failReason };
}

/** The mapper masks values of the same record; a reason may quote the payee of an earlier one. */
function withoutPayee(reason: string | null, stored: Payee | null): string | null {
  if (reason === null || stored === null) return reason;
  return withoutValues(
    reason,
    FIELDS.map((field) => stored[field] ?? ''),
  );
}

/** Records have named different payees, so a reason may quote a name that is not stored and cannot be masked. */
function isDisputed({ openMismatches }: OrderState, tradeNo: string): boolean {
  return openMismatches.some((mismatch) => mismatch.tradeNo === tradeNo && mismatch.field.startsWith(PREFIX));
}

export function saysOfPayee({ payee }: SellSnapshot, field: string): boolean | null {
  if (!field.startsWith(PREFIX)) return null;
  return FIELDS.some((name) => PREFIX + name === field && payee[name] !== null);
}

/** Masks each field so that its owner recognises it and others cannot use it. */
export function maskPayee(payee: Payee): Payee {
  return {
    ...NO_PAYEE,
    ...Object.fromEntries(FIELDS.map((field) => [field, payee[field] && masked(field, payee[field])])),
  };
}

const masked = (field: keyof Payee, text: string): string => OWNER_FORMS[visibilityOf(field).owner ?? 'initials'](text);

const NO_PAYEE: Payee = { name: null, account: null, card: null, email: null };

const picked = (payee: Payee, fields: readonly (keyof Payee)[]): Partial<Payee> =>
  Object.fromEntries(fields.map((field) => [field, payee[field]]));

function unopened(tradeNo: string): ObservedMismatch {
  return { tradeNo, kind: 'unreadable', field: 'payee', asked: 'a stored payee that can be opened', seen: null };
}
