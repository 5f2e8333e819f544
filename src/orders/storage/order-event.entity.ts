import type { OrderEvent } from '../model/order.types.js';
import type { Columns } from '../../platform/database/columns.js';
import { entity, refersTo } from '../../platform/database/entity-table.js';

/** Append-only except for the evidence, which can be erased. */
export const EVENT_COLUMNS: Columns<OrderEvent> = {
  merchantOrderNo: 'text',
  seq: 'integer',
  at: 'timestamptz',
  tradeNo: 'text?',
  kind: 'text',
  cause: 'jsonb',
  data: 'jsonb',
  evidence: 'jsonb?',
  evidenceMac: 'bytea?',
  keyId: 'text',
  mac: 'bytea',
};

export const OrderEventEntity = entity('order_events', EVENT_COLUMNS, ['merchantOrderNo', 'seq'], {
  foreignKeys: [refersTo('order_events_order_fkey', 'orders', 'merchantOrderNo')],
});
