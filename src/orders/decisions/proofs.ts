import { redacted } from '../../platform/redaction/for-history.js';
import type { Digest, DigestUnder, PersonalValues } from '../../platform/redaction/for-history.js';
import { canonicalJson } from '../../platform/text/stored-json.js';
import type { EventDraft, OrderEvent, OrderRow, TradeRow } from '../model/order.types.js';

type Owner = Pick<OrderRow, 'caller' | 'customerId'>;

const ownerText = ({ caller, customerId }: Owner): string => canonicalJson([caller, customerId]);

/** Only these change the owner. A mismatch has an expected value under the name `asked`. */
const statesTerms = ({ kind, data }: Pick<EventDraft, 'kind' | 'data'>): boolean =>
  kind === 'registered' || ('asked' in data && kind !== 'mismatch_opened');

/** Adds digests of what the history must not hold: the owner, to an entry of terms, and the page that was handed out. */
export function withProofs(
  draft: EventDraft,
  order: Owner,
  trades: readonly Pick<TradeRow, 'tradeNo' | 'payUrl'>[],
  digest: Digest,
): EventDraft {
  const { data, tradeNo } = draft;
  const owner = statesTerms(draft) ? { owner: digest(ownerText(order)) } : {};
  const payUrl = data['payUrl'] === 'handed out' && trades.find((trade) => trade.tradeNo === tradeNo)?.payUrl;
  return { ...draft, data: { ...data, ...owner, ...(payUrl ? { page: digest(payUrl) } : {}) } };
}

/** Whether this is the digest of the text. */
export function isDigestOf(digested: string, text: string, digest: DigestUnder): boolean {
  return digest(text, digested.slice(0, digested.lastIndexOf(':'))) === digested;
}

/** Whether the history shows this value, redacted under that service key, as `said`. */
export function isSaid(
  said: unknown,
  value: Readonly<Record<string, unknown>>,
  known: readonly PersonalValues[],
  keyId: string,
  digest: DigestUnder,
): boolean {
  const { data } = redacted({ data: value }, known, (text) => digest(text, keyId) ?? '');
  return canonicalJson(data) === canonicalJson(said);
}

export interface OwnerOfHistory extends Owner {
  /** The history shows that both are so. */
  readonly isProven: boolean;
  /** It shows that the order's row has others. */
  readonly isDenied: boolean;
}

/**
 * An entry names a key, but of a customer or guest only the kind; a digest covers caller and customer, unless the entry
 * is of a release before this field. An erasure leaves the kind.
 */
export function ownerOf(order: OrderRow, events: readonly OrderEvent[], digest: DigestUnder): OwnerOfHistory {
  const by = events[0]?.cause.by ?? '';
  const isPerson = by === 'customer' || by === 'guest';
  const isErased = events.some(({ kind }) => kind === 'erased');
  const named = isPerson && isErased ? `${by}:erased` : by;
  const caller = named === '' || (isPerson && !isErased) ? order.caller : named;
  const { customerId } = order;
  const digested = events.findLast(statesTerms)?.data['owner'];
  const isNamed = caller === order.caller && (!isPerson || caller.startsWith(`${by}:`));
  if (typeof digested !== 'string') {
    return { caller, customerId, isProven: caller === named && customerId === null, isDenied: !isNamed };
  }
  const isSame = isDigestOf(digested, ownerText({ caller, customerId }), digest);
  // The customer of an erased order is gone, or kept by a law that may have ended: without proof there is none.
  if (isErased) return { caller, customerId: isSame ? customerId : null, isProven: named !== '', isDenied: !isNamed };
  return { caller, customerId, isProven: isSame, isDenied: !isNamed || !isSame };
}
