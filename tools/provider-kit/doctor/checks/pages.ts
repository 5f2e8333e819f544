import type { Settings } from '../../../../src/platform/config/settings.js';
import { warned, passed } from '../finding.js';
import type { Finding } from '../finding.js';

/** Can a guest buy on the service's own pages, and return after paying? */
export function judgePages({
  pages,
  auth,
  access,
  publicUrl,
  redirectOrigins,
}: Pick<Settings, 'pages' | 'auth' | 'access' | 'publicUrl' | 'redirectOrigins'>): Finding {
  if (!pages.enabled) return passed('not served');
  if (auth === 'required' && !access.guests) {
    return warned(
      'nobody can buy at /checkout, because nobody may check out without being known',
      'Set AUTH_GUESTS=true to sell to strangers, or PAGES=false where only your own frontends sell.',
    );
  }
  const origin = publicUrl === null ? null : new URL(publicUrl).origin;
  if (origin !== null && !redirectOrigins.includes(origin)) {
    return warned(
      `customers who buy at ${origin}/checkout are not sent back after paying`,
      `Add ${origin} to REDIRECT_ORIGINS.`,
    );
  }
  return passed('served at /checkout and /orders/…');
}
