import type { Fault } from '../faults/fault.js';
import { buy } from './scenario.js';
import type { Ending, Scenario, ScenarioFault } from './scenario.js';

/** The outcome is unknown, so a second trade is created under another number. */
const ANOTHER_TRADE: Ending = { status: 'AWAITING_PAYMENT', trades: 2 };

function create(act: Fault['act'], options: Partial<Fault> = {}): readonly ScenarioFault[] {
  return [{ endpoint: 'create', times: 0, fault: () => ({ act, ...options }) }];
}

/** The create or its answer is lost; `what` says whether the order exists. */
export const LOST_REPLIES: readonly Scenario[] = [
  buy(
    'slow-create',
    { status: 'AWAITING_PAYMENT' },
    {
      what: 'made at once, answered after 2 s',
      faults: create('delay-after', { ms: 2000 }),
    },
  ),
  buy('lost-reply', ANOTHER_TRADE, { what: 'made, then the connection is reset', faults: create('reset-after') }),
  buy('lost-request', ANOTHER_TRADE, {
    what: 'the connection is reset, nothing is made',
    faults: create('reset-before'),
  }),
  buy('cut-reply', ANOTHER_TRADE, {
    what: 'made, the connection breaks within the answer',
    faults: create('reset-during'),
  }),
  buy('hang', ANOTHER_TRADE, { what: 'never answered, nothing is made', faults: create('hang') }),
  buy('hang-after', ANOTHER_TRADE, { what: 'made, never answered', faults: create('hang-after') }),
  buy('bad-gateway', ANOTHER_TRADE, {
    what: 'made, answered with HTTP 502 and a page',
    faults: create('status-after', { code: 502, body: '<h1>502 Bad Gateway</h1>' }),
  }),
  buy('cut-json', ANOTHER_TRADE, { what: 'made, answered with half of the JSON', faults: create('cut') }),
  buy('no-pay-url', ANOTHER_TRADE, {
    what: 'made, answered without payUrl',
    faults: create('mutate', { data: { payUrl: null } }),
  }),
  buy('system-error', ANOTHER_TRADE, {
    what: 'answered with 9999 and HTTP 500, nothing is made',
    faults: create('answer', { returnCode: '9999', returnMsg: 'System error', http: 500 }),
  }),
];
