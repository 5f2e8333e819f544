import { Inject, Injectable } from '@nestjs/common';
import { AuditService } from '../audit/audit.service.js';
import type { Actor } from '../audit/audit.types.js';
import { reader, selectList } from '../platform/database/columns.js';
import { Database } from '../platform/database/database.js';
import { by, count, each, integer, moment, oneOf, orNull, shape, text, uuid } from '../platform/http/answers/shape.js';
import { bySpan, byText, byUuid, byWord, StaffList } from '../platform/http/answers/staff-list.js';
import type { RowOf } from '../platform/http/answers/staff-list.js';
import { Problem, PROBLEM_TEXTS } from '../platform/problems/problem.js';
import { isUuid } from '../platform/text/text.js';
import { ATTEMPT_COLUMNS } from './storage/webhook.entity.js';
import { DELIVERY_STATES } from './webhook.types.js';
import type { AttemptRow } from './webhook.types.js';

export const DELIVERY_LIST = new StaffList(
  {
    item: 'DeliveryDto',
    page: 'DeliveriesDto',
    table: 'webhook_deliveries',
    as: 'd',
    at: 'created_at',
    idType: 'uuid',
    join: 'JOIN outbox m ON m.id = d.message_id',
  },
  {
    id: uuid('The id.'),
    endpointId: uuid('The endpoint.'),
    messageId: uuid('The `webhook-id`: the same for each endpoint and each attempt.'),
    event: text('The event type.', 'order.completed'),
    merchantOrderNo: by('m.merchant_order_no', orNull(text('The order; null: the event is about no order.', 'A-1001'))),
    version: by('m.version', orNull(integer("The order's version in the event.", 4))),
    state: oneOf('The state of the delivery.', DELIVERY_STATES),
    attempts: count('The number of attempts.', 1),
    createdAt: moment('The time of creation.'),
    nextAt: orNull(moment('The time of the next attempt; null: none follows.')),
  },
  {
    endpointId: byUuid('Deliveries to this endpoint.', 'd.endpoint_id = ?'),
    event: byText('Deliveries of this event type.', 'order.completed', 'd.event = ?'),
    merchantOrderNo: byText('Deliveries about this order.', 'A-1001', 'm.merchant_order_no = ?'),
    state: {
      ...byWord('Deliveries in this state.', DELIVERY_STATES, 'failed', 'd.state = ?'),
      add: (list, value) =>
        list
          .where('d.state = ?', value)
          // Few deliveries are in another state, and a partial index with this condition holds them.
          .when(value !== null && value !== 'delivered', "d.state <> 'delivered'"),
    },
    ...bySpan('d.created_at', 'Made'),
  },
);

const ATTEMPT = shape('AttemptDto', {
  n: count('The number of the attempt.', 1, 1),
  at: moment('The time of creation.'),
  durationMs: count('The duration in milliseconds.', 120),
  status: orNull(integer('The HTTP status; null: no response.', 503)),
  error: orNull(text('The error, if there was no response.', 'ECONNREFUSED')),
  answer: orNull(text('The beginning of the response, masked.', 'Service Unavailable')),
});

export const DELIVERY_FILE = shape('DeliveryFileDto', {
  ...DELIVERY_LIST.item.fields,
  tries: each('Attempts, oldest first; those before the last redelivery are overwritten.', ATTEMPT),
});

const readAttempt = reader(ATTEMPT_COLUMNS, 'a');

export interface DeliveryFile {
  readonly delivery: RowOf<typeof DELIVERY_LIST>;
  readonly attempts: readonly AttemptRow[];
}

@Injectable()
export class DeliveryListService {
  constructor(
    private readonly database: Database,
    @Inject(AuditService) private readonly audit: Pick<AuditService, 'record'>,
  ) {}

  /** Throws `not_found`. */
  async get(id: string): Promise<DeliveryFile> {
    const delivery = isUuid(id) ? await DELIVERY_LIST.find(this.database, id) : null;
    if (delivery === null) throw new Problem('not_found', PROBLEM_TEXTS.deliveryNotFound);
    const attempts = await this.database.query<Record<string, unknown>>(
      `SELECT ${selectList(ATTEMPT_COLUMNS, 'a')} FROM webhook_attempts a WHERE a.delivery_id = $1 ORDER BY a.n`,
      [id],
    );
    return { delivery, attempts: attempts.map(readAttempt) };
  }

  /** Starts a fresh series of attempts now, in any state. Throws `not_found`. */
  async redeliver(actor: Actor, id: string): Promise<void> {
    const { delivery } = await this.get(id);
    const detail = { endpointId: delivery.endpointId, event: delivery.event };
    await this.audit.record({ actor, action: 'webhook.redeliver', target: id, reason: null, detail });
    await this.database.query(
      `UPDATE webhook_deliveries SET state = 'pending', next_at = checkout_now(), planned_at = checkout_now(), attempts = 0 WHERE id = $1`,
      [id],
    );
  }
}
