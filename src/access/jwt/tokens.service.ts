import { Injectable, Logger } from '@nestjs/common';
import { createHash } from 'node:crypto';
import { Settings } from '../../platform/config/settings.js';
import type { JwtSettings } from '../../platform/config/settings.js';
import type { Caller } from '../../platform/callers/caller.js';
import { Time } from '../../platform/time/time.js';
import { base32 } from '../../platform/terms/order.js';
import { PROBLEM_TEXTS } from '../../platform/problems/problem.js';
import type { Problem } from '../../platform/problems/problem.js';
import type { Secret } from '../../platform/callers/secret.js';
import { Metrics } from '../../platform/telemetry/metrics.js';
import { OutageLog } from '../../platform/telemetry/outage-log.js';
import { refusedLogin } from '../refused-login.js';
import { fetchKeys, KeySet } from './key-set.js';
import { holderOf, isStrongLogin, RefusedToken, verifyToken } from './verify-token.js';
import type { TokenHolder, TokenRefusal } from './verify-token.js';

/** These tell the token's owner what to do. */
const REFUSAL_TEXTS: Partial<Record<TokenRefusal, string>> = {
  expired: PROBLEM_TEXTS.tokenExpired,
  staff_login: PROBLEM_TEXTS.tokenStaffLogin,
};

@Injectable()
export class TokensService {
  private readonly outages = new OutageLog(new Logger(TokensService.name), 'identity_provider_keys');
  /** null: tokens are not accepted. */
  private readonly issuer: { readonly settings: JwtSettings; readonly keys: KeySet } | null;

  constructor(
    { access: { jwt: settings } }: Settings,
    private readonly time: Time,
    private readonly metrics: Metrics,
  ) {
    const keysAt = (url: string) =>
      new KeySet(
        () => fetchKeys(url),
        time,
        (error) => this.noteFetch(error),
      );
    this.issuer = settings === null ? null : { settings, keys: keysAt(settings.jwksUrl) };
  }

  /** Throws `unavailable` while the identity provider's keys cannot be fetched. */
  async callerOf(token: Secret): Promise<Caller> {
    try {
      return callerFrom(await this.holderOf(token));
    } catch (error) {
      if (error instanceof RefusedToken) throw this.refused(error);
      throw error;
    }
  }

  private async holderOf(token: Secret): Promise<TokenHolder> {
    if (this.issuer === null) throw new RefusedToken('not_accepted');
    const { settings, keys } = this.issuer;
    const claims = await verifyToken(token.reveal(), keys.find, settings, this.time.now());
    const holder = holderOf(claims, settings.roleClaim);
    if (holder.roles.length > 0 && !isStrongLogin(claims, settings.staffAcr)) throw new RefusedToken('staff_login');
    return holder;
  }

  private refused({ reason }: RefusedToken): Problem {
    this.metrics.tokensRefused.inc({ reason });
    return refusedLogin('token', reason, REFUSAL_TEXTS[reason] ?? PROBLEM_TEXTS.tokenInvalid);
  }

  private noteFetch(error: unknown): void {
    this.metrics.tokenKeyFetches.inc({ result: error === null ? 'fetched' : 'failed' });
    if (error === null) this.outages.worked();
    else this.outages.failed(error);
  }
}

function callerFrom({ issuer, subject, email, roles }: TokenHolder): Caller {
  // Includes the issuer: subjects are unique only per issuer. Hashed: a subject may be an e-mail address.
  const digest = createHash('sha256')
    .update(JSON.stringify([issuer, subject]))
    .digest();
  return {
    kind: 'customer',
    id: `customer:${base32(digest).slice(0, 32)}`,
    name: subject,
    capacities: ['customer', ...roles],
    scope: 'own',
    customer: { id: subject, email },
    clientSecret: null,
  };
}
