import { Inject, Injectable } from '@nestjs/common';
import { KeysService } from '../../platform/crypto/keys.service.js';
import { Database } from '../../platform/database/database.js';
import { Metrics } from '../../platform/telemetry/metrics.js';
import { SecurityLog } from '../../platform/telemetry/security-log.js';
import { alteration, sealOf, sealTools } from '../decisions/state-seal.js';
import type { OrderState } from '../model/order.types.js';

export interface StoredState extends OrderState {
  readonly entries: number;
}

/** Changes neither seal nor version: a new seal would make the alteration look like the service's own change. */
const OPEN_REVIEW = `
  WITH reviewed AS (UPDATE orders SET in_review = true WHERE merchant_order_no = $1)
  INSERT INTO mismatches (id, merchant_order_no, trade_no, kind, field, asked, seen, opened_at)
  VALUES (gen_random_uuid(), $1, $2, 'state', 'state', 'what was sealed', $3, checkout_now())
  ON CONFLICT DO NOTHING`;

const MOST_REPORTED = 10_000;

@Injectable()
export class StateCheck {
  /** Per process: an existing mismatch may be the attacker's own. */
  private readonly reported = new Set<string>();

  constructor(
    private readonly database: Database,
    @Inject(KeysService) private readonly keys: Pick<KeysService, 'ring'>,
    @Inject(SecurityLog) private readonly security: Pick<SecurityLog, 'tell'>,
    private readonly metrics: Metrics,
  ) {}

  /** Marks orders that do not match their seals and opens a review of them. */
  async judge(stored: readonly StoredState[]): Promise<OrderState[]> {
    const ring = await this.keys.ring();
    const { verify } = sealTools(ring);
    const states: OrderState[] = [];
    for (const { entries, ...state } of stored) {
      const fault = alteration(state, entries, verify);
      // Without its key an order cannot be judged: the configured keys may be wrong, so leave the row alone.
      const isKnown = ring.has(state.order.stateKeyId ?? ring.newestId);
      if (fault === null) this.reported.delete(state.order.merchantOrderNo);
      if (fault !== null) await this.raise(state, fault, isKnown);
      states.push(fault === null ? state : { ...state, order: { ...state.order, inReview: true }, isAltered: true });
    }
    return states;
  }

  /** Seals intact orders again under the newest service key, unless they change meanwhile. Returns how many. */
  async renew(states: readonly OrderState[]): Promise<number> {
    const { seal } = sealTools(await this.keys.ring());
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
    );
    return renewed.length;
  }

  private async raise({ order, trades, openMismatches }: OrderState, seen: string, reviews: boolean): Promise<void> {
    const { merchantOrderNo, inReview } = order;
    if (reviews && !(inReview && openMismatches.some(({ kind }) => kind === 'state'))) {
      const tradeNo = trades.at(-1)?.tradeNo ?? merchantOrderNo;
      // An altered row may break a constraint or be locked. Other orders must stay readable.
      await this.database.query(OPEN_REVIEW, [merchantOrderNo, tradeNo, seen]).catch(() => undefined);
    }
    if (this.reported.has(merchantOrderNo)) return;
    if (this.reported.size === MOST_REPORTED) this.reported.clear();
    this.reported.add(merchantOrderNo);
    this.metrics.mismatches.inc({ kind: 'state' });
    this.security.tell('order_state_altered', { actor: null, address: null, merchantOrderNo, seen });
  }
}
