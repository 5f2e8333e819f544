import { Injectable } from '@nestjs/common';
import { createHash, randomBytes } from 'node:crypto';
import { Settings } from '../platform/config/settings.js';
import { EVERYBODY } from '../platform/callers/caller.js';
import type { Caller } from '../platform/callers/caller.js';
import { base32 } from '../platform/terms/order.js';
import { Problem, PROBLEM_TEXTS } from '../platform/problems/problem.js';
import { ApiKeysService } from './api-keys/api-keys.service.js';
import { credentialsOf } from './credentials.js';
import type { Credentials } from './credentials.js';
import { TokensService } from './jwt/tokens.service.js';

@Injectable()
export class AccessService {
  constructor(
    private readonly tokens: TokensService,
    private readonly keys: ApiKeysService,
    private readonly settings: Settings,
  ) {}

  /**
   * Throws `unauthenticated` for bad credentials, and for missing ones where guests are not allowed: bad credentials
   * never make a guest. Throws `unavailable` when the credentials could not be checked.
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
   * The caller, by the raw headers of a request. A long-lived response calls this repeatedly, because credentials
   * expire and get revoked. Throws as {@link identify} does.
   */
  identifyBy(rawHeaders: readonly string[], address: string | null): Promise<Caller> {
    return this.identify(credentialsOf(rawHeaders), address);
  }

  private guest({ idempotencyKey }: Credentials): Caller {
    // Each guest is a caller of its own, except that requests with one idempotency key come from the same guest.
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
