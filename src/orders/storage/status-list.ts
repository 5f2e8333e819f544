import { TRADE_STATUSES } from '../model/order-status.js';

/** The words that `status` may hold, as the database's own constraint lists them. */
export const STATUSES = `'{${TRADE_STATUSES.join()}}'`;
