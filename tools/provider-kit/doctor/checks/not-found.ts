import { NOT_FOUND_WORDS } from '../../../../src/platform/config/ramp-settings.js';
import type { NotFoundSettings } from '../../../../src/platform/config/ramp-settings.js';
import { TRIAL_PRESETS } from '../../lib/provider-trial.js';
import type { ProviderTrial, Trial } from '../../lib/provider-trial.js';
import type { ListedCryptos, TradeQuery } from '../../../../src/ramp/port/ramp.types.js';
import type { Side } from '../../../../src/ramp/port/trade-facts.js';
import { otherRequests } from '../../conformance/plan/other-requests.js';
import { chooseSubject } from '../../conformance/plan/subject.js';
import { proposeNotFound } from '../../lib/not-found-proposal.js';
import { unusedNumber } from '../../lib/unused-number.js';
import type { Wishes } from '../../lib/wishes.js';
import { failed, notRun, warned, passed, refusalSaid } from '../finding.js';
import type { Finding } from '../finding.js';

type TrialAnswer = Awaited<ReturnType<ProviderTrial['order']>>;

/**
 * How does the provider answer for an order that was never created, by either number, and does the setting match? A
 * code that also refuses other requests says nothing about orders.
 */
export async function checkNotFound(
  list: Trial<ListedCryptos>,
  setting: NotFoundSettings,
  wishes: Wishes,
  provider: Pick<ProviderTrial, 'order' | 'refusalOf' | 'list'>,
): Promise<Finding> {
  if (list.result.kind !== 'answered') return notRun('the crypto list could not be had');
  const number = unusedNumber();
  const signed = { useSecond: list.secret === 'second' };
  const ask = async (side: Side): Promise<readonly TrialAnswer[]> => {
    const queries: readonly TradeQuery[] = [
      { side, tradeNo: number, orderNo: null },
      { side, tradeNo: null, orderNo: number },
    ];
    const answers: TrialAnswer[] = [];
    for (const query of queries) answers.push(await provider.order(query, signed));
    return answers;
  };
  const asked = { BUY: await ask('BUY'), SELL: await ask('SELL') };
  const otherCodes = new Set<string>();
  if ([...asked.BUY, ...asked.SELL].some(({ form }) => form !== null && !NOT_FOUND_WORDS.includes(form))) {
    for (const request of otherRequests(chooseSubject(list.result.value.pairs, wishes))) {
      const code = await provider.refusalOf(request, signed);
      if (code !== null) otherCodes.add(code);
    }
    const preset = TRIAL_PRESETS.find((name) => name !== list.signature);
    const { result } = await provider.list(wishes.fiat, { ...signed, ...(preset && { preset }) });
    if (result.kind === 'refused') otherCodes.add(result.returnCode);
  }
  return judge(asked, setting, otherCodes);
}

function judge(
  asked: Readonly<Record<Side, readonly TrialAnswer[]>>,
  setting: NotFoundSettings,
  otherCodes: ReadonlySet<string>,
): Finding {
  const forms = { BUY: formsOf(asked.BUY), SELL: formsOf(asked.SELL) };
  const summary = `an order that was never made: BUY ${words(asked.BUY)}; SELL ${words(asked.SELL)}`;
  const value = proposeNotFound(forms, otherCodes);
  const isSet = setting.BUY.size + setting.SELL.size > 0;
  const line = value === null ? 'Unset RAMP_NOT_FOUND.' : `Set RAMP_NOT_FOUND=${value}`;
  const wrong = [...setting.BUY, ...setting.SELL].find((form) => otherCodes.has(form));
  if (wrong !== undefined)
    return failed(`${summary}; ${wrong} of RAMP_NOT_FOUND is also the answer to other requests`, line);
  if (value === null) {
    const fix = 'Nothing can be set: what was never made is asked about for longer. Ask the provider how it says so.';
    return isSet ? failed(summary, 'RAMP_NOT_FOUND names none of that.') : warned(summary, fix);
  }
  if (!isSet) return warned(`${summary}; RAMP_NOT_FOUND is not set`, line);
  const isCovered = (side: Side): boolean =>
    forms[side].every((form) => setting[side].has(form) || otherCodes.has(form));
  return isCovered('BUY') && isCovered('SELL')
    ? passed(summary)
    : failed(`${summary}; RAMP_NOT_FOUND says otherwise`, line);
}

const formsOf = (answers: readonly TrialAnswer[]): string[] => [
  ...new Set(answers.flatMap(({ form }) => (form === null ? [] : [form]))),
];

const words = (answers: readonly TrialAnswer[]): string => [...new Set(answers.map(inWords))].join(', ');

function inWords({ form, result }: TrialAnswer): string {
  if (result.kind === 'refused') return refusalSaid(result);
  if (result.kind === 'answered') return 'an order';
  return form ?? result.detail;
}
