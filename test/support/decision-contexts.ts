import { createHmac } from 'node:crypto';
import type { LookUpService } from '#src/orders/ask/look-up.service.js';
import type { CreateContext } from '#src/orders/decisions/decide-create.js';
import type { Seal } from '#src/orders/decisions/history.js';
import type { ChangeTools } from '#src/orders/decisions/order-change.js';
import type { PayeeTools, SealedPayee } from '#src/orders/decisions/payee.js';
import type { PollQuery, SnapshotContext } from '#src/orders/decisions/question.js';
import type { OrderState } from '#src/orders/model/order.types.js';
import type { Digest } from '#src/platform/redaction/for-history.js';
import { at, DAY, SECOND } from './moments.js';
import { APP_ID, LEASE_ID } from './order-builders.js';

export const QUESTION: PollQuery = {
  leaseId: LEASE_ID,
  askedAt: at(-SECOND),
};

export const POLICY = {
  firstDelayMs: 5 * SECOND,
  watchClosedMs: 30 * DAY,
  expiryMs: DAY,
  saleExpiryMs: 3 * DAY,
  forgetsUnpaidAfterMs: null,
};

/** Payees as plain JSON under a key named k1; other bytes are unreadable. */
const openPayees = (digest: Digest = (text) => `digest-of-${text.length}`): PayeeTools => ({
  digest,
  seal: (_tradeNo, payee) => ({
    payeeSealed: Buffer.from(JSON.stringify(payee)),
    payeeKeyId: 'k1',
    payeeEmailDigest: payee.email === null ? null : Buffer.from(payee.email),
  }),
  open: ({ payeeSealed }) => {
    if (payeeSealed === null) return null;
    try {
      return JSON.parse(payeeSealed.toString()) as SealedPayee;
    } catch {
      return 'unreadable';
    }
  },
});

/** `chance` in the middle: no jitter. */
export const snapshotContext = (given: Partial<SnapshotContext> = {}): SnapshotContext => ({
  appId: APP_ID,
  policy: POLICY,
  chance: 0.5,
  evidence: { seen: { data: 'as it came' } },
  orderNoClash: false,
  payees: openPayees(),
  isOlder: false,
  ...given,
});

/** No lookup before a first send. */
export const NOT_ASKED_FIRST = {
  epochOf: () => null,
  lookUp: (state: OrderState) => Promise.resolve({ kind: 'clear', state }),
} as unknown as LookUpService;

export const DRIVE_LEASE = '00000000-0000-4000-8000-0000000000d1';

export const createContext = (given: Partial<CreateContext> = {}): CreateContext => ({
  attemptLease: DRIVE_LEASE,
  policy: POLICY,
  asksFirst: false,
  chance: 0.5,
  evidence: null,
  ...given,
});

const SEAL_KEY = 'a key for tests';

export const seal: Seal = (text) => ({ keyId: 'k1', mac: createHmac('sha256', SEAL_KEY).update(text).digest() });

/** Ids are counted: id-1, id-2, ... */
export function changeTools(): ChangeTools {
  let ids = 0;
  const digest: Digest = (text) => `digest-of-${text.length}`;
  const states = { seal, verify: (text: string, _keyId: string, mac: Buffer) => mac.equals(seal(text).mac) };
  return { seal, digest, states, payees: openPayees(digest), newId: () => `id-${(ids += 1)}` };
}
