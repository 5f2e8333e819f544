import { randomBytes } from 'node:crypto';

export interface Holder {
  /** '' if the token was requested by another field. */
  readonly email: string;
  /** '' if the token was requested by e-mail. */
  readonly uid: string;
}

export interface IssuedToken extends Holder {
  readonly id: string;
  readonly accessToken: string;
  /** Milliseconds since 1970. */
  readonly expiresAt: number;
}

interface TokenRules {
  /** Always valid. */
  readonly fixedToken: () => string | null;
  /** Lifetime of newly issued tokens, in milliseconds. */
  readonly lifetimeMs: () => number;
}

/** Access tokens, one per end user: repeated until it expires. */
export class TokenDesk {
  private tokens: IssuedToken[] = [];

  constructor(
    private readonly now: () => number,
    private readonly rules: TokenRules,
  ) {}

  issue(holder: Holder): IssuedToken {
    const same = this.alive().find(({ email, uid }) => email === holder.email && uid === holder.uid);
    if (same !== undefined) return same;
    const now = this.now();
    const made: IssuedToken = {
      ...holder,
      id: String(now),
      accessToken: `ACCESS_${randomBytes(24).toString('base64url')}`,
      expiresAt: now + this.rules.lifetimeMs(),
    };
    this.tokens = [...this.alive(), made];
    return made;
  }

  /** Owner of a token; null: unknown or expired. The fixed token has an empty owner. */
  holderOf(accessToken: string): Holder | null {
    if (accessToken === this.rules.fixedToken()) return { email: '', uid: '' };
    return this.alive().find((token) => token.accessToken === accessToken) ?? null;
  }

  clear(): void {
    this.tokens = [];
  }

  load(tokens: readonly IssuedToken[]): void {
    this.tokens = [...tokens];
  }

  alive(): readonly IssuedToken[] {
    const now = this.now();
    return this.tokens.filter(({ expiresAt }) => expiresAt > now);
  }
}
