import { useEffect, useState } from 'preact/hooks';
import type { Cryptos } from '#client/src/index.js';
import { api } from '../net/api.js';

export type CryptosState =
  | { readonly kind: 'loading' }
  | { readonly kind: 'ready'; readonly list: Cryptos }
  | { readonly kind: 'failed'; readonly error: unknown };

const LOADING: CryptosState = { kind: 'loading' };

/** Loads the coins for sale, with limits in `fiat`. A failed load is repeated when the network is back. */
export function useCryptos(fiat: string, isOnline: boolean): { cryptos: CryptosState; reload: () => void } {
  const [cryptos, setCryptos] = useState<CryptosState>(LOADING);
  const [round, setRound] = useState(0);
  const reload = (): void => setRound((count) => count + 1);

  useEffect(() => {
    const ending = new AbortController();
    setCryptos(LOADING);
    api.cryptos({ fiat, side: 'BUY' }, { signal: ending.signal }).then(
      (list) => setCryptos({ kind: 'ready', list }),
      (error: unknown) => {
        if (!ending.signal.aborted) setCryptos({ kind: 'failed', error });
      },
    );
    return () => ending.abort();
  }, [fiat, round]);

  const hasFailed = cryptos.kind === 'failed';
  useEffect(() => {
    if (isOnline && hasFailed) reload();
    // Depends on the network alone: with the failure it would loop.
  }, [isOnline]);

  return { cryptos, reload };
}
