import { parsedUrl } from './parsed-url.js';

/** True if the URL leads to this machine, so that no data crosses a network. */
export function isLoopbackUrl(url: string): boolean {
  return isLoopbackHost(parsedUrl(url)?.hostname ?? '');
}

/** Accepts IPv6 addresses with or without brackets. */
export function isLoopbackHost(host: string): boolean {
  return host === 'localhost' || host === '::1' || host === '[::1]' || /^127\.\d+\.\d+\.\d+$/.test(host);
}
