import { useEffect, useRef, useState } from 'preact/hooks';

const PAUSE_MS = 900;

/** Is somebody in the middle of typing? Until there is a pause, what stands there is not wrong yet. */
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
