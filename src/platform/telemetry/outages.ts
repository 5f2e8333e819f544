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
  const known = outages.get(thing);
  if (known !== undefined) {
    known.times += 1;
    known.lastAt = now;
    known.quiet.refresh();
    if (now - known.loggedAt < AGAIN_MS) return false;
    known.loggedAt = now;
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

const told = new WeakSet<Error>();

/** The log names the cause of this error already. */
export function markLogged(error: Error): void {
  told.add(error);
}

export function isLogged(error: unknown): boolean {
  return error instanceof Error && told.has(error);
}
