import { randomBytes } from 'node:crypto';

export interface Holder {
  /** '' when the token was asked for by something else. */
  readonly email: string;
  /** '' when the token was asked for by e-mail. */
  readonly uid: string;
}

export interface IssuedToken extends Holder {
  readonly id: string;
  readonly accessToken: string;
  /** Milliseconds since 1970. */
  readonly expiresAt: number;
}

interface TokenRules {
  /** Good at any time. */
  readonly fixedToken: () => string | null;
  /** Of tokens that are issued from now on, in milliseconds. */
  readonly lifetimeMs: () => number;
}

/** Access tokens, one for each end user: the same one is given again until it expires. */
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

  /** Whose token this is; null when it is unknown or has expired. The fixed token belongs to nobody in particular. */
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
