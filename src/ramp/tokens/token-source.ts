import { Logger } from '@nestjs/common';
import type { AccessTokenSettings } from '../../config/access-token.settings.js';
import { OutageLog } from '../../telemetry/outage-log.js';
import type { MonotonicTime } from '../monotonic-time.js';
import type { TokenSource } from './access-tokens.js';
import { FileToken } from './file-token.js';
import { FixedToken } from './fixed-token.js';
import { HandedInFirst } from './handed-in-first.js';
import { IssuedTokens } from './issued-tokens.js';
import type { FetchToken } from './token-cache.js';

/** The source of access tokens that the settings name; what is handed in with a checkout goes before it. */
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
      return new FileToken(source.path, source.token, new OutageLog(new Logger('Ramp'), 'reading the access token'));
    case 'endpoint':
      return new IssuedTokens(source.endpoint.identity, fetchToken, time);
  }
}
