/**
 * `field`: the record differs from the terms. `status`: an unknown status. `transition`: a step that the table does not
 * allow. `unreadable`: a field or record that cannot be read. `foreign`: the answer is the record of another order.
 * `order_no_clash`: it names a number of the provider's that belongs to another trade here. `vanished`: a trade that is
 * known to exist is not found. `double_payment`: two trades are paid. `state`: the stored order does not
 * fit its seal; nothing of it is told or sent, and an answer about it counts once it fits again.
 *
 * The value says what ends it. `answer`: any other answer about the trade. `record`: a record of the trade that no longer
 * shows it, or an answer that the trade does not exist. `refund`: the provider refunds all payments but one. `staff`:
 * staff alone, because no answer of the provider says anything about it.
 */
export const MISMATCH_ENDS = {
  field: 'record',
  status: 'record',
  transition: 'record',
  unreadable: 'record',
  foreign: 'answer',
  order_no_clash: 'answer',
  vanished: 'answer',
  double_payment: 'refund',
  state: 'answer',
} as const;
export type MismatchKind = keyof typeof MISMATCH_ENDS;
export const MISMATCH_KINDS = Object.keys(MISMATCH_ENDS) as readonly MismatchKind[];
