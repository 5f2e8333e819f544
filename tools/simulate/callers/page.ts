import { DAY, MINUTE, SECOND } from '../../../src/platform/time/time.js';
import { sleep } from './caller.js';
import type { Caller, ShownOrder } from './caller.js';

const PATIENCE_MS = 3 * DAY;
const FIRST_PAUSE_MS = 2 * SECOND;
const LONGEST_PAUSE_MS = 5 * MINUTE;

/** A page that follows an order, and comes back when its stream ends, until the order is settled or gone. */
export async function followOrder(reader: Caller, number: string): Promise<void> {
  const { world, who } = reader;
  const { scheduler, told } = world;
  const until = scheduler.now + PATIENCE_MS;
  const page = { seen: '', isSettled: false, pauseMs: FIRST_PAUSE_MS };
  for (; !page.isSettled && scheduler.now < until; page.pauseMs = Math.min(3 * page.pauseMs, LONGEST_PAUSE_MS)) {
    const openedAt = scheduler.now;
    let text = '';
    const take = (part: string): void => {
      const frames = (text + part).split('\n\n');
      text = frames.pop() ?? '';
      for (const frame of frames) {
        const [, id, json] = /^event: order\nid: (\d+)\ndata: (.*)$/.exec(frame) ?? [];
        if (id === undefined || json === undefined) continue;
        const body = JSON.parse(json) as ShownOrder;
        Object.assign(page, { seen: id, isSettled: body.settled, pauseMs: FIRST_PAUSE_MS });
        told.push({ kind: 'event', at: scheduler.now, openedAt, who, body });
      }
    };
    const headers = { ...reader.headers, ...(page.seen === '' ? {} : { 'last-event-id': page.seen }) };
    const answer = await world.follow(who, { method: 'GET', path: `/v1/orders/${number}/events`, headers }, take);
    if (answer?.status === 204 || answer?.status === 404) return;
    await sleep(world, page.pauseMs, true);
  }
}
