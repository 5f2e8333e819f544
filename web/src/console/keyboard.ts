import { useEffect } from 'preact/hooks';
import { addressOf } from './route.js';
import { FIND_BOX } from './way-back.js';

/** The rows of a list. */
const ROWS = '[data-row]';

/**
 * `/`: the search box. `j`, `k`, and from the box the arrow down: the next and the previous row; Enter opens it, since
 * rows are links or buttons.
 */
export function useShortcuts(): void {
  useEffect(() => {
    const press = (event: KeyboardEvent): void => {
      const { key, target, ctrlKey, metaKey, altKey } = event;
      if (ctrlKey || metaKey || altKey) return;
      if (key === 'ArrowDown' && target === document.getElementById(FIND_BOX)) step(1);
      else if (isWriting(target)) return;
      else if (key === '/') findBox();
      else if (key === 'j' || key === 'k') step(key === 'j' ? 1 : -1);
      else return;
      event.preventDefault();
    };
    addEventListener('keydown', press);
    return () => removeEventListener('keydown', press);
  }, []);
}

function findBox(): void {
  const box = document.getElementById(FIND_BOX);
  if (box === null) location.hash = addressOf('find');
  else box.focus();
}

function step(by: 1 | -1): void {
  const rows = [...document.querySelectorAll<HTMLElement>(ROWS)];
  const at = rows.findIndex((row) => row === document.activeElement);
  const next = rows[at === -1 ? 0 : Math.min(Math.max(at + by, 0), rows.length - 1)];
  next?.focus();
  next?.scrollIntoView({ block: 'nearest' });
}

function isWriting(target: EventTarget | null): boolean {
  // A dialog covers the page, wherever the focus is.
  if (document.querySelector('dialog[open]') !== null) return true;
  return target instanceof HTMLElement && target.closest('input, textarea, select') !== null;
}
