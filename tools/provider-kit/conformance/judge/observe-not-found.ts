import { notFoundValue } from '../../../../src/platform/config/ramp-settings.js';
import { notFoundShape } from '../../../../src/ramp/wire/trade-records.js';
import { isWireList, isWireRecord, member } from '../../../../src/ramp/wire/wire.js';
import type { Side } from '../../../../src/ramp/port/trade-facts.js';
import type { ProbeName } from '../plan/probes.js';
import type { ReportFinding } from '../report.js';
import type { Answered } from '../wire/exchange.js';
import { notSeen, plain } from './finding.js';
import type { Observe } from './observe-requests.js';
import type { Said } from './said.js';
import type { Seen } from './seen.js';
import { inWords } from './words.js';

/** By a number of ours, by another one, and by a number in the provider's form. */
const PROBES = {
  BUY: ['unknown-buy', 'unknown-buy-again', 'unknown-buy-order-no'],
  SELL: ['unknown-sell', 'unknown-sell-again', 'unknown-sell-order-no'],
} as const satisfies Record<Side, readonly ProbeName[]>;
export const UNKNOWN_ORDERS: readonly ProbeName[] = [...PROBES.BUY, ...PROBES.SELL];

/** The answer for an order that was never created. Probed twice, because the answer may vary. */
export function notFound(side: Side): Observe {
  const [first, second] = PROBES[side];
  return (seen) => {
    const [one, two] = [seen.answered(first), seen.answered(second)];
    const [said, again] = [seen.said(first), seen.said(second)];
    if (one === null || two === null) return notSeen(inWords(one === null ? said : again));
    const detail = `${inWords(said)}, HTTP ${one.answer.status}`;
    const isSame = inWords(said) === inWords(again) && one.answer.status === two.answer.status;
    if (!isSame) return plain('changing', `${detail}, and another time something else`);
    const isKnowable = notFoundShape(one.answer, seen.asked.codes) !== null;
    return plain(
      formOf(one, said, seen.asked.numbers.unknown[0]),
      isKnowable
        ? detail
        : `${detail}: RAMP_NOT_FOUND cannot say so, and what was never made is asked about for longer`,
    );
  };
}

/** The answer for an unknown number in the provider's form, probed once: is it the same? */
export function notFoundByOrderNo(seen: Seen): ReportFinding {
  const byOrderNo = seen.answered('unknown-buy-order-no');
  const [said, usual] = [seen.said('unknown-buy-order-no'), seen.said('unknown-buy')];
  if (byOrderNo === null || usual.kind === 'nothing') return notSeen(inWords(said));
  const isSame = inWords(said) === inWords(usual);
  return plain(
    formOf(byOrderNo, said, seen.asked.numbers.unknown[0]),
    isSame ? 'as by merchantOrderNo' : `not as by merchantOrderNo: ${inWords(said)}`,
  );
}

/** The entries of RAMP_NOT_FOUND that would make the answers mean "not found"; null: none would, or there is no answer. */
export function notFoundForms(seen: Seen, side: Side): (string | null)[] {
  return PROBES[side].map((name) => {
    const answered = seen.answered(name);
    return answered === null ? null : notFoundShape(answered.answer, seen.asked.codes);
  });
}

export const notFoundInWords = (seen: Seen, side: Side): string =>
  [...new Set(PROBES[side].map((name, i) => notFoundForms(seen, side)[i] ?? inWords(seen.said(name))))].join(', ');

/** The codes with which the provider refuses other requests than those about unknown orders. */
export const otherCodes = (seen: Seen): ReadonlySet<string> =>
  new Set(
    seen
      .answers()
      .flatMap(({ name, said }) => (said.kind === 'refusal' && !UNKNOWN_ORDERS.includes(name) ? [said.code] : [])),
  );

/** The RAMP_NOT_FOUND for the observed forms; null: there is none. A code of other refusals says nothing about orders. */
export function proposeNotFound(seen: Seen): string | null {
  const others = otherCodes(seen);
  const usable = (side: Side): string[] =>
    notFoundForms(seen, side).flatMap((form) =>
      form !== null && /^\w+$/.test(form) && !others.has(form) ? [form] : [],
    );
  return notFoundValue({ BUY: [...new Set(usable('BUY'))], SELL: [...new Set(usable('SELL'))] });
}

export function notFoundSetting(seen: Seen): ReportFinding {
  if (seen.asked.signature.accepted === null) return notSeen('everything is refused');
  const value = proposeNotFound(seen);
  if (value === null) return plain('none', 'no answer that would come for nothing else');
  return { value, detail: 'how it says that it knows no such order', setting: `RAMP_NOT_FOUND=${value}` };
}

function formOf({ answer }: Answered, said: Said, number: string): string {
  switch (said.kind) {
    case 'success':
      if (said.data === null) return 'null-data';
      if (isWireList(said.data)) return said.data.length === 0 ? 'empty-list' : 'order';
      if (!isWireRecord(said.data)) return 'other-data';
      if (Object.keys(said.data).length === 0) return 'empty-object';
      return member(said.data, 'orderNo') === undefined ? 'other-data' : 'order';
    case 'refusal':
      return said.message.toLowerCase().includes(number) ? 'refusal-with-number' : 'refusal';
    case 'bare':
      return 'order';
    case 'strange':
    case 'nothing':
      return answer.parsed === null ? `page-${answer.status}` : `json-without-envelope-${answer.status}`;
  }
}
