import type { Trial } from '../../lib/provider-trial.js';
import { failed, notRun, warned, passed } from '../finding.js';
import type { Finding } from '../finding.js';

/**
 * The provider refuses timestamps that are 5 minutes off (3103); a clock that is half of that off may drift past it
 * within an hour.
 */
const MOST_SKEW_S = 60;
const HEADER_STEP_MS = 1000;

/** The difference between our clock and the provider's, by the `Date` of an answer. */
export function judgeClock({ result, sentAt, receivedAt }: Trial<unknown>): Finding {
  if (result.kind === 'refused' && result.reason === 'timestamp_expired') {
    return failed('the provider takes our timestamps for expired (3103)', 'Let this machine take its time by NTP.');
  }
  const { answeredAt, httpStatus } = result.evidence;
  if (httpStatus === null) return notRun('the provider did not answer');
  if (answeredAt === null) {
    return warned(
      'the provider’s answers carry no Date: its clock cannot be seen',
      'Let this machine take its time by NTP; nothing will tell when it is off.',
    );
  }
  const least = answeredAt.getTime() - receivedAt.getTime();
  const most = answeredAt.getTime() + HEADER_STEP_MS - sentAt.getTime();
  if (least <= 0 && most >= 0) return passed('the same as the provider’s, as far as its answers tell');
  const seconds = Math.ceil((least > 0 ? least : -most) / 1000);
  const where = `this machine is ${seconds} s ${least > 0 ? 'behind' : 'ahead of'} the provider`;
  if (seconds > MOST_SKEW_S) return failed(where, 'Let this machine take its time by NTP: requests will be refused.');
  return passed(`${where}; up to 300 s are accepted`);
}
