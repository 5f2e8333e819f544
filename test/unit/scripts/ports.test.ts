import { once } from 'node:events';
import { createServer } from 'node:net';
import type { AddressInfo } from 'node:net';
import { describe, expect, it, onTestFinished } from 'vitest';
import { freePort, portNear } from '#scripts/lib/ports.mjs';

describe('ports', () => {
  it('gives the preferred one when it is free', async () => {
    const port = await freePort();
    expect(await portNear(port)).toBe(port);
  });

  it.each(['127.0.0.1', '0.0.0.0'])('gives another one when somebody listens on it at %s', async (host) => {
    const server = createServer().listen(0, host);
    onTestFinished(() => {
      server.close();
    });
    await once(server, 'listening');
    const { port } = server.address() as AddressInfo;
    expect(await portNear(port)).not.toBe(port);
  });

  it('gives another one when it is promised to somebody', async () => {
    const port = await freePort();
    expect(await portNear(port, [port])).not.toBe(port);
  });
});
