import type { LinkTerms, PageLink } from '#src/platform/terms/terms.js';
import { facts } from '../page-facts.js';

/** The page's link, if its signature is valid. */
export const signedLink: PageLink | null = typeof facts.link === 'object' ? facts.link : null;

/** The terms that the shop has set; visitors can't change them. */
export const shopTerms: LinkTerms = signedLink?.terms ?? {};
