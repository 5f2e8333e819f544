import { compareDecimals } from '../../../../src/platform/terms/decimal.js';
import type { CryptoPair, ListedCryptos, QuoteRequest } from '../../../../src/ramp/port/ramp.types.js';
import type { Quotes, RampResult } from '../../../../src/ramp/port/ramp.errors.js';
import { toFiatAmount } from '../../../../src/catalog/rules/fiat-precision.js';
import type { FiatDecimals } from '../../../../src/platform/terms/decimal.js';
import { isWanted } from '../../lib/wishes.js';
import type { Wishes } from '../../lib/wishes.js';
import { failed, notRun, passed, refusalSaid } from '../finding.js';
import type { Finding } from '../finding.js';
import type { ProviderTrial, Trial } from '../../lib/provider-trial.js';

const USUAL_AMOUNT = '100';

export async function checkQuote(
  list: Trial<ListedCryptos>,
  wishes: Wishes,
  provider: Pick<ProviderTrial, 'quote'>,
  decimals: FiatDecimals,
): Promise<Finding> {
  if (list.result.kind !== 'answered') return notRun('the crypto list could not be had');
  const pair = list.result.value.pairs.find((one) => one.buyEnabled && isWanted(one, wishes));
  if (pair === undefined) {
    return failed(
      `none of the ${list.result.value.pairs.length} pairs for ${wishes.fiat} can be bought as asked for`,
      'Ask the provider to enable pairs for your application, or name others: --fiat, --crypto, --network.',
    );
  }
  const request = quoteFor(pair, wishes, decimals);
  const { result } = await provider.quote(request, { useSecond: list.secret === 'second' });
  return judge(result, `${request.amount} ${wishes.fiat} for ${pair.crypto} on ${pair.network}`);
}

function quoteFor(
  { crypto, network, minBuyAmount, maxBuyAmount }: CryptoPair,
  wishes: Wishes,
  decimals: FiatDecimals,
): QuoteRequest {
  const { fiat, country } = wishes;
  const amount = wishes.amount ?? within(USUAL_AMOUNT, minBuyAmount, maxBuyAmount);
  const fitted = toFiatAmount(fiat, amount, decimals);
  return {
    side: 'BUY',
    type: 'ONE',
    crypto,
    network,
    fiat,
    country,
    amount: fitted.kind === 'ok' ? fitted.amount : amount,
    payWayCode: null,
  };
}

function within(amount: string, min: string | null, max: string | null): string {
  if (min !== null && compareDecimals(amount, min) < 0) return min;
  return max !== null && compareDecimals(amount, max) > 0 ? max : amount;
}

function judge(result: RampResult<Quotes>, what: string): Finding {
  if (result.kind === 'answered') {
    const [best] = result.value.quotes;
    return best === undefined
      ? failed(`${what}: the provider gave no price`, 'Ask the provider which payment methods are enabled.')
      : passed(`${what}: the customer gets ${best.cryptoQuantity ?? 'some'}`);
  }
  if (result.kind === 'refused') {
    return failed(
      `${what}: refused (${refusalSaid(result)})`,
      result.reason === 'crypto_not_configured' || result.reason === 'commission'
        ? 'The provider has to configure this fiat, crypto or commission for your application.'
        : 'What the code means: docs/operations/refusal-codes.md.',
    );
  }
  return failed(`${what}: ${result.detail}`, 'See the check named reachability; try again.');
}
