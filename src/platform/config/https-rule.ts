import { isLoopbackUrl } from '../shared/loopback.js';
import type { SettingsReader } from './reader.js';

/** Tokens and signed requests leave the machine over TLS only, unless somebody decided otherwise. */
export function requireHttps(read: SettingsReader, name: string, url: string, allowHttp: boolean): void {
  if (url.startsWith('http:') && !isLoopbackUrl(url) && !allowHttp) {
    read.problems.push(`${name} must be https (http is for loopback, or with RAMP_ALLOW_HTTP=true)`);
  }
}
