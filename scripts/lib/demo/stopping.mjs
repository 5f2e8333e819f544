// npm sends a Ctrl-C on to its script, which gets it from the terminal too: one key, two signals.
const SAME_KEY_MS = 400;
const PARENT_CHECK_MS = 500;

/**
 * Waits for the wish to end: Ctrl-C, SIGTERM, the terminal being closed, or npm being killed.
 * @param {() => void} onImpatience called when Ctrl-C is repeated
 * @returns {AbortSignal} aborted at the first wish
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

  // A terminal that was closed takes no more words; that must not keep us from stopping.
  for (const stream of [process.stdout, process.stderr]) stream.on('error', () => {});
  return stopping.signal;
}

/**
 * The shell between npm and its script dies of a SIGTERM without passing it on, and nobody passes on a SIGKILL.
 * @param {() => void} stop
 */
function onParentGone(stop) {
  const parent = process.ppid;
  setInterval(() => process.ppid === parent || stop(), PARENT_CHECK_MS).unref();
}
