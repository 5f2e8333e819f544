/** Does this address lead to this very machine, so that nothing of it goes over a network? */
export function isLoopbackUrl(url: string): boolean {
  const host = URL.canParse(url) ? new URL(url).hostname : '';
  return host === 'localhost' || host === '[::1]' || /^127\.\d+\.\d+\.\d+$/.test(host);
}
