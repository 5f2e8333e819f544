import { Injectable } from '@nestjs/common';
import { sameAddressOn } from '../orders/decisions/same-value.js';
import type { KeyRing } from '../platform/crypto/key-ring.js';
import { KeysService } from '../platform/crypto/keys.service.js';
import { MAX_URL } from '../platform/http/request.js';
import { sameTerm, LINK_FIELDS } from '../platform/terms/terms.js';
import type { LinkTerms, PageLink } from '../platform/terms/terms.js';
import { Time } from '../platform/time/time.js';
import { Problem, PROBLEM_TEXTS, wrongField, wrongFields } from '../platform/problems/problem.js';
import { ChecksService } from './checks.service.js';

const PURPOSE = 'checkout-link';

interface SignedTerms {
  readonly terms: LinkTerms;
  readonly expiresAt: Date;
}

interface CheckoutLink extends PageLink {
  readonly isExpired: boolean;
}

type LinkRequest = { readonly [F in keyof LinkTerms]?: string | null | undefined };

/** Links to the checkout page. Only a signed link may set the address and memo. */
@Injectable()
export class CheckoutLinksService {
  constructor(
    private readonly checks: ChecksService,
    private readonly keys: KeysService,
    private readonly time: Time,
  ) {}

  /** Throws the problem that a checkout with these fields would get before any call to the provider. */
  async make(request: LinkRequest, lifetimeS: number): Promise<{ path: string; expiresAt: Date }> {
    const given = LINK_FIELDS.flatMap((field) => (request[field] == null ? [] : [[field, request[field]]]));
    const expiresAt = new Date(this.time.now().getTime() + lifetimeS * 1000);
    const terms = await this.checks.linkTerms(Object.fromEntries(given) as LinkTerms);
    const path = `/checkout?link=${linkToken(await this.keys.ring(), { terms, expiresAt })}`;
    if (path.length > MAX_URL) throw new Problem('invalid_request', PROBLEM_TEXTS.linkTooLong(MAX_URL));
    return { path, expiresAt };
  }

  /** The signed terms of a token; null: this service did not sign it. */
  async find(token: string): Promise<CheckoutLink | null> {
    const signed = termsOfToken(await this.keys.ring(), token);
    return signed === null ? null : { token, terms: signed.terms, isExpired: signed.expiresAt <= this.time.now() };
  }

  /** Throws `invalid_request` if it is not signed, or if the checkout differs from its terms. */
  async linkOf(token: string, request: LinkRequest): Promise<CheckoutLink> {
    const link = await this.find(token);
    if (link === null) throw wrongField('link', 'was not signed by this service');
    requireTerms(link.terms, request);
    return link;
  }
}

export function requireTerms(terms: LinkTerms, request: LinkRequest): void {
  const isSame = (field: keyof LinkTerms, term: string): boolean =>
    field === 'address'
      ? sameAddressOn(terms.network ?? request.network ?? null)(term, request.address ?? '')
      : sameTerm(field, term, request[field] ?? '');
  const changed = LINK_FIELDS.filter((field) => terms[field] !== undefined && !isSame(field, terms[field]));
  if (changed.length > 0) throw wrongFields(changed.map((field) => ({ field, message: 'is not what the link sets' })));
}

/** The terms as JSON, a key id, and an HMAC over the JSON: `<base64url>.<key id>.<base64url>`. */
export function linkToken(ring: KeyRing, { terms, expiresAt }: SignedTerms): string {
  const payload = Buffer.from(JSON.stringify({ terms, expiresAt })).toString('base64url');
  const mac = ring.mac(PURPOSE, payload);
  if (mac === null) throw new Error('there is no key for checkout links');
  return `${payload}.${ring.newestId}.${mac.toString('base64url')}`;
}

export function termsOfToken(ring: KeyRing, token: string): SignedTerms | null {
  const [, payload, keyId, mac] = /^([A-Za-z0-9_-]+)\.([A-Za-z0-9]{1,16})\.([A-Za-z0-9_-]{43})$/.exec(token) ?? [];
  if (payload === undefined || keyId === undefined || mac === undefined) return null;
  if (!ring.verifyText(PURPOSE, payload, keyId, mac)) return null;
  const { terms, expiresAt } = JSON.parse(Buffer.from(payload, 'base64url').toString('utf8')) as {
    terms: LinkTerms;
    expiresAt: string;
  };
  return { terms, expiresAt: new Date(expiresAt) };
}
