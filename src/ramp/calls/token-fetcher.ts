import { Injectable, Logger } from '@nestjs/common';
import type { LifetimeUnit, TokenEndpointSettings } from '../../platform/config/ramp-settings.js';
import { Settings } from '../../platform/config/settings.js';
import type { RampSettings } from '../../platform/config/settings.js';
import { Time } from '../../platform/time/time.js';
import { isHeaderValue } from '../../platform/text/text.js';
import { Secret } from '../../platform/callers/secret.js';
import { logEvent } from '../../platform/telemetry/log-events.js';
import { Metrics } from '../../platform/telemetry/metrics.js';
import type { RampFailure, TokenFetchResult } from '../port/ramp.errors.js';
import { AppSecrets } from '../signing/app-secrets.js';
import { freezeFields, jsonBody, queryString } from '../signing/frozen-fields.js';
import { noToken } from '../tokens/token-cache.js';
import type { IssuedToken, NoToken } from '../tokens/token-cache.js';
import { readProviderTime } from '../wire/provider-time.js';
import type { RampRequest } from '../wire/requests.js';
import { isWireRecord, member, WireNumber } from '../wire/wire.js';
import type { WireAnswer, WireValue } from '../wire/wire.js';
import { ProviderCall } from './provider-call.js';
import type { Call } from './provider-call.js';
import { RationedCalls } from './rationed-calls.js';
import type { SignedCall } from './signed-call.js';

const DIGITS = /^\d{1,15}(?:\.\d{1,9})?$/;
const SECONDS_SINCE_1970 = /^[1-9]\d{9}$/;

@Injectable()
export class TokenFetcher {
  private readonly logger = new Logger('Ramp');
  private readonly ramp: RampSettings;

  constructor(
    settings: Settings,
    private readonly calls: RationedCalls,
    private readonly provider: ProviderCall,
    private readonly secrets: AppSecrets,
    private readonly time: Time,
    private readonly metrics: Metrics,
  ) {
    this.ramp = settings.ramp;
  }

  /** A token server of another company has nothing to do with the provider's rate and breaker. */
  async fetch(user: string): Promise<IssuedToken | NoToken> {
    const source = this.ramp.accessToken;
    if (source.kind !== 'endpoint') throw new TypeError('there is no token endpoint');
    const { endpoint } = source;
    const call = tokenCall(endpoint, user, () => this.time.now(), this.ramp.timeZone);
    const result = endpoint.isAtProvider
      ? await this.calls.call('customer', call)
      : (await this.provider.send(call, this.secrets.signing)).result;
    const as = result.kind === 'answered' ? 'issued' : fetchResult(result);
    this.metrics.tokenFetches.inc({ result: as });
    if (result.kind === 'answered') return result.value;
    // Leaves out a refusal's message: it may name the customer.
    const why = result.kind === 'refused' ? `refused with ${result.returnCode}` : result.detail;
    const none = noToken(as === 'unreachable' ? 'access_token_away' : 'no_access_token', `the token endpoint: ${why}`);
    logEvent(this.logger, 'access_token_not_issued', { result: as, why: none.detail });
    return none;
  }
}

/** `user`: the customer as the endpoint identifies them. */
export function tokenCall(
  endpoint: TokenEndpointSettings,
  user: string,
  now: () => Date,
  timeZone: string,
): Call<IssuedToken> {
  const { method, path, identity } = endpoint;
  const request: RampRequest = { endpoint: 'token', method, path, fields: { [identity.field]: user } };
  return {
    request,
    read: () => ({ problem: 'there is no access token where it should stand' }),
    atOnce: (answer) => {
      const value = readIssuedToken(answer, endpoint, now(), timeZone);
      return value === null ? null : { value };
    },
    server: endpoint,
    unsigned: endpoint.isSigned ? null : unsignedCall(request, endpoint),
  };
}

/** `unreachable` passes; anything else needs the operator. */
function fetchResult(failure: RampFailure): Exclude<TokenFetchResult, 'issued'> {
  switch (failure.kind) {
    case 'refused':
      return failure.reason === 'rate_limited' ? 'unreachable' : 'refused';
    case 'not_sent':
      return 'unreachable';
    case 'unknown':
      return failure.reason === 'redirect' ? 'nonsense' : 'unreachable';
    case 'protocol':
      return 'nonsense';
  }
}

/** Holds a secret: never log it. */
function unsignedCall(
  { method, path, fields }: RampRequest,
  { base, authorization }: TokenEndpointSettings,
): SignedCall {
  const frozen = freezeFields(fields);
  const isGet = method === 'GET';
  return {
    method,
    url: `${base}${path}${isGet ? `?${queryString(frozen)}` : ''}`,
    headers: {
      accept: 'application/json',
      ...(authorization === null ? {} : { authorization: authorization.reveal() }),
      ...(isGet ? {} : { 'content-type': 'application/json' }),
    },
    body: isGet ? null : Buffer.from(jsonBody(frozen), 'utf8'),
    signature: '',
  };
}

/** null: absent, or the answer reports failure. Needs no envelope: the endpoint is not part of the contract. */
export function readIssuedToken(
  { status, parsed }: Pick<WireAnswer, 'status' | 'parsed'>,
  { tokenPath, lifetimeMs, lifetimeInAnswer }: TokenEndpointSettings,
  now: Date,
  timeZone: string,
): IssuedToken | null {
  if (status < 200 || status > 299 || parsed === null) return null;
  if (isWireRecord(parsed.json) && member(parsed.json, 'success') === false) return null;
  const token = at(parsed.json, tokenPath);
  if (typeof token !== 'string' || !isHeaderValue(token)) return null;
  const statedMs =
    lifetimeInAnswer === null
      ? null
      : lifetimeFrom(at(parsed.json, lifetimeInAnswer.path), lifetimeInAnswer.unit, now, timeZone);
  return { kind: 'issued', token: new Secret(token), lifetimeMs: statedMs ?? lifetimeMs };
}

function at(json: WireValue, path: readonly string[]): WireValue | undefined {
  return path.reduce<WireValue | undefined>(
    (value, name) => (isWireRecord(value) ? member(value, name) : undefined),
    json,
  );
}

/** In milliseconds; null: unreadable. */
function lifetimeFrom(value: WireValue | undefined, unit: LifetimeUnit, now: Date, timeZone: string): number | null {
  const text = value instanceof WireNumber ? value.digits : value;
  if (typeof text !== 'string') return null;
  if (unit !== 'time') {
    if (!DIGITS.test(text)) return null;
    return Number(text) * (unit === 'seconds' ? 1000 : 1);
  }
  const moment = readProviderTime(SECONDS_SINCE_1970.test(text) ? `${text}000` : text, timeZone);
  return moment === null ? null : Math.max(0, moment.getTime() - now.getTime());
}
