/** The parts of a page that may exist; Node.js and React Native have none of them. */
interface Surroundings {
  readonly document?: Target & { readonly visibilityState?: string };
  readonly addEventListener?: Target['addEventListener'];
  readonly removeEventListener?: Target['removeEventListener'];
}

interface Target {
  addEventListener?(name: string, listener: () => void): void;
  removeEventListener?(name: string, listener: () => void): void;
}

/**
 * Calls `onWake` when the page becomes visible, leaves the back/forward cache, or the network returns. Returns a
 * function that stops it.
 */
export function listenForWakeUps(onWake: () => void): () => void {
  const surroundings = globalThis as Surroundings;
  const { document } = surroundings;
  const onVisible = (): void => {
    if (document?.visibilityState === 'visible') onWake();
  };
  document?.addEventListener?.('visibilitychange', onVisible);
  surroundings.addEventListener?.('online', onWake);
  surroundings.addEventListener?.('pageshow', onWake);
  return () => {
    document?.removeEventListener?.('visibilitychange', onVisible);
    surroundings.removeEventListener?.('online', onWake);
    surroundings.removeEventListener?.('pageshow', onWake);
  };
}
