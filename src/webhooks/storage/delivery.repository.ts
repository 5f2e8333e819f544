import { Injectable } from '@nestjs/common';
import {
  assignments,
  listed,
  names,
  placeholders,
  reader,
  selectList,
  values,
  without,
} from '../../platform/database/columns.js';
import { messageJson, messageRow, OUTBOX_COLUMNS } from '../../orders/storage/outbox-columns.js';
import type { OutgoingMessage } from '../../orders/storage/outbox-columns.js';
import { Database } from '../../platform/database/database.js';
import { isLeaseOverSql } from '../../platform/database/times-ahead.js';
import { ALL_EVENTS, TEST_EVENT } from '../webhook.types.js';
import type { AttemptRow, DeliveryRow } from '../webhook.types.js';
import { ATTEMPT_COLUMNS, DELIVERY_COLUMNS } from './webhook.entity.js';

export interface ClaimedDelivery {
  readonly delivery: DeliveryRow;
  readonly message: OutgoingMessage;
}

/** Cap of the counters: an overflow would fail a statement that covers other rows as well. */
const MOST_COUNTED = 1_000_000;
/** After a redelivery an attempt overwrites the earlier one with the same number. */
const OVERWRITTEN = without(ATTEMPT_COLUMNS, ['deliveryId', 'n']);
const WITHOUT_ANSWER = without(ATTEMPT_COLUMNS, ['answer']);

const INSERT_DELIVERIES = `INSERT INTO webhook_deliveries (id, endpoint_id, message_id, event, state, created_at, next_at, planned_at)
  SELECT gen_random_uuid(), endpoint_id, id, type, 'pending', checkout_now(), checkout_now(), checkout_now() FROM`;
const wants = (endpoint: string, message: string): string =>
  `('${ALL_EVENTS}' = ANY(${endpoint}.events) OR ${message}.type = ANY(${endpoint}.events)) AND ${message}.type <> '${TEST_EVENT}'`;

/** `FOR NO KEY UPDATE`, so that a replay, whose deliveries reference the endpoint, does not block it. */
const FAN_OUT = `
  WITH behind AS (
    SELECT e.id AS endpoint_id, e.events, e.position, h.position AS head
      FROM webhook_endpoints e, outbox_head h
     WHERE e.disabled_reason IS NULL AND e.position < h.position
       FOR NO KEY UPDATE OF e SKIP LOCKED),
  read AS (
    SELECT b.endpoint_id, b.events, m.id, m.type, m.position
      FROM behind b CROSS JOIN LATERAL (
        SELECT id, type, position FROM outbox WHERE position > b.position AND position <= b.head
         ORDER BY position LIMIT $1) m),
  made AS (${INSERT_DELIVERIES} read WHERE ${wants('read', 'read')} RETURNING 1),
  moved AS (
    UPDATE webhook_endpoints e SET position = CASE WHEN r.count = $1 THEN r.last ELSE b.head END
      FROM behind b LEFT JOIN (SELECT endpoint_id, count(*), max(position) AS last FROM read GROUP BY 1) r USING (endpoint_id)
     WHERE e.id = b.endpoint_id)
  SELECT (SELECT count(*) FROM made)::int AS made, coalesce(max(r.count), 0)::int AS most
    FROM (SELECT endpoint_id, count(*) FROM read GROUP BY 1) r`;

/** Reads the next `$3` messages by the position index and keeps those that the endpoint wants. */
const REPLAY = `
  WITH read AS (
    SELECT id, type, created_at, position FROM outbox WHERE position > $2 ORDER BY position LIMIT $3),
  wanted AS (
    SELECT e.id AS endpoint_id, read.id, read.type FROM webhook_endpoints e, read
     WHERE e.id = $1 AND read.created_at >= $4 AND read.created_at < $5
       AND ($6::text[] IS NULL OR read.type = ANY($6)) AND ${wants('e', 'read')}),
  made AS (${INSERT_DELIVERIES} wanted RETURNING 1)
  SELECT (SELECT count(*) FROM made)::int AS made, count(*)::int AS count, max(position) AS last FROM read`;

/**
 * By an array and OFFSET 0: Postgres guesses a tenth of all due deliveries for a LIMIT that it does not know, so that with
 * a backlog a join would read both tables for each claim.
 */
const CLAIM = `
  WITH due AS (
    SELECT d.id FROM jsonb_to_recordset($1::jsonb) AS room(endpoint_id uuid, free integer)
     CROSS JOIN LATERAL (
       SELECT id FROM webhook_deliveries
        WHERE endpoint_id = room.endpoint_id AND next_at <= checkout_now()
          AND ${isLeaseOverSql('lease_until', '$2')}
        ORDER BY next_at LIMIT room.free FOR UPDATE SKIP LOCKED) d),
  leased AS (
    UPDATE webhook_deliveries
       SET lease_id = gen_random_uuid(), lease_until = checkout_now() + $2 * interval '1 millisecond',
           attempts = least(attempts, ${MOST_COUNTED}) + 1
     WHERE id = ANY (ARRAY(SELECT id FROM due)) RETURNING *)
  SELECT ${selectList(DELIVERY_COLUMNS, 'd')}, ${selectList(OUTBOX_COLUMNS, 'm')}
    FROM leased d CROSS JOIN LATERAL (SELECT * FROM outbox WHERE id = d.message_id OFFSET 0) m ORDER BY d.next_at`;

const readDelivery = reader(DELIVERY_COLUMNS, 'd');
const readMessage = reader(OUTBOX_COLUMNS, 'm');

/** Leaves out failing endpoints, whose retries are late on purpose, and disabled ones. */
const DELAY = `
  SELECT coalesce(greatest(extract(epoch FROM checkout_now() - min(since)), 0), 0)::double precision AS seconds FROM (
    SELECT due.next_at AS since FROM webhook_endpoints e CROSS JOIN LATERAL (
      SELECT next_at FROM webhook_deliveries WHERE endpoint_id = e.id AND next_at IS NOT NULL ORDER BY next_at LIMIT 1) due
     WHERE e.disabled_reason IS NULL AND e.failures = 0
    UNION ALL (
      SELECT created_at FROM outbox
       WHERE position IS NULL AND EXISTS (SELECT 1 FROM webhook_endpoints WHERE disabled_reason IS NULL)
       ORDER BY created_at LIMIT 1)) waiting`;

export interface EndpointOutcome {
  /** null: nothing was sent, so the endpoint's health is unchanged. */
  readonly isGood: boolean | null;
  readonly disables: 'gone' | null;
  readonly givenUpAfterMs: number;
  /** Sent to the other endpoints if this one is disabled. */
  readonly message: OutgoingMessage;
}

/** Messages created at `from` or later and before `to`; `events` null: all events of the endpoint. */
export interface ReplaySpan {
  readonly from: Date;
  readonly to: Date;
  readonly events: readonly string[] | null;
}

@Injectable()
export class DeliveryRepository {
  constructor(private readonly database: Database) {}

  async fanOut(limit: number): Promise<{ made: number; isMore: boolean }> {
    const [row] = await this.database.query<{ made: number; most: number }>(FAN_OUT, [limit]);
    return { made: row?.made ?? 0, isMore: (row?.most ?? 0) === limit };
  }

  async claim(rooms: readonly { endpoint_id: string; free: number }[], leaseMs: number): Promise<ClaimedDelivery[]> {
    const rows = await this.database.query<Record<string, unknown>>(CLAIM, [JSON.stringify(rooms), leaseMs]);
    return rows.map((row) => ({ delivery: readDelivery(row), message: readMessage(row) }));
  }

  /**
   * Returns why the attempt disabled the endpoint, with a message in the same statement. If another process has claimed
   * the delivery, only the attempt is stored. An erased customer's response is not: it may echo the message.
   */
  async record(
    { id, leaseId, endpointId }: DeliveryRow,
    attempt: AttemptRow,
    after: { readonly state: DeliveryRow['state']; readonly afterMs: number | null },
    outcome: EndpointOutcome,
  ): Promise<'failing' | 'gone' | null> {
    const [row] = await this.database.query<{ reason: 'failing' | 'gone' | null }>(
      `WITH about AS (
         SELECT o.erased_at FROM webhook_deliveries d JOIN outbox m ON m.id = d.message_id
           JOIN orders o ON o.merchant_order_no = m.merchant_order_no WHERE d.id = $1 FOR KEY SHARE OF o),
       told AS (
         INSERT INTO webhook_attempts (${names(WITHOUT_ANSWER)}, answer)
         SELECT ${placeholders(WITHOUT_ANSWER, 11)},
                CASE WHEN EXISTS (SELECT 1 FROM about WHERE erased_at IS NOT NULL) THEN NULL ELSE $10::text END
         ON CONFLICT (delivery_id, n) DO UPDATE SET ${assignments(OVERWRITTEN, 'excluded')} RETURNING 1),
       ended AS (
         UPDATE webhook_deliveries SET lease_id = NULL, lease_until = NULL, state = $3,
                next_at = checkout_now() + $4 * interval '1 millisecond', planned_at = checkout_now()
          WHERE id = $1 AND lease_id = $2),
       judged AS (
       UPDATE webhook_endpoints
          SET failures = CASE WHEN $6 THEN 0 ELSE least(failures, ${MOST_COUNTED}) + 1 END,
              failing_since = CASE WHEN $6 THEN NULL ELSE least(failing_since, checkout_now()) END,
              disabled_reason = CASE
                WHEN $7::text IS NOT NULL THEN $7
                WHEN NOT $6 AND failing_since < checkout_now() - $8 * interval '1 millisecond' THEN 'failing' END
        WHERE id = $5 AND disabled_reason IS NULL AND $6::boolean IS NOT NULL AND (failures > 0 OR NOT $6)
          AND EXISTS (SELECT 1 FROM told)
       RETURNING disabled_reason AS reason),
       said AS (
         INSERT INTO outbox SELECT m.* FROM judged, ${messageRow('$9')} m WHERE reason IS NOT NULL)
       SELECT reason FROM judged`,
      [
        id,
        leaseId,
        after.state,
        after.afterMs,
        endpointId,
        outcome.isGood,
        outcome.disables,
        outcome.givenUpAfterMs,
        messageJson(outcome.message),
        attempt.answer,
        ...values(listed(WITHOUT_ANSWER), attempt),
      ],
    );
    return row?.reason ?? null;
  }

  async delaySeconds(): Promise<number> {
    const [row] = await this.database.query<{ seconds: number }>(DELAY);
    return row?.seconds ?? 0;
  }

  async makeTest(message: OutgoingMessage, endpointId: string): Promise<string> {
    const [row] = await this.database.query<{ id: string }>(
      `WITH m AS (INSERT INTO outbox SELECT * FROM ${messageRow('$1')} RETURNING *)
       INSERT INTO webhook_deliveries (id, endpoint_id, message_id, event, state, created_at, next_at, planned_at)
       SELECT gen_random_uuid(), $2::uuid, m.id, m.type, 'pending', m.created_at, m.created_at, m.created_at FROM m RETURNING id`,
      [messageJson(message), endpointId],
    );
    if (row === undefined) throw new Error('Postgres made no delivery');
    return row.id;
  }

  /** Creates deliveries for a span, reading `limit` messages after position `after`. `last` is null at the end. */
  async replay(
    endpointId: string,
    { from, to, events }: ReplaySpan,
    after: number,
    limit: number,
  ): Promise<{ made: number; last: number | null }> {
    const [row] = await this.database.query<{ made: number; count: number; last: string | null }>(REPLAY, [
      endpointId,
      after,
      limit,
      from,
      to,
      events,
    ]);
    const isMore = row !== undefined && row.count === limit;
    return { made: row?.made ?? 0, last: isMore ? Number(row.last) : null };
  }
}
