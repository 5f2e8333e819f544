const QUIET_MS = 15_000;
const AGAIN_MS = 300_000;

interface Outage {
  times: number;
  lastAt: number;
  loggedAt: number;
  readonly quiet: NodeJS.Timeout;
}

const running = new WeakMap<object, Map<string, Outage>>();

/** True for the first of an outage, and every five minutes of it. `onEnd` gets the count of a repeated one. */
export function beginsOutage(of: object, thing: string, onEnd: (times: number, forMs: number) => void): boolean {
  const outages = running.get(of) ?? new Map<string, Outage>();
  running.set(of, outages);
  const now = performance.now();
  const current = outages.get(thing);
  if (current !== undefined) {
    current.times += 1;
    current.lastAt = now;
    current.quiet.refresh();
    if (now - current.loggedAt < AGAIN_MS) return false;
    current.loggedAt = now;
    return true;
  }
  const end = (): void => {
    outages.delete(thing);
    if (outage.times > 1) onEnd(outage.times, Math.round(outage.lastAt - now));
  };
  const outage: Outage = { times: 1, lastAt: now, loggedAt: now, quiet: setTimeout(end, QUIET_MS).unref() };
  outages.set(thing, outage);
  return true;
}

const loggedErrors = new WeakSet<Error>();

/** The log names the cause of this error already. */
export function markLogged(error: Error): void {
  loggedErrors.add(error);
}

export function isLogged(error: unknown): boolean {
  return error instanceof Error && loggedErrors.has(error);
}
