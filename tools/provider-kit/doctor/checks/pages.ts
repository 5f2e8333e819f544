import type { Settings } from '../../../../src/platform/config/settings.js';
import type { Outside } from '../outside.js';
import { warned, passed } from '../finding.js';
import type { Finding } from '../finding.js';

type PageSettings = Pick<Settings, 'pages' | 'auth' | 'access'>;

/** Can a guest buy on the service's own pages, and find help, terms and names there? */
export async function checkPages(settings: PageSettings, outside: Pick<Outside, 'get'>): Promise<Finding> {
  const { pages, auth, access } = settings;
  if (!pages.enabled) return passed('not served');
  if (auth === 'required' && !access.guests) {
    return warned(
      'nobody can buy at /checkout, because nobody may check out without being known',
      'Set AUTH_GUESTS=true to sell to strangers, or PAGES=false where only your own frontends sell.',
    );
  }
  const faults = [...unset(settings), ...(await logoFault(pages.brand.logoUrl, outside))];
  if (faults.length === 0) return passed('served at /checkout and /orders/…');
  return warned(faults.map(([fault]) => fault).join('; '), faults.map(([, fix]) => fix).join(' '));
}

type Fault = readonly [fault: string, fix: string];

function unset({ pages: { help, provider, countries, payWays } }: PageSettings): Fault[] {
  const missing: [name: string, isMissing: boolean, fault: string][] = [
    ['SUPPORT_URL', help.support === null, 'have no link to your help'],
    ['TERMS_URL', help.terms === null, 'have no link to your terms'],
    ['PRIVACY_URL', help.privacy === null, 'have no link to your privacy notice'],
    ['PROVIDER_NAME', provider === null, "are not told the payment provider's name"],
    ['PAGES_COUNTRIES', countries === null, 'may choose countries in which you do not sell'],
    ['PAY_WAY_NAMES', payWays.size === 0, 'see payment methods as codes ("Payment method 10002")'],
  ];
  const found = missing.filter(([, isMissing]) => isMissing);
  if (found.length === 0) return [];
  return [
    [`customers ${found.map(([, , fault]) => fault).join(', ')}`, `Set ${found.map(([name]) => name).join(', ')}.`],
  ];
}

async function logoFault(logoUrl: string | null, outside: Pick<Outside, 'get'>): Promise<Fault[]> {
  if (logoUrl === null) return [];
  const answer = await outside.get(logoUrl);
  if (answer.kind === 'answered' && answer.status === 200 && answer.type.startsWith('image/')) return [];
  const found = answer.kind === 'failed' ? answer.reason : `HTTP ${answer.status} ${answer.type}`.trim();
  return [[`the logo does not load: ${found}`, 'BRAND_LOGO_URL must be the address of an image, without a redirect.']];
}
