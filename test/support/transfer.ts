import type { Page } from 'playwright-core';

export interface Transfer {
  /** Bytes over the wire so far, heads of answers included, by address. */
  readonly bytes: ReadonlyMap<string, number>;
  total(): number;
}

/** What a page loads from now on, as it comes over the network: compressed, and nothing that the browser had already. */
export async function measureTransfer(page: Page): Promise<Transfer> {
  const session = await page.context().newCDPSession(page);
  const urls = new Map<string, string>();
  const bytes = new Map<string, number>();
  session.on('Network.requestWillBeSent', ({ requestId, request }) => urls.set(requestId, request.url));
  session.on('Network.loadingFinished', ({ requestId, encodedDataLength }) => {
    const url = urls.get(requestId) ?? requestId;
    bytes.set(url, (bytes.get(url) ?? 0) + encodedDataLength);
  });
  await session.send('Network.enable');
  return { bytes, total: () => [...bytes.values()].reduce((sum, size) => sum + size, 0) };
}
