import { useEffect } from 'preact/hooks';

/** What the tab says. */
export function useTitle(title: string): void {
  useEffect(() => {
    document.title = title;
  }, [title]);
}
