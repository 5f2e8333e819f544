import { HOUR, MINUTE } from '../../../src/platform/time/time.js';
import { bodyOf, sleep } from './caller.js';
import type { Caller } from './caller.js';

const FIRST_PAUSE_MS = 2 * MINUTE;
const LONGEST_PAUSE_MS = 4 * HOUR;
const MOST_PAGES = 100;

interface Page {
  readonly items: readonly unknown[];
  readonly nextCursor: string | null;
}

/** Reads the feed for ever, from its cursor; anew from the oldest event if the cursor has expired. */
export const readFeed = (reader: Caller, limit: number): Promise<void> =>
  readForEver(reader, `/v1/events?limit=${limit}&after=`, true);

/** Reads the list of changed orders for ever in the same way. */
export const readChanges = (reader: Caller, limit: number): Promise<void> =>
  readForEver(reader, `/v1/orders?order=updated&limit=${limit}&cursor=`, false);

/** `path` ends with the name of the cursor. Pauses grow while there is no news. */
async function readForEver(reader: Caller, path: string, isFeed: boolean): Promise<void> {
  const { world, who } = reader;
  let cursor: string | null = null;
  for (let pause = FIRST_PAUSE_MS; ;) {
    const from = cursor === null ? path.replace(/&\w+=$/, '') : path + cursor;
    const answer = await reader.send({ method: 'GET', path: from });
    const page = bodyOf(answer) as Page | null;
    if (isFeed && answer !== null) {
      world.told.push({ kind: 'feed', at: world.scheduler.now, reader: who, cursor, answer });
    }
    if (answer?.status === 410) cursor = null;
    else if (page !== null) cursor = page.nextCursor;
    const isNews = answer?.status === 410 || (page !== null && page.items.length > 0);
    pause = isNews ? FIRST_PAUSE_MS : Math.min(8 * pause, Math.max(LONGEST_PAUSE_MS, world.scheduler.longestTickMs));
    await sleep(world, pause, true);
  }
}

/** Reads all pages of a list while orders change. `path` has a query. */
export async function readAll(reader: Caller, path: string): Promise<void> {
  let cursor: string | null = null;
  for (let pages = 0; pages < MOST_PAGES; pages++) {
    const next = cursor === null ? '' : `&cursor=${cursor}`;
    const answer = await reader.ask({ method: 'GET', path: path + next });
    cursor = (bodyOf(answer) as Page | null)?.nextCursor ?? null;
    if (cursor === null) return;
  }
}
