/** As much of a page as may be there: nothing of it in Node.js and React Native. */
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
 * Calls `onWake` when the page is looked at again, is taken out of the browser's cache of pages, or the network is back.
 * Gives what ends that.
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
