import { Injectable } from '@nestjs/common';
import { createHash } from 'node:crypto';
import { Settings } from '../platform/config/settings.js';
import { EVERYBODY } from '../platform/callers/caller.js';
import type { Caller } from '../platform/callers/caller.js';
import { base32 } from '../platform/terms/order.js';
import { Problem, PROBLEM_TEXTS } from '../platform/problems/problem.js';
import { Secret } from '../platform/callers/secret.js';
import { ApiKeysService } from './api-keys/api-keys.service.js';
import { TokensService } from './jwt/tokens.service.js';
import { refusedLogin } from './refused-login.js';
import { Chance } from '../platform/chance.js';

@Injectable()
export class AccessService {
  constructor(
    private readonly tokens: TokensService,
    private readonly keys: ApiKeysService,
    private readonly settings: Settings,
    private readonly chance: Chance,
  ) {}

  /**
   * Long-lived responses call this repeatedly, because credentials end. Bad ones never make a guest. Throws
   * `unauthenticated`, and `unavailable` when the credentials could not be checked.
   */
  async identify(rawHeaders: readonly string[], address: string | null): Promise<Caller> {
    const { bearer, apiKey, clientSecret, idempotencyKey } = credentialsOf(rawHeaders);
    if (this.settings.auth === 'none') return EVERYBODY;
    const caller = await this.callerOf(bearer, apiKey, address);
    if (caller === null && clientSecret === null && !this.settings.access.guests) {
      throw new Problem('unauthenticated', PROBLEM_TEXTS.authenticationRequired);
    }
    const known = caller ?? this.guest(idempotencyKey);
    return clientSecret === null ? known : { ...known, capacities: [...known.capacities, 'holder'], clientSecret };
  }

  private async callerOf(bearer: Secret | null, apiKey: Secret | null, address: string | null): Promise<Caller | null> {
    if (bearer !== null) return this.tokens.callerOf(bearer);
    return apiKey === null ? null : this.keys.callerOf(apiKey, address);
  }

  private guest(idempotencyKey: string | null): Caller {
    // Each guest is a caller of its own, except that requests with one idempotency key come from the same guest.
    const seed = idempotencyKey === null ? this.chance.bytes(32) : createHash('sha256').update(idempotencyKey).digest();
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

export interface Credentials {
  readonly bearer: Secret | null;
  readonly apiKey: Secret | null;
  readonly clientSecret: Secret | null;
  /** Not a credential: requests with the same key come from the same guest. */
  readonly idempotencyKey: string | null;
}

/** Headers with credentials. Each may come once: a proxy may have checked the other of two. */
const HEADERS = ['authorization', 'x-api-key', 'x-client-secret', 'idempotency-key'] as const;

/** Names and values of `raw` alternate. Throws `unauthenticated` for ambiguous credentials. */
export function credentialsOf(raw: readonly string[]): Credentials {
  const found = new Map<(typeof HEADERS)[number], string>();
  for (let index = 0; index + 1 < raw.length; index += 2) {
    const name = HEADERS.find((header) => header === raw[index]?.toLowerCase());
    if (name === undefined) continue;
    if (found.has(name)) throw unclear(PROBLEM_TEXTS.credentialTwice);
    found.set(name, raw[index + 1] ?? '');
  }
  const bearer = bearerOf(found.get('authorization') ?? '');
  if (bearer !== null && found.has('x-api-key')) throw unclear(PROBLEM_TEXTS.tokenAndKey);
  return {
    bearer,
    apiKey: secretOf(found.get('x-api-key')),
    clientSecret: secretOf(found.get('x-client-secret')),
    idempotencyKey: found.get('idempotency-key') ?? null,
  };
}

/** Of a proxy in front, which passes its own password on. */
const OF_A_PROXY = /^(?:(?:basic|digest|negotiate|ntlm)(?: .*)?)?$/i;

/** null: none of ours. RFC 6750: the scheme is case-insensitive. */
function bearerOf(authorization: string): Secret | null {
  if (OF_A_PROXY.test(authorization)) return null;
  const [, token] = /^bearer +([A-Za-z0-9._~+/=-]+) *$/i.exec(authorization) ?? [];
  if (token === undefined) throw unclear(PROBLEM_TEXTS.notBearer);
  return new Secret(token);
}

/** An empty header counts as present, so that it is refused. */
function secretOf(value: string | undefined): Secret | null {
  return value === undefined ? null : new Secret(value);
}

const unclear = (detail: string): Problem => refusedLogin('headers', 'unclear', detail);
