import { Injectable, Logger } from '@nestjs/common';
import { createHash } from 'node:crypto';
import { Settings } from '../../platform/config/settings.js';
import type { JwtSettings } from '../../platform/config/settings.js';
import type { Caller } from '../../platform/callers/caller.js';
import { Clock } from '../../platform/time/time.js';
import { base32 } from '../../platform/terms/order.js';
import { PROBLEM_TEXTS } from '../../platform/problems/problem.js';
import type { Problem } from '../../platform/problems/problem.js';
import type { Secret } from '../../platform/callers/secret.js';
import { Metrics } from '../../platform/telemetry/metrics.js';
import { OutageLog } from '../../platform/telemetry/outage-log.js';
import { refusedLogin } from '../refused-login.js';
import { fetchKeys } from './fetch-keys.js';
import { KeySet } from './key-set.js';
import type { KeySetWatcher } from './key-set.js';
import { RefusedToken } from './refused-token.js';
import type { RefusalReason } from './refused-token.js';
import { holderOf, isStrongLogin } from './token-claims.js';
import type { TokenHolder } from './token-claims.js';
import { verifyToken } from './verify-token.js';

interface Accepted {
  readonly settings: JwtSettings;
  readonly keys: KeySet;
}

/** Texts that say more than "invalid": each tells the token's owner what to do. */
const REFUSAL_TEXTS: Partial<Record<RefusalReason, string>> = {
  expired: PROBLEM_TEXTS.tokenExpired,
  staff_login: PROBLEM_TEXTS.tokenStaffLogin,
};

/** Identifies callers by a token of the merchant's identity provider: customers, and staff. */
@Injectable()
export class TokensService {
  /** null: tokens are not accepted. */
  private readonly accepted: Accepted | null;

  constructor(
    { access: { jwt } }: Settings,
    private readonly clock: Clock,
    private readonly metrics: Metrics,
  ) {
    this.accepted =
      jwt === null
        ? null
        : { settings: jwt, keys: new KeySet(() => fetchKeys(jwt.jwksUrl), this.clock, this.keySetWatcher()) };
  }

  /**
   * Throws `unauthenticated` for an invalid token, with no detail beyond what its owner can mend, and `unavailable`
   * while the identity provider's keys cannot be fetched.
   */
  async callerOf(token: Secret): Promise<Caller> {
    try {
      return callerFrom(await this.holderOf(token));
    } catch (error) {
      if (error instanceof RefusedToken) throw this.refused(error);
      throw error;
    }
  }

  private async holderOf(token: Secret): Promise<TokenHolder> {
    if (this.accepted === null) throw new RefusedToken('not_accepted');
    const { settings, keys } = this.accepted;
    const claims = await verifyToken(token.reveal(), keys.find, settings, this.clock.now());
    const holder = holderOf(claims, settings.roleClaim);
    if (holder.roles.length > 0 && !isStrongLogin(claims, settings.staffAcr)) throw new RefusedToken('staff_login');
    return holder;
  }

  private refused({ reason }: RefusedToken): Problem {
    this.metrics.tokensRefused.inc({ reason });
    return refusedLogin('token', reason, REFUSAL_TEXTS[reason] ?? PROBLEM_TEXTS.tokenInvalid);
  }

  private keySetWatcher(): KeySetWatcher {
    const log = new OutageLog(new Logger(TokensService.name), 'identity_provider_keys');
    return {
      fetched: () => {
        this.metrics.tokenKeyFetches.inc({ result: 'fetched' });
        log.worked();
      },
      failed: (error) => {
        this.metrics.tokenKeyFetches.inc({ result: 'failed' });
        log.failed(error);
      },
    };
  }
}

function callerFrom({ issuer, subject, email, roles }: TokenHolder): Caller {
  // Includes the issuer, since subjects are unique only per issuer. Hashed, since a subject may be an e-mail address,
  // which orders must not show.
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
