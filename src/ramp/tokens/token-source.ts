import { Logger } from '@nestjs/common';
import type { AccessTokenSettings } from '../../platform/config/ramp-settings.js';
import { OutageLog } from '../../platform/telemetry/outage-log.js';
import type { MonotonicTime } from '../../platform/time/time.js';
import type { TokenFinding } from './access-tokens.js';
import { FileToken } from './file-token.js';
import { HandedInFirst } from './handed-in-first.js';
import { IssuedTokens } from './issued-tokens.js';
import type { FetchToken } from './token-cache.js';
import type { Secret } from '../../platform/callers/secret.js';
import { noToken, TokenSource } from './access-tokens.js';

/** The configured source of access tokens; a token sent with a checkout overrides it. */
export function tokenSource(source: AccessTokenSettings, fetchToken: FetchToken, time: MonotonicTime): TokenSource {
  return new HandedInFirst(configured(source, fetchToken, time));
}

function configured(source: AccessTokenSettings, fetchToken: FetchToken, time: MonotonicTime): TokenSource {
  switch (source.kind) {
    case 'none':
      return new FixedToken(null);
    case 'fixed':
      return new FixedToken(source.token);
    case 'file':
      return new FileToken(source.path, source.token, new OutageLog(new Logger('Ramp'), 'access_token_file'));
    case 'endpoint':
      return new IssuedTokens(source.endpoint.identity, fetchToken, time);
  }
}

/** The one configured token; null: there is none, and only the merchant's own server has tokens. */
class FixedToken extends TokenSource {
  constructor(private readonly token: Secret | null) {
    super();
  }

  find(): Promise<TokenFinding> {
    return Promise.resolve(
      this.token === null
        ? noToken('no_access_token', 'there is no access token that could be sent')
        : { kind: 'token', token: this.token },
    );
  }

  discard(): void {
    // No other token exists.
  }
}
