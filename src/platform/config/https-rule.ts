import { isLoopbackUrl } from '../text/urls.js';
import type { SettingsReader } from './reader.js';

/** Requires TLS to other machines; `why` ends the sentence. */
export function requireHttps(read: SettingsReader, name: string, url: string | null, why: string): void {
  if (url?.startsWith('http:') === true && !isLoopbackUrl(url)) read.problems.push(`${name} must be https${why}`);
}

/** Requires TLS for tokens and signed requests, unless `RAMP_ALLOW_HTTP` is set. */
export function requireHttpsToProvider(read: SettingsReader, name: string, url: string): void {
  if (read.flag('RAMP_ALLOW_HTTP')) return;
  requireHttps(read, name, url, ' (http is for loopback, or with RAMP_ALLOW_HTTP=true)');
}
