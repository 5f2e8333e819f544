import { randomUUID } from 'node:crypto';
import type { QueryAnswer } from '#src/orders/write/poll-result-writer.service.js';
import type { AttemptEvent, OrderState } from '#src/orders/model/order.types.js';
import type { RecordStep } from '#src/orders/write/attempt-recorder.service.js';
import type { Evidence } from '#src/ramp/port/ramp.errors.js';
import type { BuySnapshot, SellSnapshot } from '#src/ramp/port/ramp.types.js';
import { EVERYBODY } from '#src/platform/callers/caller.js';
import { HOUR, SECOND } from './moments.js';
import { asked, buySeen, refusal, sellSeen, reservation } from './order-builders.js';
import type { GivenFacts } from './order-builders.js';
import type { OrderWriter } from './order-writer.js';

const LEASE_MS = 21 * SECOND;
export const EVIDENCE: Evidence = {
  endpoint: 'query',
  sent: {},
  seen: { data: 'as it came' },
  httpStatus: 200,
  traceId: 'up-1',
  answeredAt: null,
};

const providerNo = (tradeNo: string): string => `P-${tradeNo}`;

export class OrderActs {
  constructor(readonly opened: OrderWriter) {}

  /** An order with its first trade in flight and a timestamp one hour old. */
  async reserved(
    number: string,
    given: Parameters<typeof asked>[0] = {},
  ): Promise<{ state: OrderState; step: RecordStep }> {
    const now = await this.opened.orders.now();
    const attemptLease = randomUUID();
    const { isNew, state } = await this.opened.tradeRecord.reserve(
      reservation({
        merchantOrderNo: number,
        asked: asked(given),
        stamp: now.getTime() - HOUR,
        attemptLease,
        cause: { kind: 'checkout', by: 'everybody' },
      }),
    );
    if (!isNew || state === null) throw new Error('the number is taken');
    return { state, step: { attemptLease, cause: { kind: 'checkout' }, evidence: null } };
  }

  async created(number: string, given: Parameters<typeof asked>[0] = {}): Promise<void> {
    const { state, step } = await this.reserved(number, given);
    const made = { orderNo: providerNo(number), payUrl: 'https://pay.example' };
    await this.record(state, { kind: 'created', made }, step);
  }

  async refused(number: string): Promise<void> {
    const { state, step } = await this.reserved(number);
    await this.record(state, { kind: 'refused', refusal: refusal() }, step);
  }

  /** Not sent because its price had moved. */
  async declined(number: string): Promise<void> {
    const { state, step } = await this.reserved(number);
    const moved = refusal({ problem: 'quote_moved', returnCode: null, returnMsg: null, traceId: null, quote: null });
    await this.record(state, { kind: 'declined', refusal: moved }, step);
  }

  async notSent(number: string, giveUp: boolean): Promise<void> {
    const { state, step } = await this.reserved(number);
    await this.record(state, { kind: 'not_sent', reason: 'ECONNREFUSED', givesUp: giveUp }, step);
  }

  async unknown(number: string): Promise<void> {
    const { state, step } = await this.reserved(number);
    await this.record(state, { kind: 'unknown', reason: 'timeout' }, step);
  }

  /** Two trades: the first with an unknown outcome, the second created. */
  async superseded(number: string): Promise<void> {
    const { state, step } = await this.reserved(number);
    const unknown = await this.record(state, { kind: 'unknown', reason: 'timeout' }, step);
    const sending = { stamp: Date.now(), asked: asked(), leaseMs: LEASE_MS, newRequest: null };
    const next = await this.record(unknown!, { kind: 'next_trade', sending }, step);
    const made = { orderNo: providerNo(`${number}-r2`), payUrl: 'https://pay.example' };
    await this.record(next!, { kind: 'created', made }, step);
  }

  async registered(number: string): Promise<void> {
    const sale = { merchantOrderNo: number, orderNo: null, customerId: null };
    await this.opened.registrations.register(EVERYBODY, sale);
  }

  sold(tradeNo: string, given: Partial<SellSnapshot> = {}): Promise<void> {
    const snapshot = sellSeen({ orderNo: providerNo(tradeNo), tradeNo, ...given });
    return this.answered(tradeNo, { kind: 'seen', snapshot, evidence: EVIDENCE });
  }

  unfound(tradeNo: string): Promise<void> {
    return this.answered(tradeNo, { kind: 'not_found', answeredAt: new Date(), doubted: false, evidence: EVIDENCE });
  }

  async neverCreated(number: string): Promise<void> {
    await this.unknown(number);
    await this.notFound(number);
  }

  /** Records two not-found answers, late and far enough apart to be believed. */
  async notFound(tradeNo: string): Promise<void> {
    const answer = { kind: 'not_found', answeredAt: new Date(), doubted: false, evidence: EVIDENCE } as const;
    await this.answered(tradeNo, answer);
    await this.sql(
      `UPDATE schedules SET not_found_at = not_found_at - interval '2 minutes' WHERE trade_no = $1`,
      tradeNo,
    );
    await this.answered(tradeNo, answer);
  }

  seen(tradeNo: string, given: Partial<BuySnapshot> & GivenFacts = {}): Promise<void> {
    const snapshot = buySeen({ orderNo: providerNo(tradeNo), status: 'PAID', rampStatus: 'PAY_SUCCESS', ...given });
    return this.answered(tradeNo, { kind: 'seen', snapshot, evidence: EVIDENCE });
  }

  async unanswered(tradeNo: string, times: number): Promise<void> {
    for (let n = 0; n < times; n++) await this.answered(tradeNo, { kind: 'none', othersAnswered: true });
  }

  /** Leases the trade, due or not, and records the answer. */
  async answered(tradeNo: string, answer: QueryAnswer): Promise<void> {
    const leaseId = randomUUID();
    const [row] = await this.opened.database.query<{ merchantOrderNo: string; askedAt: Date }>(
      `UPDATE schedules s SET lease_id = $2, lease_until = checkout_now() + interval '20 s' FROM trades t
        WHERE s.trade_no = $1 AND t.trade_no = $1
       RETURNING merchant_order_no AS "merchantOrderNo", checkout_now() AS "askedAt"`,
      [tradeNo, leaseId],
    );
    const query = { ...row!, tradeNo, leaseId, cause: { kind: 'poll' } as const, answer };
    const result = await this.opened.answers.recordAnswer(query);
    if (result === 'dropped') throw new Error(`the answer about ${tradeNo} was not recorded`);
  }

  /** Records an event of the current trade with the runner's copy of the order. */
  private record(held: OrderState, event: AttemptEvent, step: RecordStep): Promise<OrderState | null> {
    return this.opened.tradeRecord.record(held.trades.at(-1)!, event, step, held);
  }

  private sql(text: string, ...parameters: unknown[]): Promise<unknown> {
    return this.opened.database.query(text, parameters);
  }
}
