import { fromJson, jsonSql } from '../../platform/database/columns.js';
import type { OrderRow, TradeState } from '../model/order.types.js';
import { ORDER_COLUMNS, TRADE_COLUMNS } from './order.entity.js';

type JsonObject = Readonly<Record<string, unknown>>;

/** `orders` and trades `t` as JSON, for statements that read many orders with their histories. */
export const ORDER_JSON = jsonSql(ORDER_COLUMNS, 'orders');
export const TRADE_JSON = jsonSql(TRADE_COLUMNS, 't');
export const orderFromJson = (json: JsonObject): OrderRow => fromJson(ORDER_COLUMNS, json);
export const tradeFromJson = (json: JsonObject): TradeState => fromJson(TRADE_COLUMNS, json);

/**
 * Open mismatches of an order `o`, and those that staff resolved. Not by `resolved_at`: a plan made while none was open
 * would use an index of all open ones, and read them all for each order.
 */
export const OPEN_AND_SETTLED = `(SELECT jsonb_agg(jsonb_build_object('id', m.id, 'tradeNo', m.trade_no, 'kind', m.kind, 'field', m.field,
                                              'asked', m.asked, 'seen', m.seen) ORDER BY m.opened_at, m.id)
            FROM mismatches m WHERE m.merchant_order_no = o.merchant_order_no AND m.resolved_by IS NULL) AS open,
         (SELECT jsonb_agg(jsonb_build_object('tradeNo', m.trade_no, 'kind', m.kind, 'field', m.field, 'seen', m.seen))
            FROM mismatches m WHERE m.merchant_order_no = o.merchant_order_no AND m.resolved_by <> 'provider') AS settled`;
