import { Injectable } from '@nestjs/common';
import { KeysService } from '../platform/crypto/keys.service.js';
import { MAX_URL } from '../platform/http/request.js';
import type { LinkTerms, PageLink } from '../platform/terms/terms.js';
import { Clock } from '../platform/time/time.js';
import { Problem, PROBLEM_TEXTS, wrongField } from '../platform/problems/problem.js';
import { ChecksService } from './checks.service.js';
import { linkToken, termsOfToken } from './link-token.js';

export interface CheckoutLink extends PageLink {
  readonly isExpired: boolean;
}

/** Links to the checkout page. Only a signed link may set the address and memo. */
@Injectable()
export class CheckoutLinksService {
  constructor(
    private readonly checks: ChecksService,
    private readonly keys: KeysService,
    private readonly clock: Clock,
  ) {}

  /**
   * Returns path and query. Throws the problem that a checkout with these fields would get before any call to the provider.
   */
  async make(terms: LinkTerms, lifetimeS: number): Promise<{ path: string; expiresAt: Date }> {
    const expiresAt = new Date(this.clock.now().getTime() + lifetimeS * 1000);
    const token = linkToken(await this.keys.ring(), { terms: this.checks.linkTerms(terms), expiresAt });
    const path = `/checkout?link=${token}`;
    if (path.length > MAX_URL) throw new Problem('invalid_request', PROBLEM_TEXTS.linkTooLong(MAX_URL));
    return { path, expiresAt };
  }

  /** The signed terms of a token; null: this service did not sign it. */
  async find(token: string): Promise<CheckoutLink | null> {
    const signed = termsOfToken(await this.keys.ring(), token);
    return signed === null ? null : { token, terms: signed.terms, isExpired: signed.expiresAt <= this.clock.now() };
  }

  /** Like `find`, but throws `invalid_request` for an invalid token. */
  async linkOf(token: string): Promise<CheckoutLink> {
    const link = await this.find(token);
    if (link === null) throw wrongField('link', 'was not signed by this service');
    return link;
  }
}
