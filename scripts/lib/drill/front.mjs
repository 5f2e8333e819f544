/** Longer than the service's own deadline: an answer that can still come is waited for. */
const PATIENCE_MS = 10_000;

/**
 * An answer, or `status` 0: none came. Times are of one clock that never jumps, in milliseconds.
 * @typedef {{ status: number, body: any, retryAfterMs: number, askedAt: number, answeredAt: number }} Answer
 */

/**
 * Sends requests to replicas and knows, at any moment, how many checkouts wait for an answer of which one.
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
        // The drill is over when it is stopped, whether or not answers come: a request need not know.
        signal.throwIfAborted();
        return { status: 0, body: null, retryAfterMs: 0, askedAt, answeredAt: performance.now() };
      } finally {
        waiting[replica] = (waiting[replica] ?? 0) - counts;
      }
    },
  };
}
