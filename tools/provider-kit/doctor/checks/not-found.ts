import { notFoundValue } from '../../../../src/platform/config/not-found.js';
import type { NotFoundSettings } from '../../../../src/platform/config/not-found.js';
import type { ProviderTrial, Trial } from '../../lib/provider-trial.js';
import type { Side, TradeQuery } from '../../../../src/ramp/port/ramp.types.js';
import { unusedNumber } from '../../lib/unused-number.js';
import { failed, notRun, warned, passed, refusalSaid } from '../finding.js';
import type { Finding } from '../finding.js';

type Asked = Awaited<ReturnType<ProviderTrial['order']>>;

/** How does the provider answer about an order that was never made, by either number, and is it what the setting says? */
export async function checkNotFound(
  list: Trial<unknown>,
  setting: NotFoundSettings,
  provider: Pick<ProviderTrial, 'order'>,
): Promise<Finding> {
  if (list.result.kind !== 'answered') return notRun('the crypto list could not be had');
  const number = unusedNumber();
  const ask = async (side: Side): Promise<readonly Asked[]> => {
    const queries: readonly TradeQuery[] = [
      { side, tradeNo: number, orderNo: null },
      { side, tradeNo: null, orderNo: number },
    ];
    const answers: Asked[] = [];
    for (const query of queries) answers.push(await provider.order(query, { useSecond: list.secret === 'second' }));
    return answers;
  };
  return judge({ BUY: await ask('BUY'), SELL: await ask('SELL') }, setting);
}

function judge(asked: Readonly<Record<Side, readonly Asked[]>>, setting: NotFoundSettings): Finding {
  const seen = { BUY: formsOf(asked.BUY), SELL: formsOf(asked.SELL) };
  const said = `an order that was never made: BUY ${words(asked.BUY)}; SELL ${words(asked.SELL)}`;
  const value = notFoundValue(seen);
  const isSet = setting.BUY.size + setting.SELL.size > 0;
  const isCovered = (side: Side): boolean => seen[side].every((form) => setting[side].has(form));
  if (value === null) {
    const fix = 'Nothing can be set: what was never made is asked about for longer. Ask the provider how it says so.';
    return isSet ? failed(said, 'RAMP_NOT_FOUND names none of that.') : warned(said, fix);
  }
  const line = `Set RAMP_NOT_FOUND=${value}`;
  if (!isSet) return warned(`${said}; RAMP_NOT_FOUND is not set`, line);
  return isCovered('BUY') && isCovered('SELL') ? passed(said) : failed(`${said}; RAMP_NOT_FOUND says otherwise`, line);
}

const formsOf = (answers: readonly Asked[]): string[] => [
  ...new Set(answers.flatMap(({ form }) => (form === null ? [] : [form]))),
];

const words = (answers: readonly Asked[]): string => [...new Set(answers.map(inWords))].join(', ');

function inWords({ form, result }: Asked): string {
  if (result.kind === 'refused') return refusalSaid(result);
  if (result.kind === 'answered') return 'an order';
  return form ?? result.detail;
}
