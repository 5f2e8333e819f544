// npm forwards Ctrl-C to its script, which gets it from the terminal too: one key, two signals.
const SAME_KEY_MS = 400;
const PARENT_CHECK_MS = 500;

/**
 * Aborts at Ctrl-C, SIGTERM, a closed terminal, or the death of npm.
 * @param {() => void} onImpatience called when Ctrl-C is repeated
 * @returns {AbortSignal} aborted at the first of these
 */
export function onStop(onImpatience) {
  const stopping = new AbortController();
  let first = 0;
  const stop = () => {
    if (stopping.signal.aborted) return;
    first = performance.now();
    stopping.abort();
  };
  process.on('SIGINT', () => {
    if (stopping.signal.aborted && performance.now() - first > SAME_KEY_MS) onImpatience();
    stop();
  });
  process.on('SIGTERM', stop).on('SIGHUP', stop);
  if (process.env['npm_lifecycle_event']) onParentGone(stop);

  // A closed terminal fails writes, which must not prevent the stop.
  for (const stream of [process.stdout, process.stderr]) stream.on('error', () => {});
  return stopping.signal;
}

/**
 * The shell between npm and its script dies of a SIGTERM without forwarding it, and a SIGKILL cannot be forwarded.
 * @param {() => void} stop
 */
function onParentGone(stop) {
  const parent = process.ppid;
  setInterval(() => process.ppid === parent || stop(), PARENT_CHECK_MS).unref();
}
