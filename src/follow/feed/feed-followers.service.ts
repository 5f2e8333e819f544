import { Injectable } from '@nestjs/common';
import type { ServerResponse } from 'node:http';
import { markStreamOpened } from '../../platform/http/edge/request-deadline.js';
import { Time } from '../../platform/time/time.js';
import type { Caller } from '../../platform/callers/caller.js';
import { MOST_OF_ONE, OpenStreams } from '../stream/open-streams.service.js';
import { FeedService } from './feed.service.js';
import type { FeedPage, FeedQuery } from './feed.service.js';

const LOOK_EVERY_MS = 500;

export interface FeedRequest extends FeedQuery {
  readonly caller: Caller;
  /** Identifies the caller again; throws if the credentials are no longer valid. */
  readonly identify: () => Promise<Caller>;
}

@Injectable()
export class FeedFollowers {
  constructor(
    private readonly feed: FeedService,
    private readonly streams: OpenStreams,
    private readonly time: Time,
  ) {}

  /**
   * Waits up to `waitMs` for events, which takes a slot, with the caller's present permissions. Throws if no slot is free,
   * and as reading a page does.
   */
  async poll(request: FeedRequest, waitMs: number, response: ServerResponse): Promise<FeedPage> {
    let page = await this.feed.page(request.caller, request);
    if (page.events.length > 0 || waitMs === 0) return page;
    this.streams.requireRunning();
    const release = this.streams.acquire([{ whose: `feed of ${request.caller.id}`, most: MOST_OF_ONE }]);
    const over = new AbortController();
    const end = (): void => over.abort();
    const timer = this.time.after(waitMs, end);
    response.once('close', end);
    markStreamOpened(response, this.time);
    try {
      while (page.events.length === 0 && !over.signal.aborted && this.streams.isRunning) {
        if (!page.hasMore) await this.time.sleep(LOOK_EVERY_MS, over.signal).catch(() => undefined);
        page = await this.feed.page(await request.identify(), { ...request, after: page.place });
      }
      return page;
    } finally {
      timer.cancel();
      release();
    }
  }
}
