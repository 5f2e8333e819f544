import type { AccessTokenSettings, LifetimeUnit, TokenEndpointSettings } from './ramp-settings.js';
import { requireHttpsToProvider } from './reader.js';
import type { SettingsReader } from './reader.js';
import { parsedUrl } from '../text/urls.js';

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
  const isSigned = read.flag('RAMP_ACCESS_TOKEN_SIGNED', isAtProvider && authorization === null);
  if (authorization !== null && isSigned) {
    read.problems.push('RAMP_ACCESS_TOKEN_AUTHORIZATION must not be set with RAMP_ACCESS_TOKEN_SIGNED=true');
  }
  const endpoint = {
    base: isAtProvider ? baseUrl : originOf(url),
    path: url.slice(isAtProvider ? baseUrl.length : originOf(url).length),
    isAtProvider,
    method: read.oneOf('RAMP_ACCESS_TOKEN_METHOD'),
    identity: identity(read),
    tokenPath: read.text('RAMP_ACCESS_TOKEN_PATH_IN_ANSWER').split('.'),
    lifetimeMs: read.integer('RAMP_ACCESS_TOKEN_LIFETIME_MS'),
    lifetimeInAnswer: lifetimeInAnswer(read),
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

/** `email` alone stands for `email=email`. */
function identity(read: SettingsReader): TokenEndpointSettings['identity'] {
  const [field = '', fact] = read.text('RAMP_ACCESS_TOKEN_IDENTITY').split('=');
  return { field, fact: fact === 'id' ? 'id' : 'email' };
}

function lifetimeInAnswer(read: SettingsReader): TokenEndpointSettings['lifetimeInAnswer'] {
  const [path, unit] = read.text('RAMP_ACCESS_TOKEN_LIFETIME_IN_ANSWER')?.split(':') ?? [];
  return path === undefined ? null : { path: path.split('.'), unit: unit as LifetimeUnit };
}
