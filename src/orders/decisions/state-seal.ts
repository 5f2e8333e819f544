import { canonicalJson } from '../../platform/text/stored-json.js';
import { covered, partsOf } from '../../platform/crypto/sealed-parts.js';
import type { Coverage } from '../../platform/crypto/sealed-parts.js';
import { isPersonalField } from '../../platform/redaction/for-history.js';
import { currentTrade } from '../model/fold.js';
import type { OrderRow, OrderState, StateSeal, TradeState } from '../model/order.types.js';
import type { KeyRing } from '../../platform/crypto/key-ring.js';
import type { Seal } from './history.js';

export type Verify = (text: string, keyId: string, mac: Buffer) => boolean | null;

export interface SealTools {
  readonly seal: Seal;
  readonly verify: Verify;
}

export function sealTools(ring: KeyRing): SealTools {
  return {
    seal: (text) => ring.sign(PURPOSE, text),
    verify: (text, keyId, mac) => (ring.has(keyId) ? ring.verify(PURPOSE, text, keyId, mac) : null),
  };
}

const PURPOSE = 'order-state';

const LEASE = 'a lease, written by each attempt runner; it decides which one may make a trade now';
const ENCRYPTED = 'authenticated by its cipher, for this row alone, and moved to a newer service key by re-encryption';
const DIGEST = 'finds orders by an e-mail address and says nothing of one; renewed by re-encryption';
const THE_SEAL = 'the seal itself';

export const OF_ORDER: Coverage<OrderRow> = {
  merchantOrderNo: true,
  side: true,
  caller: true,
  guestBlock: true,
  customerId: true,
  metadata: true,
  addressKey: true,
  status: true,
  failureCode: true,
  announcedStatus: true,
  version: true,
  eventCount: true,
  lastEventMac: true,
  secretSalt: true,
  secretUntil: true,
  firstTradeOfRequest: true,
  createdAt: true,
  updatedAt: true,
  erasedAt: true,
  keptUntil: true,
  inReview: 'follows from the open mismatches, which are covered; compared with them at each read',
  customerEmail: ENCRYPTED,
  customerEmailKeyId: ENCRYPTED,
  customerEmailDigest: DIGEST,
  attemptLease: LEASE,
  attemptUntil: LEASE,
  attemptPatienceUntil: LEASE,
  stateMac: THE_SEAL,
  stateKeyId: THE_SEAL,
};

export const OF_TRADE: Coverage<TradeState> = {
  tradeNo: true,
  merchantOrderNo: true,
  n: true,
  side: true,
  status: true,
  outcome: true,
  superseded: true,
  asked: true,
  stamp: true,
  sends: true,
  orderNo: true,
  payUrlAt: true,
  givenUpAt: true,
  refusal: true,
  shownQuantity: true,
  tolerancePercent: true,
  slippagePercent: true,
  rampStatus: true,
  facts: true,
  registeredOrderNo: true,
  rampMerchantOrderNo: true,
  statusAt: true,
  createdAt: true,
  updatedAt: true,
  payUrl: 'emptied by its age; the one that is shown has an HMAC of its own in the seal',
  lastSeen: 'evidence for staff, written by each poll without a new version',
  payeeSealed: ENCRYPTED,
  payeeKeyId: ENCRYPTED,
  payeeEmailDigest: DIGEST,
};

/** What is sealed of an order. A `state` mismatch reports a broken seal, so the seal leaves it out. */
type Sealable = Pick<OrderState, 'openMismatches' | 'resolvedMismatches'> & {
  readonly order: Omit<OrderRow, keyof StateSeal> & Partial<StateSeal>;
  readonly trades: readonly TradeState[];
};

/**
 * Seals what readers get, and the fields that decide who may read: 32 bytes, 32 more for the current trade's page (zeros
 * if only parts follow), and the parts.
 */
export function sealOf(state: Sealable, sign: Seal): StateSeal {
  const parts = partsAfter(state);
  const { keyId, mac } = sign(stateText(state, parts));
  const page = pageText(state);
  const pageMac = page === null ? Buffer.alloc(parts.length > 0 ? MAC_BYTES : 0) : sign(page).mac;
  return { stateKeyId: keyId, stateMac: Buffer.concat([mac, pageMac, parts]) };
}

export function stateFault(state: Sealable & { readonly order: StateSeal }, verify: Verify): string | null {
  const { stateMac, stateKeyId } = state.order;
  if (state.trades.length === 0) return 'there is no trade';
  if (stateMac === null || stateKeyId === null) return 'its state has no seal';
  const page = pageText(state);
  const fits = verify(stateText(state, partsIn(state)), stateKeyId, stateMac.subarray(0, MAC_BYTES));
  if (fits === null) return `its state is sealed with the service key ${stateKeyId}, which is not there`;
  if (!fits || !partsAfter(state).equals(partsIn(state))) return 'its state does not fit its seal';
  const isPage = page === null || verify(page, stateKeyId, stateMac.subarray(MAC_BYTES, 2 * MAC_BYTES)) === true;
  return isPage ? null : 'its page does not fit its seal';
}

/** The same for a stored order. `entries`: the length of its history, which the service's role cannot cut. */
export function alteration(state: OrderState, entries: number, verify: Verify): string | null {
  const { order, openMismatches } = state;
  const fault = stateFault(state, verify);
  if (fault !== null) return fault;
  if (entries !== order.eventCount) return 'its state is older than its history';
  return order.inReview === openMismatches.length > 0 ? null : 'its review does not follow from its mismatches';
}

const MAC_BYTES = 32;

const partsIn = ({ order: { stateMac } }: Sealable): Buffer => (stateMac ?? Buffer.alloc(0)).subarray(2 * MAC_BYTES);

function partsAfter(state: Sealable): Buffer {
  const { order, trades } = state;
  const ofTrades = trades.map((trade) => [trade.tradeNo, trade, OF_TRADE] as const);
  return partsOf(partsIn(state), [[null, order, OF_ORDER], ...ofTrades]);
}

function stateText({ order, trades, openMismatches, resolvedMismatches }: Sealable, parts: Buffer): string {
  const seen = (field: string, value: string | null): string | null =>
    order.erasedAt !== null && isPersonalField(field) ? null : value;
  const open = openMismatches.filter(isSealed);
  return canonicalJson([
    covered(order, OF_ORDER, true),
    trades.map((trade) => covered(trade, OF_TRADE, true)),
    open.map((one) => canonicalJson([one.id, one.tradeNo, one.kind, one.field, one.asked, one.seen])).sort(),
    resolvedMismatches
      .map((one) => canonicalJson([one.tradeNo, one.kind, one.field, seen(one.field, one.seen)]))
      .sort(),
    ...(parts.length > 0 ? [parts.toString('hex')] : []),
  ]);
}

const isSealed = ({ kind }: { readonly kind: string }): boolean => kind !== 'state';

function pageText({ trades }: Pick<Sealable, 'trades'>): string | null {
  const { tradeNo, payUrl } = currentTrade(trades);
  return payUrl === null ? null : canonicalJson(['page', tradeNo, payUrl]);
}
