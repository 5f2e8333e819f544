import { Injectable } from '@nestjs/common';
import { Problem, PROBLEM_TEXTS, wrongField } from '../../platform/problems/problem.js';
import { Metrics } from '../../platform/telemetry/metrics.js';
import { OrderChanges } from './order-changes.js';
import { ISSUED_SECRET_MS, NO_SECRET } from '../decisions/order-end.js';
import { NO_DECISION, decideResolved } from '../decisions/order-change.js';
import type { Decision } from '../decisions/order-change.js';
import { MOST_NAMES, metadataChange } from '../model/metadata.js';
import type { MetadataChange } from '../model/metadata.js';
import { MISMATCH_KINDS } from '../model/mismatch-kind.types.js';
import type { OrderRow, OrderState } from '../model/order.types.js';
import { StoredOrders } from '../storage/stored-orders.service.js';
import { causeOf } from '../model/cause.js';
import { OrderWriterService } from './order-writer.service.js';
import { Chance } from '../../platform/chance.js';

@Injectable()
export class OrderEditsService {
  constructor(
    private readonly orders: StoredOrders,
    private readonly writer: OrderWriterService,
    private readonly changes: OrderChanges,
    private readonly chance: Chance,
    metrics: Metrics,
  ) {
    metrics.gauge('ramp_checkout_mismatches_open', 'Unresolved mismatches, by kind.', ['kind'], async () => {
      const open = new Map((await orders.openMismatchCounts()).map((counted) => [counted.kind, counted.open]));
      return MISMATCH_KINDS.map((kind) => ({ labels: { kind }, value: open.get(kind) ?? 0 }));
    });
  }

  /** Changes no version and announces nothing. Throws `invalid_request` on too many names or an erased customer. */
  async changeMetadata(state: OrderState, change: MetadataChange): Promise<OrderState> {
    const { set, gone } = metadataChange(change);
    const changed = await this.writer.change(state.order.merchantOrderNo, { kind: 'staff' }, ({ order }) => {
      const noted = Object.entries({ ...order.metadata, ...set }).filter(([name]) => !gone.includes(name));
      if (order.erasedAt !== null) {
        throw wrongField('metadata', 'cannot be changed: the customer of this order is forgotten');
      }
      if (noted.length > MOST_NAMES) {
        throw wrongField('metadata', `must have at most ${MOST_NAMES} names, with those that the order has`);
      }
      return { ...NO_DECISION, order: { metadata: Object.fromEntries(noted) } };
    });
    return changed ?? state;
  }

  /** Invalidates all client secrets for good; open streams end. Idempotent. false: no such order. */
  async revokeSecrets(merchantOrderNo: string): Promise<boolean> {
    return (await this.changeSecret(merchantOrderNo, () => NO_SECRET)) !== null;
  }

  /**
   * Gives the order a new client secret; the older ones end, and their streams too. null: no such order. Throws
   * `not_found` for an erased order.
   */
  issueSecret(merchantOrderNo: string): Promise<OrderState | null> {
    const secretSalt = this.chance.bytes(16);
    return this.changeSecret(merchantOrderNo, ({ order, now }) => {
      requireUnerased(order);
      return { secretSalt, secretUntil: new Date(now.getTime() + ISSUED_SECRET_MS) };
    });
  }

  private async changeSecret(
    merchantOrderNo: string,
    secretOf: (state: OrderState) => Pick<OrderRow, 'secretSalt' | 'secretUntil'>,
  ): Promise<OrderState | null> {
    const decide = (state: OrderState): Decision => ({ ...NO_DECISION, order: secretOf(state) });
    const changed = await this.writer.change(merchantOrderNo, { kind: 'staff' }, decide);
    if (changed !== null) this.changes.announce([{ merchantOrderNo, version: null }]);
    return changed;
  }

  /** The review ends with its last mismatch. null: no such open mismatch. Throws `order_in_review` on an altered order. */
  async resolveMismatch(id: string, staff: string, note: string): Promise<OrderState | null> {
    const merchantOrderNo = await this.orders.orderOfMismatch(id);
    if (merchantOrderNo === null) return null;
    return this.writer.change(merchantOrderNo, causeOf('staff', staff), ({ openMismatches }) => {
      const open = openMismatches.find((mismatch) => mismatch.id === id);
      return open === undefined ? null : decideResolved(open, `staff:${staff}`, note);
    });
  }
}

/** Throws `not_found`. */
export function requireUnerased({ erasedAt }: Pick<OrderRow, 'erasedAt'>): void {
  if (erasedAt !== null) throw new Problem('not_found', PROBLEM_TEXTS.orderErased);
}
