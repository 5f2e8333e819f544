import { Secret } from '../callers/secret.js';
import { requireHttps } from './https-rule.js';
import { isHostName } from './reader.js';
import type { SettingsReader } from './reader.js';
import { parsedUrl } from '../text/urls.js';

const OTHERS = [
  'GUEST_CHALLENGE_SITE_KEY',
  'GUEST_CHALLENGE_SCRIPT_URL',
  'GUEST_CHALLENGE_ORIGINS',
  'GUEST_CHALLENGE_HOSTNAMES',
] as const;
/** Sources of a policy: nothing that could end one, or begin another directive. */
const ORIGIN = /^https:\/\/(?:\*\.)?[a-z0-9-]+(?:\.[a-z0-9-]+)+(?::\d{1,5})?$/;
const TLS = ': whoever can alter what it answers decides who may buy';
const SITE_KEY = /^[A-Za-z0-9_-]{1,200}$/;

/** The challenge for guests, and its verifier. */
export function challengeSettings(read: SettingsReader) {
  const url = read.url('GUEST_CHALLENGE_URL');
  const secret = read.secret('GUEST_CHALLENGE_SECRET');
  const admitsUnverified = read.oneOf('GUEST_CHALLENGE_WHEN_UNREACHABLE') === 'admit';
  const widget = challengeWidget(read);
  const hostnames = read.list('GUEST_CHALLENGE_HOSTNAMES');
  if (!hostnames.every(isHostName)) {
    read.problems.push('GUEST_CHALLENGE_HOSTNAMES must list host names such as shop.example');
  }
  if (!read.areTogether(['GUEST_CHALLENGE_URL', 'GUEST_CHALLENGE_SECRET'], OTHERS)) return null;
  requireHttps(read, 'GUEST_CHALLENGE_URL', url, TLS);
  return { url: url ?? '', secret: secret ?? new Secret(''), admitsUnverified, widget, hostnames };
}

function challengeWidget(read: SettingsReader) {
  const siteKey = read.text('GUEST_CHALLENGE_SITE_KEY') ?? '';
  const scriptUrl = read.url('GUEST_CHALLENGE_SCRIPT_URL') ?? '';
  const origins = read.list('GUEST_CHALLENGE_ORIGINS');
  if (!origins.every((origin) => ORIGIN.test(origin))) {
    read.problems.push('GUEST_CHALLENGE_ORIGINS must list origins such as https://hcaptcha.com,https://*.hcaptcha.com');
  }
  if (!read.areTogether(['GUEST_CHALLENGE_SITE_KEY', 'GUEST_CHALLENGE_SCRIPT_URL'])) return null;
  if (!SITE_KEY.test(siteKey)) read.problems.push('GUEST_CHALLENGE_SITE_KEY must be the public key of the widget');
  requireHttps(read, 'GUEST_CHALLENGE_SCRIPT_URL', scriptUrl, TLS);
  const own = parsedUrl(scriptUrl);
  return { siteKey, scriptUrl, sources: [...new Set([...(own === null ? [] : [own.origin]), ...origins])] };
}
