import { isLoopbackHost, isLoopbackUrl, parsedUrl } from '../text/urls.js';
import type { SettingsReader } from './reader.js';
import { Secret } from '../callers/secret.js';

interface Exposure {
  readonly auth: 'required' | 'none';
  readonly host: string;
  readonly publicUrl: string | null;
  readonly trustedProxies: readonly string[];
}

export function accessSettings(read: SettingsReader, exposure: Exposure) {
  refuseAnOpenDoor(read, exposure);
  const jwt = jwtSettings(read);
  return {
    guests: read.flag('AUTH_GUESTS'),
    customerNumbers: read.flag('CUSTOMER_NUMBERS'),
    jwt,
    console: consoleClient(read, jwt),
  };
}

/** The console finds the provider's endpoints below the issuer's address. */
function consoleClient(read: SettingsReader, jwt: ReturnType<typeof jwtSettings>) {
  const clientId = read.text('AUTH_CONSOLE_CLIENT_ID');
  if (jwt === null || clientId === null) return null;
  if (parsedUrl(jwt.issuer)?.protocol !== 'https:' && !isLoopbackUrl(jwt.issuer)) {
    read.problems.push('AUTH_CONSOLE_CLIENT_ID needs an AUTH_JWT_ISSUER that is an https: address');
  }
  return { issuer: jwt.issuer, audience: jwt.audience, clientId };
}

/** A partial setting would refuse or accept every token. */
function jwtSettings(read: SettingsReader) {
  const issuer = read.text('AUTH_JWT_ISSUER') ?? '';
  const audience = read.text('AUTH_JWT_AUDIENCE') ?? '';
  const jwksUrl = read.url('AUTH_JWKS_URL') ?? '';
  const [roleClaim, staffAcr] = [read.text('AUTH_JWT_ROLE_CLAIM'), read.list('AUTH_JWT_STAFF_ACR')];
  const names = ['AUTH_JWT_ISSUER', 'AUTH_JWT_AUDIENCE', 'AUTH_JWKS_URL'] as const;
  if (!read.areTogether(names, ['AUTH_JWT_ROLE_CLAIM', 'AUTH_JWT_STAFF_ACR', 'AUTH_CONSOLE_CLIENT_ID'])) return null;
  if (/[\s,;]/.test(issuer + audience)) {
    read.problems.push('AUTH_JWT_ISSUER and AUTH_JWT_AUDIENCE must each be one value as tokens have it, not a list');
  }
  return { issuer, audience, jwksUrl, roleClaim, staffAcr };
}

/** `AUTH=none` is for a laptop; if others can connect, it has to be confirmed. */
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

/** With `AUTH=none` all callers are one, so nothing is limited. */
export function limitSettings(read: SettingsReader, auth: 'required' | 'none') {
  const limits = {
    addressRps: read.integer('RATE_LIMIT_ADDRESS_RPS'),
    callerRps: read.integer('RATE_LIMIT_CALLER_RPS'),
    keyRps: read.integer('RATE_LIMIT_KEY_RPS'),
    guestsRpm: read.integer('GUEST_CHECKOUTS_PER_MINUTE'),
  };
  return auth === 'none' ? { addressRps: 0, callerRps: 0, keyRps: 0, guestsRpm: 0 } : limits;
}

/** `mayCome`: true if guests are accepted. With `AUTH=none` nobody is. */
export function guestSettings(read: SettingsReader, mayCome: boolean) {
  const challenge = challengeSettings(read);
  return {
    challenge: mayCome ? challenge : null,
    unpaidOrders: read.integer('GUEST_UNPAID_ORDERS'),
  };
}

/** Further origins that known widgets load from, by the host of their script. */
const WIDGET_ORIGINS: Readonly<Record<string, readonly string[]>> = {
  'js.hcaptcha.com': ['https://hcaptcha.com', 'https://*.hcaptcha.com'],
  'www.google.com': ['https://www.gstatic.com', 'https://recaptcha.google.com'],
  'www.recaptcha.net': ['https://www.gstatic.com', 'https://recaptcha.google.com'],
};

function challengeSettings(read: SettingsReader) {
  const url = read.url('GUEST_CHALLENGE_URL');
  const secret = read.secret('GUEST_CHALLENGE_SECRET');
  const widget = challengeWidget(read);
  const ofWidget = ['GUEST_CHALLENGE_SITE_KEY', 'GUEST_CHALLENGE_SCRIPT_URL'] as const;
  if (!read.areTogether(['GUEST_CHALLENGE_URL', 'GUEST_CHALLENGE_SECRET'], ofWidget)) return null;
  return { url: url ?? '', secret: secret ?? new Secret(''), widget };
}

function challengeWidget(read: SettingsReader) {
  const siteKey = read.text('GUEST_CHALLENGE_SITE_KEY') ?? '';
  const scriptUrl = read.url('GUEST_CHALLENGE_SCRIPT_URL') ?? '';
  if (!read.areTogether(['GUEST_CHALLENGE_SITE_KEY', 'GUEST_CHALLENGE_SCRIPT_URL'])) return null;
  const own = parsedUrl(scriptUrl);
  return { siteKey, scriptUrl, sources: own === null ? [] : [own.origin, ...(WIDGET_ORIGINS[own.hostname] ?? [])] };
}
