import { useEffect } from 'preact/hooks';

/** Title of the browser tab. */
export function useTitle(title: string): void {
  useEffect(() => {
    document.title = title;
  }, [title]);
}
