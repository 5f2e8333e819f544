import { Injectable } from '@nestjs/common';
import type { ServerResponse } from 'node:http';
import { noteStreamOpened } from '../../platform/http/edge/request-deadline.js';
import type { Caller } from '../../platform/callers/caller.js';
import { Problem } from '../../platform/problems/problem.js';
import { OpenStreams } from '../stream/open-streams.service.js';
import { MOST_OF_ONE } from '../stream/stream-seats.js';
import type { EpochPlace } from '../../platform/database/pages.js';
import { FeedStream } from './feed-stream.js';
import { FeedWatch } from './feed-watch.service.js';
import { FeedService } from './feed.service.js';
import type { FeedPage, FeedWish } from './feed.service.js';

export interface FeedRequest extends FeedWish {
  readonly caller: Caller;
  /** Identifies the caller again; throws if the credentials are no longer valid. */
  readonly identify: () => Promise<Caller>;
  readonly cursorOf: (place: EpochPlace) => string;
}

@Injectable()
export class FeedFollowers {
  constructor(
    private readonly feed: FeedService,
    private readonly watch: FeedWatch,
    private readonly streams: OpenStreams,
  ) {}

  /**
   * Returns the events available, or else waits up to `waitMs` for some. Waiting takes a slot; throws if none is free.
   * Throws as reading a page does.
   */
  async poll(request: FeedRequest, waitMs: number, response: ServerResponse): Promise<FeedPage> {
    let page = await this.feed.page(request.caller, request);
    if (page.events.length > 0 || waitMs === 0) return page;
    this.streams.requireRunning();
    const leave = this.streams.sitDown([seatOf(request)]);
    const over = new AbortController();
    const end = (): void => over.abort();
    const timer = setTimeout(end, waitMs);
    response.once('close', end);
    noteStreamOpened(response);
    try {
      while (page.events.length === 0 && !over.signal.aborted && !this.watch.isStopping) {
        if (!page.hasMore) await this.news(page.place, request, over.signal);
        page = await this.pageBehind(page.place, request);
      }
      return page;
    } finally {
      clearTimeout(timer);
      leave();
    }
  }

  /** Streams the available events and then all new ones. If it throws, no response was begun. */
  async follow(request: FeedRequest, response: ServerResponse, isHead: boolean): Promise<void> {
    this.streams.requireRunning();
    const first = await this.feed.page(request.caller, request);
    if (response.destroyed) return;
    if (isHead) {
      this.streams.answerHead(response);
      return;
    }
    const leave = this.streams.sitDown([seatOf(request)]);
    const stream = new FeedStream(response, {
      ...this.streams.optionsFor(response, leave),
      cursorOf: request.cursorOf,
      page: (place) => this.pageBehind(place, request),
      news: (place, gone) => this.news(place, request, gone),
    });
    try {
      this.streams.begin(stream, response);
    } catch (error) {
      leave();
      throw error;
    }
    await stream.run(first);
  }

  /**
   * Resolves when the feed continues. Throws when the caller's credentials are no longer valid; while they cannot be
   * checked, it keeps waiting.
   */
  private async news(place: EpochPlace, { identify }: FeedRequest, gone: AbortSignal): Promise<void> {
    while (!(await this.watch.news(place, gone))) {
      await identify().catch((error: unknown) => {
        if (error instanceof Problem && error.code === 'unauthenticated') throw error;
      });
    }
  }

  /** Identifies the caller again, because a key may have been revoked. */
  private async pageBehind(place: EpochPlace, request: FeedRequest): Promise<FeedPage> {
    return this.feed.page(await request.identify(), { ...request, after: place });
  }
}

const seatOf = ({ caller }: FeedRequest): { whose: string; most: number } => ({
  whose: `feed of ${caller.id}`,
  most: MOST_OF_ONE,
});
