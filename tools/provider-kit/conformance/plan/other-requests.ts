import type { RampRequest } from '../../../../src/ramp/wire/requests.js';
import { unusedNumber } from '../../lib/unused-number.js';
import { LOOKING } from './looking.js';
import type { Probe, Situation } from './probe.js';
import type { Subject } from './subject.js';

/** The plan's requests, signed as the service does, except those about orders that were never created. */
export function otherRequests(subject: Subject): RampRequest[] {
  const numbers = { unknown: [unusedNumber(), unusedNumber()], appId: '', create: unusedNumber } as const;
  const known = { orderNo: null, merchantOrderNo: null, sellOrderNo: null };
  const situation: Situation = { subject, payWayCode: null, numbers, known, create: null, createdOrderNo: null };
  const probes: [string, Probe][] = Object.entries(LOOKING);
  return probes.flatMap(([name, { plan }]) => {
    const planned = plan(situation);
    const isPlain = 'request' in planned && planned.odd === undefined && planned.shiftMs === undefined;
    return isPlain && !name.startsWith('unknown-') ? [planned.request] : [];
  });
}
