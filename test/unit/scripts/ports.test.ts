import { once } from 'node:events';
import { createServer } from 'node:net';
import type { AddressInfo } from 'node:net';
import { describe, expect, it, onTestFinished } from 'vitest';
import { freePort, portNear } from '#scripts/lib/ports.mjs';

describe('portNear', () => {
  it('returns the preferred port if free', async () => {
    const port = await freePort();
    expect(await portNear(port)).toBe(port);
  });

  it.each(['127.0.0.1', '0.0.0.0'])('returns another port if one listens at %s', async (host) => {
    const server = createServer().listen(0, host);
    onTestFinished(() => {
      server.close();
    });
    await once(server, 'listening');
    const { port } = server.address() as AddressInfo;
    expect(await portNear(port)).not.toBe(port);
  });

  it('returns another port if it is reserved', async () => {
    const port = await freePort();
    expect(await portNear(port, [port])).not.toBe(port);
  });
});
