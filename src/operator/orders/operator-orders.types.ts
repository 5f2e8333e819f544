import type { OpenedReceipt } from '../../callbacks/trade-receipts.types.js';
import type { Fault } from '../../accounting/history/judge-order.js';
import type { OrderFile, PersonalData } from '../../orders/model/order-file.types.js';

/** An order with its evidence, and whether that fits. Not masked. */
export interface OrderReport {
  readonly file: OrderFile;
  readonly personal: PersonalData;
  /** The newest ones. */
  readonly receipts: readonly OpenedReceipt[];
  readonly moreReceipts: boolean;
  readonly faults: readonly Fault[];
  /** Entries name service keys that are not there: whether they fit cannot be said. */
  readonly keysMissing: boolean;
}

/** What an order holds of persons. */
export interface Revealed {
  readonly file: OrderFile;
  readonly personal: PersonalData;
  readonly receipts: readonly OpenedReceipt[];
  readonly moreReceipts: boolean;
}

/** What came of asking the provider; see the answer's own description. */
export interface AskedOrder {
  readonly asked: boolean;
  readonly answered: boolean;
  /** It is worth asking again. */
  readonly unanswered: boolean;
  readonly report: OrderReport;
}
