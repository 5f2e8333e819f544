import type { SettingsReader } from './reader.js';

/** Tokens and signed requests leave the machine over TLS only, unless somebody decided otherwise. */
export function requireHttps(read: SettingsReader, name: string, url: string, allowHttp: boolean): void {
  if (url.startsWith('http:') && !isLoopback(url) && !allowHttp) {
    read.problems.push(`${name} must be https (http is for loopback, or with RAMP_ALLOW_HTTP=true)`);
  }
}

function isLoopback(url: string): boolean {
  const host = URL.canParse(url) ? new URL(url).hostname : '';
  return host === 'localhost' || host === '[::1]' || /^127\.\d+\.\d+\.\d+$/.test(host);
}
