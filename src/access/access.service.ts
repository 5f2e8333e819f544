import { Injectable } from '@nestjs/common';
import { createHash, randomBytes } from 'node:crypto';
import { Settings } from '../platform/config/settings.js';
import { EVERYBODY } from '../platform/shared/caller.js';
import type { Caller } from '../platform/shared/caller.js';
import { base32 } from '../platform/shared/order-number.js';
import { Problem, PROBLEM_TEXTS } from '../platform/shared/problem.js';
import { ApiKeysService } from './api-keys/api-keys.service.js';
import { credentialsOf } from './credentials.js';
import type { Credentials } from './credentials.js';
import { TokensService } from './jwt/tokens.service.js';

/** Finds out who is calling. */
@Injectable()
export class AccessService {
  constructor(
    private readonly tokens: TokensService,
    private readonly keys: ApiKeysService,
    private readonly settings: Settings,
  ) {}

  /**
   * Throws `unauthenticated` when it is not known who is calling: what was shown is no good, or nothing was shown and
   * guests are not let in. Bad credentials are never taken for none. Throws `unavailable` when it could not be found out.
   */
  async identify(credentials: Credentials, address: string | null = null): Promise<Caller> {
    if (this.settings.auth === 'none') return EVERYBODY;
    const { bearer, apiKey, clientSecret } = credentials;
    if (bearer !== null) return withSecret(await this.tokens.callerOf(bearer), credentials);
    if (apiKey !== null) return withSecret(await this.keys.callerOf(apiKey, address), credentials);
    if (clientSecret === null && !this.settings.access.guests) {
      throw new Problem('unauthenticated', PROBLEM_TEXTS.authenticationRequired);
    }
    return withSecret(this.guest(credentials), credentials);
  }

  /**
   * Who is calling from this network address, out of a request's headers as they came. An answer that goes on for long asks anew, time and again: what
   * was shown may have expired or been revoked. Throws as {@link identify}.
   */
  identifyBy(rawHeaders: readonly string[], address: string | null): Promise<Caller> {
    return this.identify(credentialsOf(rawHeaders), address);
  }

  private guest({ idempotencyKey }: Credentials): Caller {
    // Two guests are two callers, and one who repeats a request is the same: only the key of the request tells.
    const seed = idempotencyKey === null ? randomBytes(32) : createHash('sha256').update(idempotencyKey).digest();
    return {
      kind: 'guest',
      id: `guest:${base32(seed).slice(0, 32)}`,
      name: 'guest',
      capacities: this.settings.access.guests ? ['guest'] : [],
      scope: 'own',
      customer: null,
      clientSecret: null,
    };
  }
}

function withSecret(caller: Caller, { clientSecret }: Credentials): Caller {
  if (clientSecret === null) return caller;
  return { ...caller, capacities: [...caller.capacities, 'holder'], clientSecret };
}
