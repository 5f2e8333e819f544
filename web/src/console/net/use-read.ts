import { useCallback, useEffect, useState } from 'preact/hooks';
import { callErrorOf, read } from './call.js';
import type { CallError } from './call.js';

export interface Read<Data> {
  /** The newest answer; it stays while a later call fails. */
  readonly data: Data | null;
  /** When the service gave it, by its clock. */
  readonly at: Date | null;
  readonly error: CallError | null;
  /** Reads again now. */
  readonly again: () => void;
}

interface Options {
  /** Reads again after so long while the tab is visible; null: only when asked to. */
  readonly everyMs?: number | null;
  /** Waits so long before the first reading. */
  readonly delayMs?: number;
  /** Repeats only what the service can answer with "unchanged": the audit log records each other reading. */
  readonly ifTagged?: boolean;
  /** Reads again when this changes. */
  readonly after?: unknown;
  readonly isLong?: boolean;
}

/** After a failure that may pass: no answer, or a fault of the service. */
const RETRY_MS = 5000;

/** Reads a path below `/v1/admin`, and keeps it fresh, also through a restart of the service; null: nothing. */
export function useRead<Data>(path: string | null, options: Options = {}): Read<Data> {
  const { everyMs = null, delayMs = 0, ifTagged = false, after, isLong } = options;
  const [state, setState] = useState<State<Data>>(NOTHING);
  const [turn, setTurn] = useState(0);

  useEffect(() => {
    if (path === null) return undefined;
    const end = new AbortController();
    let timer: ReturnType<typeof setTimeout> | undefined;
    let etag: string | null = null;
    const look = async (): Promise<void> => {
      let mayPass = false;
      try {
        const answer = await read<Data>(path, { etag, signal: end.signal, isLong });
        if (end.signal.aborted) return;
        if (answer === null) setState((before) => ({ ...before, error: null }));
        else {
          etag = answer.etag;
          setState({ path, data: answer.data, at: answer.at, error: null });
        }
      } catch (thrown) {
        if (end.signal.aborted) return;
        const error = callErrorOf(thrown);
        mayPass = error.status === null || error.status >= 500;
        setState((before) => ({ ...(before.path === path ? before : NOTHING), path, error }));
      }
      const pauseMs = ifTagged && etag === null ? null : everyMs;
      const nextMs = pauseMs ?? (mayPass ? RETRY_MS : null);
      if (nextMs !== null) timer = setTimeout(lookIfSeen, nextMs);
    };
    const lookIfSeen = (): void => {
      if (document.hidden)
        document.addEventListener('visibilitychange', lookIfSeen, { once: true, signal: end.signal });
      else void look();
    };
    if (delayMs > 0) timer = setTimeout(lookIfSeen, delayMs);
    else void look();
    return () => {
      end.abort();
      clearTimeout(timer);
    };
  }, [path, turn, everyMs, delayMs, ifTagged, after, isLong]);

  const again = useCallback(() => setTurn((before) => before + 1), []);
  const isCurrent = state.path === path;
  return { ...(isCurrent ? state : NOTHING), again };
}

interface State<Data> extends Omit<Read<Data>, 'again'> {
  readonly path: string | null;
}

const NOTHING = { path: null, data: null, at: null, error: null };
