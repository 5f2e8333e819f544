import { isPassing, ProblemError } from '../errors.js';
import { callerHeaders } from '../http/credentials.js';
import { sleep, throwIfAborted } from '../http/time-limit.js';
import type { Fetched, Transport } from '../http/transport.js';
import type { ClientOptions } from '../options.js';
import { failedPauseMs } from '../watch/rhythm.js';
import type { WatchOrdersOptions } from './options.js';
import type { EventsPage, PlacedEvent } from './types.js';

const LATEST = 'latest';
const MOST_AT_ONCE = 100;
/** The longest wait that the service allows. */
const LONGEST_WAIT_S = 30;
/** Part of the call's timeout that is left for the network. */
const WAY_S = 5;
/** A process that is shutting down answers at once, so pause before the next request. */
const QUICK_MS = 500;
const PAUSE_MS = 1000;

const isExpired = (error: unknown): error is ProblemError =>
  error instanceof ProblemError && error.code === 'cursor_expired';

/** All events after a cursor, and new ones as they come. */
export async function* watchOrders(
  transport: Transport,
  client: ClientOptions,
  { after = null, types, signal, resync, onCursor, onError }: WatchOrdersOptions,
): AsyncGenerator<PlacedEvent, never> {
  const waitS = Math.min(Math.max(Math.floor(transport.timeoutMs / 1000) - WAY_S, 0), LONGEST_WAIT_S);
  let cursor = after ?? undefined;
  let hasMissed = false;
  const read = () => {
    // Don't wait before the service has named a cursor: if that answer is lost, the events of the wait are too.
    const wait = cursor === undefined || cursor === LATEST ? 0 : waitS;
    const query = {
      ...(cursor === undefined ? {} : { after: cursor }),
      ...(types === undefined ? {} : { types: types.join(',') }),
      ...{ limit: MOST_AT_ONCE, wait },
    };
    return transport.call(
      signal,
      () => callerHeaders(client),
      // Without an event stream in `Accept` the answer is JSON.
      (sending) => transport.api.GET('/v1/events', { params: { query }, ...sending }) as Promise<Fetched<EventsPage>>,
    );
  };
  for (let failures = 0; ;) {
    const begun = performance.now();
    const answer = await read().catch((error: unknown) => {
      throwIfAborted(signal);
      if (isPassing(error) || (resync !== undefined && isExpired(error))) return error;
      throw error;
    });
    if (isExpired(answer)) {
      cursor = LATEST;
      hasMissed = true;
      continue;
    }
    if (answer instanceof Error) {
      failures += 1;
      onError?.(answer);
      await sleep(Math.max(failedPauseMs(failures, Math.random()), answer.retryAfterMs ?? 0), signal);
      continue;
    }
    failures = 0;
    const { items, nextCursor, hasMore } = answer.data;
    // Changes during the resync come after the new cursor.
    if (hasMissed) await resync?.();
    hasMissed = false;
    yield* items;
    cursor = nextCursor;
    onCursor?.(nextCursor);
    const wasQuick = performance.now() - begun < QUICK_MS;
    if (items.length === 0 && !hasMore && wasQuick) await sleep(PAUSE_MS, signal);
  }
}
