import { lessonOf, shapeOf } from '../../ramp/http/not-found-shape.js';
import { isWireList, isWireRecord, member } from '../../ramp/http/wire.js';
import type { ProbeName } from '../plan/probes.js';
import type { Finding } from '../report.js';
import type { Answered } from '../wire/exchange.js';
import { notSeen, plain } from './finding.js';
import type { Observe } from './observe-requests.js';
import type { Codes } from './seen.js';
import type { Said } from './said.js';
import { inWords } from './words.js';

type Numbers = readonly [string, string];

/** What the provider says of an order that was never made. Asked twice: what it says may not change. */
export function notFound(first: ProbeName, second: ProbeName): Observe {
  return (seen) => {
    const { numbers, codes } = seen.asked;
    const [one, two] = [seen.answered(first), seen.answered(second)];
    const said = seen.said(first);
    if (one === null || two === null) return notSeen(inWords(one === null ? said : seen.said(second)));
    return finding([one, two], numbers.unknown, said, codes);
  };
}

/** By the provider's own number, asked once: does it answer in the same way? */
export function notFoundByOrderNo(seen: Parameters<Observe>[0]): Finding {
  const { numbers } = seen.asked;
  const [byMerchantNo, byOrderNo] = [seen.answered('unknown-buy'), seen.answered('unknown-buy-order-no')];
  const said = seen.said('unknown-buy-order-no');
  if (byOrderNo === null || byMerchantNo === null) return notSeen(inWords(said));
  const [number] = numbers.unknown;
  const same = shapeOf(byMerchantNo.answer, [number]) === shapeOf(byOrderNo.answer, [number]);
  return plain(
    formOf(byOrderNo, said, number),
    same ? 'as by merchantOrderNo' : `not as by merchantOrderNo: ${inWords(said)}`,
  );
}

function finding([one, two]: readonly [Answered, Answered], numbers: Numbers, said: Said, codes: Codes): Finding {
  const { status } = one.answer;
  if (shapeOf(one.answer, [numbers[0]]) !== shapeOf(two.answer, [numbers[1]])) {
    return plain(
      'changing',
      `${inWords(said)}, HTTP ${status}, and another time something else: it cannot be recognised`,
    );
  }
  const lesson = lessonOf(one.answer, numbers[0], codes).kind;
  const recognised = {
    null_data: 'the service knows it',
    shape: 'the service learns it by itself',
    order: 'that is no answer about an order that was never made',
    nothing: 'the service cannot learn it: what was never made is asked about for longer',
  }[lesson];
  return plain(formOf(one, said, numbers[0]), `${inWords(said)}, HTTP ${status}: ${recognised}`);
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
      return shapeOf(answer, [number]) === shapeOf(answer, []) ? 'refusal' : 'refusal-with-number';
    case 'bare':
      return 'order';
    case 'strange':
    case 'nothing':
      return answer.parsed === null ? `page-${answer.status}` : `json-without-envelope-${answer.status}`;
  }
}
