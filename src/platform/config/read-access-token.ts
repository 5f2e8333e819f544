import type { AccessTokenSettings, LifetimeUnit, TokenEndpointSettings } from './ramp-settings.js';
import { requireHttpsToProvider } from './reader.js';
import type { SettingsReader } from './reader.js';
import { parsedUrl } from '../text/urls.js';
import { HOUR } from '../time/time.js';

/** `baseUrl`: '' when it is not right. */
export function accessTokenSettings(read: SettingsReader, baseUrl: string): AccessTokenSettings {
  const token = read.secret('RAMP_ACCESS_TOKEN');
  const path = read.given('RAMP_ACCESS_TOKEN_FILE');
  const endpoint = tokenEndpoint(read, baseUrl);
  if (endpoint !== null) {
    if (token !== null)
      read.problems.push('RAMP_ACCESS_TOKEN_URL and another access token are both set: set one of them');
    return { kind: 'endpoint', endpoint };
  }
  if (token === null) return { kind: 'none' };
  return path === null ? { kind: 'fixed', token } : { kind: 'file', path, token };
}

/** Checks all of its settings even without an address: a setting without effect may be misspelt. */
function tokenEndpoint(read: SettingsReader, baseUrl: string): TokenEndpointSettings | null {
  const given = read.given('RAMP_ACCESS_TOKEN_URL');
  const url = read.url('RAMP_ACCESS_TOKEN_URL', absolute(given, baseUrl)) ?? '';
  requireHttpsToProvider(read, 'RAMP_ACCESS_TOKEN_URL', url);
  const isAtProvider = baseUrl !== '' && url.startsWith(`${baseUrl}/`);
  const authorization = read.secret('RAMP_ACCESS_TOKEN_AUTHORIZATION');
  const exchange = read.fields('RAMP_ACCESS_TOKEN_EXCHANGE');
  const isSigned =
    exchange['signed'] === undefined ? isAtProvider && authorization === null : exchange['signed'] === 'true';
  if (authorization !== null && isSigned) {
    read.problems.push(
      'RAMP_ACCESS_TOKEN_AUTHORIZATION must not be set with signed=true in RAMP_ACCESS_TOKEN_EXCHANGE',
    );
  }
  const endpoint = {
    base: isAtProvider ? baseUrl : originOf(url),
    path: url.slice(isAtProvider ? baseUrl.length : originOf(url).length),
    isAtProvider,
    method: exchange['method'] === 'GET' ? ('GET' as const) : ('POST' as const),
    identity: identity(exchange['identity'] ?? 'email'),
    tokenPath: (exchange['token'] ?? 'data.accessToken').split('.'),
    ...lifetime(exchange['lifetime'] ?? '3600'),
    isSigned,
    authorization,
  };
  return given === null ? null : endpoint;
}

/** null also for a path below an invalid base address, which is reported elsewhere. */
function absolute(url: string | null, baseUrl: string): string | null {
  if (url?.startsWith('/') !== true) return url;
  return baseUrl === '' ? null : `${baseUrl}${url}`;
}

function originOf(url: string): string {
  return parsedUrl(url)?.origin ?? '';
}

/** `email` alone stands for `email:email`. */
function identity(text: string): TokenEndpointSettings['identity'] {
  const [field = '', fact] = text.split(':');
  return { field, fact: fact === 'id' ? 'id' : 'email' };
}

/** An answer that does not say counts for an hour. */
function lifetime(text: string): Pick<TokenEndpointSettings, 'lifetimeMs' | 'lifetimeInAnswer'> {
  const [path = '', unit] = text.split(':');
  if (unit === undefined) return { lifetimeMs: Number(path) * 1000, lifetimeInAnswer: null };
  return { lifetimeMs: HOUR, lifetimeInAnswer: { path: path.split('.'), unit: unit as LifetimeUnit } };
}
