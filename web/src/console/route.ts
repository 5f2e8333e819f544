import { useEffect, useMemo, useState } from 'preact/hooks';
import { isOrderNumber } from '../order-number.js';
import { historyEntry, leaveEntry } from './way-back.js';

const VIEWS = ['find', 'order', 'work', 'methods', 'report'] as const;
export type ViewName = (typeof VIEWS)[number];

type Query = Readonly<Record<string, string>>;

/**
 * What is shown, in the address, so that it can be sent to a colleague. It stands after `#`, which browsers send to no
 * server: a search may hold an e-mail address, and servers log the rest.
 */
export interface Route {
  readonly view: ViewName;
  /** The order's number; of other views ''. */
  readonly number: string;
  readonly query: Query;
}

/** Anything else is the start. */
export function routeOf(hash: string): Route {
  const [path = '', search = ''] = hash.replace(/^#\/?/, '').split('?', 2);
  const [name, encoded = ''] = path.split('/', 2);
  const view = VIEWS.find((one) => one === name) ?? 'find';
  const number = decoded(encoded);
  const query = Object.fromEntries(new URLSearchParams(search));
  return view === 'order' && !isOrderNumber(number) ? { view: 'find', number: '', query } : { view, number, query };
}

export function addressOf(view: ViewName, { number = '', query = {} }: Partial<Route> = {}): string {
  const search = new URLSearchParams(query).toString();
  return `#/${view}${number && `/${encodeURIComponent(number)}`}${search && `?${search}`}`;
}

export const orderAddress = (number: string): string => addressOf('order', { number });

/** `entry`: of the tab's history. */
export function useRoute(): Route & { readonly entry: string } {
  const [shown, setShown] = useState(() => ({ hash: location.hash, entry: historyEntry() }));
  useEffect(() => {
    const follow = (): void => {
      leaveEntry();
      setShown({ hash: location.hash, entry: historyEntry() });
    };
    addEventListener('hashchange', follow);
    return () => removeEventListener('hashchange', follow);
  }, []);
  return useMemo(() => ({ ...routeOf(shown.hash), entry: shown.entry }), [shown]);
}

function decoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return '';
  }
}
