import { Injectable } from '@nestjs/common';
import type { ServerResponse } from 'node:http';
import { markStreamOpened } from '../../platform/http/edge/request-deadline.js';
import { Time } from '../../platform/time/time.js';
import type { Caller } from '../../platform/callers/caller.js';
import { Problem } from '../../platform/problems/problem.js';
import { MOST_OF_ONE, OpenStreams } from '../stream/open-streams.service.js';
import { FeedWatch } from './feed-watch.service.js';
import { FeedService } from './feed.service.js';
import type { FeedPage, FeedQuery } from './feed.service.js';

export interface FeedRequest extends FeedQuery {
  readonly caller: Caller;
  /** Identifies the caller again; throws if the credentials are no longer valid. */
  readonly identify: () => Promise<Caller>;
}

@Injectable()
export class FeedFollowers {
  constructor(
    private readonly feed: FeedService,
    private readonly watch: FeedWatch,
    private readonly streams: OpenStreams,
    private readonly time: Time,
  ) {}

  /** Waits up to `waitMs` for events, which takes a slot. Throws if none is free, and as reading a page does. */
  async poll(request: FeedRequest, waitMs: number, response: ServerResponse): Promise<FeedPage> {
    const first = await this.feed.page(request.caller, request);
    if (first.events.length > 0 || waitMs === 0) return first;
    this.streams.requireRunning();
    const release = this.streams.acquire([limitOf(request)]);
    const over = new AbortController();
    const end = (): void => over.abort();
    const timer = this.time.after(waitMs, end);
    response.once('close', end);
    markStreamOpened(response, this.time);
    try {
      let newest = first;
      for await (newest of this.pages(first, request, over.signal)) {
        if (newest.events.length > 0 || over.signal.aborted || this.watch.isStopping) break;
      }
      return newest;
    } finally {
      timer.cancel();
      release();
    }
  }

  /** Pages with the caller's present permissions. Throws when the credentials end; waits while they are unchecked. */
  private async *pages(first: FeedPage, request: FeedRequest, gone: AbortSignal): AsyncGenerator<FeedPage> {
    for (let page = first; ;) {
      yield page;
      while (!page.hasMore && !(await this.watch.news(page.place, gone))) {
        await request.identify().catch((error: unknown) => {
          if (error instanceof Problem && error.code === 'unauthenticated') throw error;
        });
      }
      page = await this.feed.page(await request.identify(), { ...request, after: page.place });
    }
  }
}

const limitOf = ({ caller }: FeedRequest): { whose: string; most: number } => ({
  whose: `feed of ${caller.id}`,
  most: MOST_OF_ONE,
});
