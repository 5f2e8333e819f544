/**
 * `field`: the record differs from the terms. `status`: an unknown status. `transition`: a step outside the table.
 * `unreadable`: a field or record that cannot be read. `foreign`: a record of another order. `order_no_clash`: a provider
 * number that belongs to another trade here. `vanished`: an existing trade is not found. `double_payment`: two trades are
 * paid. `state`: the stored order does not match its seal; it is not shown or sent, and answers count once it matches again.
 *
 * The value says what ends it. `answer`: any other answer about the trade. `record`: a record of the trade that no longer
 * shows it, or an answer that the trade does not exist. `refund`: all payments but one are refunded.
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
