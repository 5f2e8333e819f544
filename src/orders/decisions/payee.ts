import type { Payee, SellSnapshot } from '../../ramp/port/ramp.types.js';
import { OWNER_FORMS, withoutValues } from '../../platform/redaction/forms.js';
import { shownOf } from '../../platform/redaction/sensitive-fields.js';
import type { Digest } from '../../platform/redaction/for-history.js';
import { isResolved } from './mismatches.js';
import type { ObservedMismatch, OrderState, SaleFields, TradeRow } from '../model/order.types.js';

/** What is kept, encrypted, of the person in a sale's record. */
export interface SealedPayee extends Payee {
  /** The provider's signature of the newest record. */
  readonly signature: string | null;
}

type Sealing = Pick<SaleFields, 'payeeSealed' | 'payeeKeyId' | 'payeeEmailDigest'>;

/** Opens and seals payees; given by the caller, so that decisions need no key. */
export interface PayeeTools {
  /** `unreadable`: one is stored and cannot be opened, for its key is gone or its bytes were altered. */
  readonly open: (trade: Pick<TradeRow, 'tradeNo' | 'payeeSealed' | 'payeeKeyId'>) => SealedPayee | 'unreadable' | null;
  readonly seal: (tradeNo: string, payee: SealedPayee) => Sealing;
  readonly digest: Digest;
}

/** What an answer does to the payee that is known. `learned`: fields whose value is new. */
interface PayeeSight {
  readonly sealing: Sealing;
  readonly learned: readonly (keyof Payee)[];
  readonly observed: readonly ObservedMismatch[];
  /** The record's reason of a failure, without what it repeats of the payee that is known; null where that cannot be told. */
  readonly failReason: string | null;
}

const FIELDS: readonly (keyof Payee)[] = ['name', 'account', 'card', 'email'];

/** The name of a payee's field in a mismatch. */
const PREFIX = 'payee.';

/**
 * The payee after an answer. A field that was empty is learned; one that was known and is another one now is a
 * mismatch, and stays as it was first seen until staff has resolved the difference. What cannot be opened is neither
 * compared nor written over: it may be evidence.
 */
export function decidePayee(
  state: OrderState,
  trade: TradeRow,
  { payee, signature, facts: { failReason: reason = null } }: SellSnapshot,
  { open, seal, digest }: PayeeTools,
): PayeeSight {
  const { tradeNo, payeeSealed, payeeKeyId, payeeEmailDigest } = trade;
  const asBefore = { payeeSealed, payeeKeyId, payeeEmailDigest };
  const known = open(trade);
  if (known === 'unreadable') {
    return { sealing: asBefore, learned: [], observed: [unopened(tradeNo)], failReason: null };
  }
  const failReason = isDisputed(state, tradeNo) ? null : withoutPayee(reason, known);
  const seen = FIELDS.filter((field) => payee[field] !== null && payee[field] !== known?.[field]);
  const differing = seen.filter((field) => (known?.[field] ?? null) !== null);
  const observed = differing.map((field): ObservedMismatch => {
    const shown = (text: string): string => `${masked(field, text)} #${digest(text)}`;
    const [asked, now] = [shown(known?.[field] ?? ''), shown(payee[field] ?? '')];
    return { tradeNo, kind: 'field', field: PREFIX + field, asked, seen: now };
  });
  const unresolved = new Set(observed.filter((one) => !isResolved(state, one)).map(({ field }) => field));
  const learned = seen.filter((field) => !unresolved.has(PREFIX + field));
  const isSame = learned.length === 0 && (signature === null || signature === known?.signature);
  if (isSame) return { sealing: asBefore, learned, observed, failReason };
  const after = { ...NOBODY, ...known, signature: signature ?? known?.signature ?? null, ...picked(payee, learned) };
  return { sealing: seal(tradeNo, after), learned, observed, failReason };
}

/** The mapper has masked what is in the same record; a reason may be about the payee of an earlier one. */
function withoutPayee(reason: string | null, known: Payee | null): string | null {
  if (reason === null || known === null) return reason;
  return withoutValues(
    reason,
    FIELDS.map((field) => known[field] ?? ''),
  );
}

/** Records have named different payees: a reason may be about one that stands nowhere, to be recognised by. */
function isDisputed({ openMismatches }: OrderState, tradeNo: string): boolean {
  return openMismatches.some((mismatch) => mismatch.tradeNo === tradeNo && mismatch.field.startsWith(PREFIX));
}

/** Does the record say anything of the payee's field that a mismatch is about? null: it is not about the payee. */
export function saysOfPayee({ payee }: SellSnapshot, field: string): boolean | null {
  if (!field.startsWith(PREFIX)) return null;
  return FIELDS.some((name) => PREFIX + name === field && payee[name] !== null);
}

/** Each field of a payee as it may be shown: recognisable for whom it belongs to, and of no use to others. */
export function maskPayee(payee: Payee): Payee {
  return {
    ...NOBODY,
    ...Object.fromEntries(FIELDS.map((field) => [field, payee[field] && masked(field, payee[field])])),
  };
}

const masked = (field: keyof Payee, text: string): string => OWNER_FORMS[shownOf(field).owner ?? 'initials'](text);

const NOBODY: Payee = { name: null, account: null, card: null, email: null };

const picked = (payee: Payee, fields: readonly (keyof Payee)[]): Partial<Payee> =>
  Object.fromEntries(fields.map((field) => [field, payee[field]]));

function unopened(tradeNo: string): ObservedMismatch {
  return { tradeNo, kind: 'unreadable', field: 'payee', asked: 'a stored payee that can be opened', seen: null };
}
