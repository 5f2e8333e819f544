import { parsedUrl } from './parsed-url.js';

/** Does this address lead to this very machine, so that nothing of it goes over a network? */
export function isLoopbackUrl(url: string): boolean {
  return isLoopbackHost(parsedUrl(url)?.hostname ?? '');
}

/** The same of a host alone, in brackets or not where it is an IPv6 address. */
export function isLoopbackHost(host: string): boolean {
  return host === 'localhost' || host === '::1' || host === '[::1]' || /^127\.\d+\.\d+\.\d+$/.test(host);
}
