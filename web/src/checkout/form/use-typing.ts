import { useEffect, useRef, useState } from 'preact/hooks';

const PAUSE_MS = 900;

/** True until the visitor pauses: an unfinished input is not shown as an error. */
export function useTyping(): { readonly isTyping: boolean; readonly begin: () => void; readonly end: () => void } {
  const [isTyping, setTyping] = useState(false);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  const end = (): void => {
    clearTimeout(timer.current);
    setTyping(false);
  };
  const begin = (): void => {
    clearTimeout(timer.current);
    timer.current = setTimeout(end, PAUSE_MS);
    setTyping(true);
  };
  useEffect(() => () => clearTimeout(timer.current), []);
  return { isTyping, begin, end };
}
