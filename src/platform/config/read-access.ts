import { requireHttps } from './https-rule.js';
import { isLoopbackHost, isLoopbackUrl } from '../text/urls.js';
import type { SettingsReader } from './reader.js';

/** Where callers come from. */
interface Exposure {
  readonly auth: 'required' | 'none';
  readonly host: string;
  readonly publicUrl: string | null;
  readonly trustedProxies: readonly string[];
}

/** Which callers are accepted, and how they authenticate. */
export function accessSettings(read: SettingsReader, exposure: Exposure) {
  refuseAnOpenDoor(read, exposure);
  return {
    guests: read.flag('AUTH_GUESTS'),
    customerNumbers: read.flag('CUSTOMER_NUMBERS'),
    jwt: jwtSettings(read),
  };
}

/** A partial setting would refuse or accept every token. */
function jwtSettings(read: SettingsReader) {
  const issuer = read.text('AUTH_JWT_ISSUER') ?? '';
  const audience = read.text('AUTH_JWT_AUDIENCE') ?? '';
  const jwksUrl = read.url('AUTH_JWKS_URL') ?? '';
  const staffAcr = read.list('AUTH_JWT_STAFF_ACR');
  const names = ['AUTH_JWT_ISSUER', 'AUTH_JWT_AUDIENCE', 'AUTH_JWKS_URL'] as const;
  if (!read.areTogether(names, ['AUTH_JWT_ROLE_CLAIM', 'AUTH_JWT_STAFF_ACR'])) return null;
  if (/[\s,;]/.test(issuer + audience)) {
    read.problems.push('AUTH_JWT_ISSUER and AUTH_JWT_AUDIENCE must each be one value as tokens have it, not a list');
  }
  if (jwksUrl.endsWith('/.well-known/openid-configuration')) {
    read.problems.push('AUTH_JWKS_URL must be the jwks_uri that stands in that document');
  }
  if (staffAcr.some((acr) => /[\s;]/.test(acr)))
    read.problems.push('AUTH_JWT_STAFF_ACR must be a list such as mfa,otp');
  requireHttps(read, 'AUTH_JWKS_URL', jwksUrl, ': whoever can alter what it answers can be anybody');
  return { issuer, audience, jwksUrl, roleClaim: read.text('AUTH_JWT_ROLE_CLAIM'), staffAcr };
}

/** `AUTH=none` is for a laptop. If others can connect, directly or through a proxy, it has to be confirmed. */
function refuseAnOpenDoor(read: SettingsReader, exposure: Exposure): void {
  const isConfirmed = read.flag('AUTH_NONE_LETS_STRANGERS_IN');
  if (exposure.auth === 'required' || isConfirmed || isForUsAlone(exposure)) return;
  read.problems.push(
    'AUTH=none lets everybody who can connect do everything: set HOST=127.0.0.1, no TRUSTED_PROXIES and no PUBLIC_URL elsewhere, or say it twice with AUTH_NONE_LETS_STRANGERS_IN=true',
  );
}

function isForUsAlone({ host, publicUrl, trustedProxies }: Exposure): boolean {
  return isLoopbackHost(host) && (publicUrl === null || isLoopbackUrl(publicUrl)) && trustedProxies.length === 0;
}
