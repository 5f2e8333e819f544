/** Longer than the service's own deadline, so that every answer is received. */
const PATIENCE_MS = 10_000;

/**
 * An answer; `status` 0: none came. Times are monotonic milliseconds.
 * @typedef {{ status: number, body: any, retryAfterMs: number, askedAt: number, answeredAt: number }} Answer
 */

/**
 * Sends requests to replicas and counts the waiting checkouts of each.
 * @typedef {object} Front
 * @property {number} replicas
 * @property {(replica: number, method: string, path: string, body?: object) => Promise<Answer>} send
 * @property {(replica?: number) => number} waiting
 */

/** @param {readonly string[]} urls @param {AbortSignal} signal @returns {Front} */
export function newFront(urls, signal) {
  const waiting = urls.map(() => 0);
  return {
    replicas: urls.length,
    waiting: (replica) =>
      replica === undefined ? waiting.reduce((sum, each) => sum + each, 0) : (waiting[replica] ?? 0),
    async send(replica, method, path, body) {
      const counts = method === 'POST' ? 1 : 0;
      const askedAt = performance.now();
      waiting[replica] = (waiting[replica] ?? 0) + counts;
      try {
        const response = await fetch(urls[replica] + path, {
          method,
          signal: AbortSignal.timeout(PATIENCE_MS),
          ...(body ? { headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) } : {}),
        });
        const retryAfterMs = 1000 * Number(response.headers.get('retry-after') ?? 0);
        const answer = { status: response.status, body: await response.json(), retryAfterMs };
        return { ...answer, askedAt, answeredAt: performance.now() };
      } catch {
        // Requests do not listen to the stop: the drill ends without their answers.
        signal.throwIfAborted();
        return { status: 0, body: null, retryAfterMs: 0, askedAt, answeredAt: performance.now() };
      } finally {
        waiting[replica] = (waiting[replica] ?? 0) - counts;
      }
    },
  };
}
