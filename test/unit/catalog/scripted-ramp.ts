import type { CreateResult, Evidence, QuoteFailure, Quotes, RampResult } from '#src/ramp/port/ramp.errors.js';
import { RampGateway } from '#src/ramp/port/ramp.gateway.js';
import type { CryptoPair, ListedCryptos, Quote, QuoteRequest, TradeSnapshot } from '#src/ramp/port/ramp.types.js';

export const evidence = (endpoint: Evidence['endpoint']): Evidence => ({
  endpoint,
  sent: {},
  seen: null,
  httpStatus: 200,
  traceId: 'up-1',
  answeredAt: null,
});

export const answered = <T>(value: T): RampResult<T> => ({ kind: 'answered', value, evidence: evidence('list') });

export const listed = (
  pairs: readonly CryptoPair[],
  odd: Partial<ListedCryptos['odd']> = {},
): RampResult<ListedCryptos> => answered({ pairs, odd: { unreadable: 0, duplicate: 0, limits: 0, ...odd } });

export const quoted = (quotes: readonly Quote[], failures: readonly QuoteFailure[] = []): RampResult<Quotes> =>
  answered({ quotes, failures });

/** A method that the provider refuses to price. */
export const refusedMethod = (payWayCode: string, given: Partial<QuoteFailure['refusal']> = {}): QuoteFailure => ({
  payWayCode,
  refusal: {
    reason: 'amount_out_of_range',
    returnCode: '3102',
    returnMsg: 'Quote amount exceed the range',
    min: '50',
    max: '2000',
    resendable: false,
    ...given,
  },
});

export const NOT_SENT: RampResult<never> = {
  kind: 'not_sent',
  reason: 'connection',
  detail: 'connect ECONNREFUSED',
  evidence: { ...evidence('list'), httpStatus: null, traceId: null },
};

export const pair = (given: Partial<CryptoPair> = {}): CryptoPair => ({
  crypto: 'USDT',
  network: 'ETH',
  buyEnabled: true,
  sellEnabled: true,
  minBuyAmount: '15',
  maxBuyAmount: '2000',
  minSellAmount: '20',
  maxSellAmount: '5000',
  icon: 'https://icons.example/usdt.png',
  address: null,
  ...given,
});

export const quote = (given: Partial<Quote> = {}): Quote => ({
  fiat: 'USD',
  crypto: 'USDT',
  payWayCode: '10001',
  cryptoPrice: '1.01',
  cryptoQuantity: '98.50',
  fiatQuantity: null,
  rampFee: '1.00',
  rampFeeInUSD: '1.00',
  networkFee: '0.50',
  cryptoNetworkFee: '0.5',
  rebateFiatAmount: null,
  rebateUsdAmount: null,
  ...given,
});

export class ScriptedRamp extends RampGateway {
  list: (fiat: string) => Promise<RampResult<ListedCryptos>> = () => Promise.resolve(listed([pair()]));
  quoting: (request: QuoteRequest) => Promise<RampResult<Quotes>> = () => Promise.resolve(quoted([quote()]));
  readonly listed: string[] = [];
  readonly quoted: QuoteRequest[] = [];

  listCryptos(fiat: string): Promise<RampResult<ListedCryptos>> {
    this.listed.push(fiat);
    return this.list(fiat);
  }

  quote(request: QuoteRequest): Promise<RampResult<Quotes>> {
    this.quoted.push(request);
    return this.quoting(request);
  }

  prepareTrade(): Promise<null> {
    throw new Error('the catalog prepares nothing');
  }

  createTrade(): Promise<CreateResult> {
    throw new Error('the catalog creates nothing');
  }

  queryTrade(): Promise<RampResult<TradeSnapshot | null>> {
    throw new Error('the catalog asks about no trade');
  }

  timestampNow(): number {
    throw new Error('the catalog stamps nothing');
  }

  pollsAllowedNow(): number {
    throw new Error('the catalog polls nothing');
  }
}
