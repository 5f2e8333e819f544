import type { OpenedReceipt } from '../../callbacks/callback-receipts.service.js';
import type { Fault } from '../../accounting/history/judge-order.js';
import type { OrderFile, PersonalData } from '../../orders/model/order-file.types.js';

/** An order with its evidence, and the result of its checks. Not masked. */
export interface OrderReport {
  readonly file: OrderFile;
  readonly personal: PersonalData;
  /** The newest ones. */
  readonly receipts: readonly OpenedReceipt[];
  readonly moreReceipts: boolean;
  readonly faults: readonly Fault[];
  /** Entries name missing service keys, so they cannot be verified. */
  readonly keysMissing: boolean;
}

export interface Revealed {
  readonly file: OrderFile;
  readonly personal: PersonalData;
  readonly receipts: readonly OpenedReceipt[];
  readonly moreReceipts: boolean;
}

/** The outcome of a query; see the response's own description. */
export interface AskedOrder {
  readonly asked: boolean;
  readonly answered: boolean;
  /** A repeat may help. */
  readonly unanswered: boolean;
  readonly report: OrderReport;
}
