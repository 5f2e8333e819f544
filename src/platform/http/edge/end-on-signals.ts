import { Logger } from '@nestjs/common';
import type { NestExpressApplication } from '@nestjs/platform-express';
import { Settings } from '../../config/settings.js';
import { ProcessTime } from '../../time/time.js';
import type { EdgeAdapter } from './edge-adapter.js';

/** npm forwards a signal that systemd sends to both processes. */
const SAME_SIGNAL_MS = 200;
/** For requests on a proxy's keep-alive connections while the listener closes. */
const LAST_REQUESTS_MS = 1000;

const time = new ProcessTime();

/**
 * Ends on SIGTERM without cutting a request: serves for DRAIN_MS, not ready, then stops accepting connections. A second
 * SIGTERM, or any other signal, ends the drain at once.
 */
export function endOnSignals(starting: Promise<NestExpressApplication>): void {
  const hurry = new AbortController();
  let firstAt: number | null = null;
  for (const signal of ['SIGTERM', 'SIGINT', 'SIGHUP', 'SIGQUIT'] as const) {
    process.on(signal, () => {
      const isFirst = firstAt === null;
      firstAt ??= time.monotonic();
      // Neither a start nor an end that hangs may keep the process alive.
      if (hurry.signal.aborted) process.exit(1);
      if (signal !== 'SIGTERM' || time.monotonic() - firstAt > SAME_SIGNAL_MS) hurry.abort();
      if (isFirst) void end(starting, hurry.signal);
    });
  }
}

async function end(starting: Promise<NestExpressApplication>, hurry: AbortSignal): Promise<void> {
  try {
    const app = await starting;
    const { connections } = app.getHttpAdapter() as unknown as EdgeAdapter;
    const { drainMs } = app.get(Settings).http;
    const serveFor = (ms: number): Promise<void> => time.sleep(ms, hurry).catch(() => undefined);
    connections.drain();
    if (drainMs > 0) await serveFor(drainMs);
    await connections.stopListening();
    if (drainMs > 0) await serveFor(LAST_REQUESTS_MS);
    await app.close();
    // Exits directly: in a container a process cannot kill itself with a signal (PID 1).
    process.exit(0);
  } catch (error) {
    new Logger('Service').error(error);
    process.exit(1);
  }
}
