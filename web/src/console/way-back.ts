import { useEffect, useRef } from 'preact/hooks';

/** The box of the start. */
export const FIND_BOX = 'find-box';

export const focusOn = (element: HTMLElement | null): void => element?.focus({ preventScroll: true });

/** An entry of the tab's history. Its id is not that of an entry before a reload. */
interface Entry {
  readonly id: string;
  /** How many entries of the console are before it. */
  readonly at: number;
}

/** What an entry showed when it was left. */
interface Place {
  readonly top: number;
  /** The address that was opened from it. */
  readonly opened: string;
}

const places = new Map<string, Place>();
let current: Entry | null = null;

/** The entry that is shown; a new one is numbered. */
export function historyEntry(): string {
  const known = history.state as Entry | null;
  if (typeof known?.id === 'string') current = known;
  else {
    const at = current === null ? 0 : current.at + 1;
    current = { id: `${performance.timeOrigin} ${performance.now()} ${at}`, at };
    history.replaceState(current, '');
  }
  return current.id;
}

/** Before another entry is drawn: the page still shows the one that is left. */
export function leaveEntry(): void {
  if (current !== null) places.set(current.id, { top: scrollY, opened: location.hash });
}

/**
 * Where the focus goes at an entry: on the way back to the row that was opened, and the page to where it was; in a new
 * view to the search box, or else to the heading. The content may come later, and whoever acts before that stays there.
 */
export function useArrival(entry: string, view: string): void {
  const shown = useRef('');
  useEffect(() => {
    history.scrollRestoration = 'manual';
    const main = document.getElementById('main');
    if (main === null) return undefined;
    const place = places.get(entry);
    // Another search or period leaves the focus in its field.
    let hasFocus = shown.current === view;
    shown.current = view;
    if (!hasFocus) scrollTo(0, 0);
    const look = (): void => {
      const target = document.getElementById(FIND_BOX) ?? main.querySelector('h1');
      // The view may have given it to a field.
      hasFocus ||= main.contains(document.activeElement);
      if (!hasFocus && target !== null) {
        if (target.tagName === 'H1') target.tabIndex = -1;
        focusOn(target);
        hasFocus = true;
      }
      if (place === undefined) {
        if (hasFocus) watch.disconnect();
        return;
      }
      const row = main.querySelector<HTMLElement>(`[data-row][href="${CSS.escape(place.opened)}"]`);
      if (row === null) return;
      watch.disconnect();
      focusOn(row);
      scrollTo(0, place.top);
    };
    const watch = new MutationObserver(look);
    watch.observe(main, { childList: true, subtree: true });
    look();
    const end = (): void => watch.disconnect();
    const acts = ['keydown', 'pointerdown'] as const;
    for (const act of acts) addEventListener(act, end, { once: true });
    return () => {
      end();
      for (const act of acts) removeEventListener(act, end);
    };
  }, [entry]);
}

/** Takes the addresses of this visit out of the tab's history: they name orders and searches. */
export async function forgetWay(): Promise<void> {
  const before = current?.at ?? 0;
  const forget = (): void => history.replaceState(null, '', location.pathname);
  places.clear();
  current = null;
  forget();
  if (before > 0) {
    const isBack = new Promise((done) => addEventListener('popstate', done, { once: true }));
    history.go(-before);
    await isBack;
    forget();
  }
  // A new entry ends those that were after it.
  history.pushState(null, '', location.pathname);
}
