import { useEffect } from 'preact/hooks';
import { facts } from '../page-facts.js';

/** The title of the tab, with the shop's name. */
export function useTitle(title: string): void {
  useEffect(() => {
    document.title = `${title} – ${facts.brand.name}`;
  }, [title]);
}
