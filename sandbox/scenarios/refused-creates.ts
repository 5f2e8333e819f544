import type { Refusal } from '../wire/refusal.js';
import { refusals } from '../wire/refusal.js';
import { buy } from './scenario.js';
import type { Ending, Scenario, ScenarioFault } from './scenario.js';

const refused = (problem: string): Ending => ({ status: 'REJECTED', problem });

function answered({ returnCode, returnMsg }: Refusal, times = 0, http = 200): readonly ScenarioFault[] {
  return [{ endpoint: 'create', times, fault: () => ({ act: 'answer', returnCode, returnMsg, http }) }];
}

const UNDOCUMENTED = { ...refusals.system(), returnCode: '4242', returnMsg: 'Something else' };

/** The create is refused without an order. */
export const REFUSED_CREATES: readonly Scenario[] = [
  buy('3100', refused('ramp_configuration'), {
    what: 'refused with 3100: no commission is configured',
    faults: answered(refusals.commission()),
  }),
  buy('3101', refused('crypto_not_available'), {
    what: 'refused with 3101: the crypto is not configured',
    faults: answered(refusals.crypto()),
  }),
  buy('3102', refused('amount_out_of_range'), {
    what: 'refused with 3102: the amount is outside 50 to 500',
    faults: answered(refusals.range('50', '500')),
  }),
  buy('3103', refused('ramp_configuration'), {
    what: 'refused with 3103, each time: the timestamp has expired',
    faults: answered(refusals.timestamp()),
  }),
  buy(
    '3103-once',
    { status: 'AWAITING_PAYMENT' },
    {
      what: 'the first create is refused with 3103, the next one is taken',
      faults: answered(refusals.timestamp(), 1),
    },
  ),
  buy('3104', refused('ramp_configuration'), {
    what: 'refused with 3104: the application does not exist',
    faults: answered(refusals.account()),
  }),
  buy('3105', refused('address_invalid'), {
    what: 'refused with 3105: the address is invalid',
    faults: answered(refusals.address()),
  }),
  buy('3106', refused('address_at_risk'), {
    what: 'refused with 3106: the address is risky',
    faults: answered(refusals.riskyAddress()),
  }),
  buy('3107', refused('ramp_configuration'), {
    what: 'refused with 3107: the path is wrong',
    faults: answered(refusals.path()),
  }),
  buy('unknown-code', refused('ramp_refused'), {
    what: 'refused with 4242, which no contract knows',
    faults: answered(UNDOCUMENTED),
  }),
  buy('token-refused', refused('ramp_configuration'), {
    what: 'refused as with a wrong access token (1003, unless switched), each time',
    faults: [
      {
        endpoint: 'create',
        times: 0,
        fault: (behaviour) => {
          const { returnCode, returnMsg, httpStatus } = refusals.accessToken(behaviour);
          return { act: 'answer', returnCode, returnMsg, http: httpStatus || behaviour.refusalHttpStatus };
        },
      },
    ],
  }),
  buy(
    'rate-limited',
    { status: 'AWAITING_PAYMENT' },
    {
      what: 'the first two creates are answered with HTTP 429, the third one is taken',
      faults: [
        { endpoint: 'create', times: 2, fault: () => ({ act: 'status', code: 429, body: 'Too many requests' }) },
      ],
    },
  ),
  buy(
    'rate-limited-code',
    { status: 'AWAITING_PAYMENT' },
    {
      what: 'the first two creates are refused with 429 in an envelope at HTTP 200, the third one is taken',
      faults: answered({ ...refusals.system(), returnCode: '429', returnMsg: 'Too many requests' }, 2),
    },
  ),
];
