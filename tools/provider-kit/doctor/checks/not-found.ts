import { NOT_FOUND_WORDS } from '../../../../src/platform/config/ramp-settings.js';
import type { NotFoundSettings } from '../../../../src/platform/config/ramp-settings.js';
import type { RampSettings } from '../../../../src/platform/config/settings.js';
import type { ListedCryptos } from '../../../../src/ramp/port/ramp.types.js';
import type { Side } from '../../../../src/ramp/port/trade-facts.js';
import {
  notFoundForms,
  notFoundInWords,
  otherCodes,
  proposeNotFound,
  UNKNOWN_ORDERS,
} from '../../conformance/judge/observe-not-found.js';
import type { Seen } from '../../conformance/judge/seen.js';
import { meansOf, Unreachable } from '../../conformance/means.js';
import { PLAN } from '../../conformance/plan/probes.js';
import { run } from '../../conformance/run.js';
import type { Trial } from '../../lib/provider-trial.js';
import type { Wishes } from '../../lib/wishes.js';
import { failed, notRun, warned, passed } from '../finding.js';
import type { Finding } from '../finding.js';

const NO_ORDERS = { orderNo: null, merchantOrderNo: null, sellOrderNo: null };

/**
 * How does the provider answer for an order that was never created, and does the setting match? Only if that is a code,
 * which may refuse other requests too, all probes of the conformance run are sent: all but creates.
 */
export async function checkNotFound(
  { result, secret }: Trial<ListedCryptos>,
  settings: RampSettings,
  wishes: Wishes,
): Promise<Finding> {
  if (result.kind !== 'answered') return notRun('the crypto list could not be had');
  const appSecret = secret === 'second' ? (settings.appSecretNext ?? settings.appSecret) : settings.appSecret;
  const means = meansOf({ ...settings, appSecret }, settings.maxRps, () => undefined);
  const aim = { wishes, payWayCode: null, known: NO_ORDERS, create: null };
  try {
    const seen = await run(
      aim,
      means,
      PLAN.filter(({ name }) => UNKNOWN_ORDERS.includes(name)),
    );
    const forms = [...notFoundForms(seen, 'BUY'), ...notFoundForms(seen, 'SELL')];
    const isCode = forms.some((form) => form !== null && !NOT_FOUND_WORDS.includes(form));
    return judgeNotFound(isCode ? await run(aim, means) : seen, settings.notFound);
  } catch (error) {
    if (error instanceof Unreachable) return notRun(error.message);
    throw error;
  }
}

export function judgeNotFound(seen: Seen, setting: NotFoundSettings): Finding {
  const [buy, sell] = [notFoundInWords(seen, 'BUY'), notFoundInWords(seen, 'SELL')];
  const summary = `an order that was never made: BUY ${buy}; SELL ${sell}`;
  const [value, others] = [proposeNotFound(seen), otherCodes(seen)];
  const isSet = setting.BUY.size + setting.SELL.size > 0;
  const line = value === null ? 'Unset RAMP_NOT_FOUND.' : `Set RAMP_NOT_FOUND=${value}`;
  const wrong = [...setting.BUY, ...setting.SELL].find((form) => others.has(form));
  if (wrong !== undefined)
    return failed(`${summary}; ${wrong} of RAMP_NOT_FOUND is also the answer to other requests`, line);
  if (value === null) {
    const fix = 'Nothing can be set: what was never made is asked about for longer. Ask the provider how it says so.';
    return isSet ? failed(summary, 'RAMP_NOT_FOUND names none of that.') : warned(summary, fix);
  }
  if (!isSet) return warned(`${summary}; RAMP_NOT_FOUND is not set`, line);
  const isCovered = (side: Side): boolean =>
    notFoundForms(seen, side).every((form) => form === null || setting[side].has(form) || others.has(form));
  return isCovered('BUY') && isCovered('SELL')
    ? passed(summary)
    : failed(`${summary}; RAMP_NOT_FOUND says otherwise`, line);
}
