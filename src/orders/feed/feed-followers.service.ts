import { Injectable } from '@nestjs/common';
import type { ServerResponse } from 'node:http';
import { noteStreamOpened } from '../../platform/http/edge/open-streams.js';
import { problemOf } from '../../platform/http/problems/problem-of.js';
import type { Caller } from '../../platform/shared/caller.js';
import type { EpochPlace } from '../../platform/shared/page.js';
import { Problem } from '../../platform/shared/problem.js';
import { EventStream, eventText, HEARTBEAT_TEXT } from '../stream/event-stream.js';
import type { StreamOptions } from '../stream/event-stream.js';
import { MOST_OF_ONE, OpenStreams } from '../stream/open-streams.service.js';
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

  /** Waits up to `waitMs` for events, which takes a slot. Throws if none is free, and as reading a page does. */
  async poll(request: FeedRequest, waitMs: number, response: ServerResponse): Promise<FeedPage> {
    let page = await this.feed.page(request.caller, request);
    if (page.events.length > 0 || waitMs === 0) return page;
    this.streams.requireRunning();
    const release = this.streams.acquire([limitOf(request)]);
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
      release();
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
    const release = this.streams.acquire([limitOf(request)]);
    const stream = new FeedStream(response, {
      ...this.streams.optionsFor(response, release),
      cursorOf: request.cursorOf,
      page: (place) => this.pageBehind(place, request),
      news: (place, gone) => this.news(place, request, gone),
    });
    try {
      this.streams.begin(stream, response);
    } catch (error) {
      release();
      throw error;
    }
    await stream.run(first);
  }

  /** Throws when the caller's credentials are no longer valid; while they cannot be checked, it keeps waiting. */
  private async news(place: EpochPlace, { identify }: FeedRequest, gone: AbortSignal): Promise<void> {
    while (!(await this.watch.news(place, gone))) {
      await identify().catch((error: unknown) => {
        if (error instanceof Problem && error.code === 'unauthenticated') throw error;
      });
    }
  }

  private async pageBehind(place: EpochPlace, request: FeedRequest): Promise<FeedPage> {
    return this.feed.page(await request.identify(), { ...request, after: place });
  }
}

const limitOf = ({ caller }: FeedRequest): { whose: string; most: number } => ({
  whose: `feed of ${caller.id}`,
  most: MOST_OF_ONE,
});

interface FeedStreamOptions extends StreamOptions {
  readonly page: (place: EpochPlace) => Promise<FeedPage>;
  readonly cursorOf: (place: EpochPlace) => string;
  readonly news: (place: EpochPlace, gone: AbortSignal) => Promise<void>;
}

/** Reads a page once the reader has taken the previous one, so a slow reader costs no memory and misses nothing. */
export class FeedStream extends EventStream {
  private readonly gone = new AbortController();
  private place: EpochPlace | null = null;

  constructor(
    sink: ServerResponse,
    private readonly feed: FeedStreamOptions,
  ) {
    super(sink, feed);
    sink.once('close', () => this.gone.abort());
  }

  /** Call it after the response head is sent, with the first page. Resolves at the end of the stream, never rejects. */
  async run(first: FeedPage): Promise<void> {
    this.begin();
    try {
      for (let page = first; !this.isOver; page = await this.feed.page(page.place)) {
        await this.write(page);
        if (!page.hasMore) await this.feed.news(page.place, this.gone.signal);
      }
    } catch (error) {
      if (this.isOver) return;
      // A reader without valid credentials, or whose credentials cannot be checked, gets the problem on reconnecting.
      if (problemOf(error).code === 'internal') this.fail(error);
      else this.finish('refused');
    }
  }

  protected override signOfLife(): string {
    return this.place === null ? HEARTBEAT_TEXT : `${HEARTBEAT_TEXT}id: ${this.feed.cursorOf(this.place)}\n\n`;
  }

  private async write({ events, place }: FeedPage): Promise<void> {
    for (const { place: own, event } of events) {
      if (this.isOver) return;
      this.place = own;
      if (!this.send(eventText(event.type, this.feed.cursorOf(own), JSON.stringify(event)))) await this.drained();
    }
    this.place = place;
    // Reports the progress if no event of the page was for this reader.
    if (events.length === 0 && !this.isOver) this.beat();
  }
}
