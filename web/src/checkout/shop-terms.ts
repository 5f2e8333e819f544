import type { LinkTerms, PageLink } from '#src/platform/shared/checkout-link.js';
import { facts } from '../page-facts.js';

/** The link with which the page was opened, where the service has found its own signature on it. */
export const signedLink: PageLink | null = typeof facts.link === 'object' ? facts.link : null;

/** What the shop has set: nobody changes it here. */
export const shopTerms: LinkTerms = signedLink?.terms ?? {};
