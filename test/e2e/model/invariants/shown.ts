import { orderOf } from '../../../support/service.js';
import { openMismatches, providerOrder, tradesOf } from '../facts.js';
import type { Facts } from '../facts.js';
import type { Run } from '../run.js';

/** Decimals that the provider's record may hold, in names that are its own and ours alike. */
const DECIMALS = ['cryptoPrice', 'cryptoQuantity', 'rampFee', 'networkFee', 'rebateFiatAmount', 'rebateUsdAmount'];

/**
 * Every order that was ever shown is there; the two replicas show it as it is stored, with the provider's decimals digit
 * for digit, and with no more trades than its requests could have made.
 */
export async function shownProblems(run: Run, facts: Facts): Promise<string[]> {
  const known = new Set(facts.orders.map(({ merchant_order_no: number }) => number));
  const lost = run.shown.map(({ answer }) => orderOf(answer).merchantOrderNo).filter((number) => !known.has(number));
  const problems = lost.map((number) => `${number} was shown, and is not there`);
  for (const order of facts.orders) {
    const number = order.merchant_order_no;
    const requests = run.requests.get(number.toLowerCase());
    const made = tradesOf(facts, number).length;
    if (requests !== undefined && made > 3 * requests)
      problems.push(`${number}: ${made} trades of ${requests} requests`);
    for (const at of [0, 1] as const) {
      const answer = await run.send('read', at, { path: `/v1/orders/${number}` }, number, [200]);
      if (answer?.status !== 200) problems.push(`${number}: cannot be read`);
      else problems.push(...ofAnswer(facts, number, orderOf(answer)).map((problem) => `${number}: ${problem}`));
    }
  }
  return problems;
}

function ofAnswer(facts: Facts, number: string, shown: Readonly<Record<string, unknown>>): string[] {
  const order = facts.orders.find(({ merchant_order_no: one }) => one === number)!;
  const problems = [];
  const stored = {
    status: order.status,
    inReview: order.in_review,
    amount: tradesOf(facts, number).at(-1)?.asked['amount'],
  };
  for (const [field, value] of Object.entries(stored)) {
    if (shown[field] !== value)
      problems.push(`${field} is shown as ${String(shown[field])}, stored as ${String(value)}`);
  }
  const lead = tradesOf(facts, number).find(
    ({ order_no: orderNo }) => orderNo !== null && orderNo === shown['orderNo'],
  );
  const record =
    lead && openMismatches(facts, lead.trade_no).length === 0 ? providerOrder(facts, lead.trade_no)?.record : undefined;
  if (record === undefined) return problems;
  for (const field of DECIMALS) {
    const said = record[field];
    if (said !== undefined && said !== '' && shown[field] !== said) {
      problems.push(`${field} is ${said} at the provider, and shown as ${String(shown[field])}`);
    }
  }
  return problems;
}
