import type { Quotes, RefusalReason } from '../ramp.errors.js';

/** The contract has no code for a payment method that is not offered: providers answer as if it had no fee, or by a code of their own. */
export const MAY_MEAN_THE_METHOD: ReadonlySet<RefusalReason> = new Set(['commission', 'undocumented']);

/** Does the provider offer methods, each of them by name, and this is none of them? */
export function isNotOffered(payWayCode: string, { quotes, failures }: Quotes): boolean {
  const offered = [...quotes, ...failures].map((each) => each.payWayCode);
  return (
    offered.length > 0 && offered.every((each) => each !== null && each.toUpperCase() !== payWayCode.toUpperCase())
  );
}
