import { Inject, Injectable } from '@nestjs/common';
import { KeysService } from '../../platform/crypto/keys.service.js';
import { Database } from '../../platform/database/database.js';
import { Metrics } from '../../platform/telemetry/metrics.js';
import { SecurityLog } from '../../platform/telemetry/security-log.js';
import { alteration, sealOf } from '../decisions/state-seal.js';
import { sealTools } from '../decisions/terms.js';
import type { OrderState } from '../model/order.types.js';

/** An order as it was read, and how long its history is. */
export interface StoredState extends OrderState {
  readonly entries: number;
}

/** Outside of the seal and the version, both of which would make the alteration look like the service's own change. */
const OPEN_REVIEW = `
  WITH reviewed AS (UPDATE orders SET in_review = true WHERE merchant_order_no = $1)
  INSERT INTO mismatches (id, merchant_order_no, trade_no, kind, field, asked, seen, opened_at)
  VALUES (gen_random_uuid(), $1, $2, 'state', 'state', 'what was sealed', $3, checkout_now())
  ON CONFLICT DO NOTHING RETURNING id`;

/** Compares orders with their seals: whoever writes to the database and lacks the service key cannot make one. */
@Injectable()
export class StateCheck {
  constructor(
    private readonly database: Database,
    @Inject(KeysService) private readonly keys: Pick<KeysService, 'ring'>,
    @Inject(SecurityLog) private readonly security: Pick<SecurityLog, 'tell'>,
    private readonly metrics: Metrics,
  ) {}

  /** The orders, with those marked that are not as they were sealed. These are in review from now on. */
  async judge(stored: readonly StoredState[]): Promise<OrderState[]> {
    const ring = await this.keys.ring();
    const { verify } = sealTools(ring, 'order-state');
    const states: OrderState[] = [];
    for (const { entries, ...state } of stored) {
      const fault = alteration(state, entries, verify);
      // Without its key nothing can be said of an order: the keys may be wrong, so its row is left alone.
      const isKnown = ring.has(state.order.stateKeyId ?? ring.newestId);
      if (fault !== null) await this.raise(state, fault, isKnown);
      states.push(fault === null ? state : { ...state, order: { ...state.order, inReview: true }, isAltered: true });
    }
    return states;
  }

  /** Seals orders that are as they were sealed under the newest service key. Gives how many; what changed meanwhile has that key already. */
  async renew(states: readonly OrderState[]): Promise<number> {
    const { seal } = sealTools(await this.keys.ring(), 'order-state');
    const sound = states.filter(({ isAltered }) => isAltered !== true);
    const seals = sound.map((state) => sealOf(state, seal));
    const renewed = await this.database.query(
      `UPDATE orders SET state_mac = s.mac, state_key_id = s.key_id
         FROM unnest($1::text[], $2::bytea[], $3::bytea[], $4::text[]) AS s (number, was, mac, key_id)
        WHERE merchant_order_no = s.number AND state_mac = s.was RETURNING 1`,
      [
        sound.map(({ order }) => order.merchantOrderNo),
        sound.map(({ order }) => order.stateMac),
        seals.map(({ stateMac }) => stateMac),
        seals.map(({ stateKeyId }) => stateKeyId),
      ],
      true,
    );
    return renewed.length;
  }

  private async raise({ order, trades, openMismatches }: OrderState, seen: string, reviews: boolean): Promise<void> {
    const { merchantOrderNo, inReview } = order;
    if (inReview && openMismatches.some(({ kind }) => kind === 'state')) return;
    const tradeNo = trades.at(-1)?.tradeNo ?? merchantOrderNo;
    // What was altered may break a rule of its table, or its row may be locked: the others are told all the same.
    const open = (): Promise<unknown[]> => this.database.query(OPEN_REVIEW, [merchantOrderNo, tradeNo, seen]);
    const opened = reviews ? await open().catch(() => null) : null;
    if (opened?.length === 0) return;
    this.metrics.mismatches.inc({ kind: 'state' });
    this.security.tell('order_state_altered', { actor: null, address: null, merchantOrderNo, seen });
  }
}
