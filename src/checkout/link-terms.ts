import { sameAddressOn } from '../orders/decisions/same-value.js';
import { sameTerm, LINK_FIELDS } from '../platform/terms/terms.js';
import type { LinkTerms } from '../platform/terms/terms.js';
import { wrongFields } from '../platform/problems/problem.js';

export type Said = { readonly [F in keyof LinkTerms]?: string | null | undefined };

export function termsOf(request: Said): LinkTerms {
  return Object.fromEntries(
    LINK_FIELDS.filter((field) => request[field] != null).map((field) => [field, request[field]]),
  );
}

/** Throws `invalid_request`, naming the changed fields, if a checkout differs from its link. */
export function requireTerms(terms: LinkTerms, request: Said): void {
  const isSame = (field: keyof LinkTerms, term: string): boolean =>
    field === 'address'
      ? sameAddressOn(terms.network ?? request.network ?? null)(term, request.address ?? '')
      : sameTerm(field, term, request[field] ?? '');
  const changed = LINK_FIELDS.filter((field) => terms[field] !== undefined && !isSame(field, terms[field]));
  if (changed.length > 0) throw wrongFields(changed.map((field) => ({ field, message: 'is not what the link sets' })));
}
