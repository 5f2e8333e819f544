import { isLoopbackUrl } from '../shared/loopback.js';
import type { SettingsReader } from './reader.js';

/** What goes to another machine goes over TLS only; `why` ends the sentence. */
export function requireHttps(read: SettingsReader, name: string, url: string | null, why: string): void {
  if (url?.startsWith('http:') === true && !isLoopbackUrl(url)) read.problems.push(`${name} must be https${why}`);
}

/** Tokens and signed requests, unless somebody decided otherwise. */
export function requireHttpsToProvider(read: SettingsReader, name: string, url: string): void {
  if (read.flag('RAMP_ALLOW_HTTP')) return;
  requireHttps(read, name, url, ' (http is for loopback, or with RAMP_ALLOW_HTTP=true)');
}
