import type { Page } from 'playwright-core';

export interface Transfer {
  /** Bytes over the network by URL, response headers included. */
  readonly bytes: ReadonlyMap<string, number>;
  total(): number;
}

/** Measures what a page loads from now on: compressed, without cached parts. */
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
