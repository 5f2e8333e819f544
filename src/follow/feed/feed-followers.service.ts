import { Injectable } from '@nestjs/common';
import type { ServerResponse } from 'node:http';
import { markStreamOpened } from '../../platform/http/edge/request-deadline.js';
import { problemOf } from '../../platform/http/problem-response.js';
import { Time } from '../../platform/time/time.js';
import type { Caller } from '../../platform/callers/caller.js';
import type { EpochPlace } from '../../platform/database/pages.js';
import { Problem } from '../../platform/problems/problem.js';
import { EventStream, eventText, HEARTBEAT_TEXT } from '../stream/event-stream.js';
import type { StreamOptions } from '../stream/event-stream.js';
import { MOST_OF_ONE, OpenStreams } from '../stream/open-streams.service.js';
import { FeedWatch } from './feed-watch.service.js';
import { FeedService } from './feed.service.js';
import type { FeedPage, FeedQuery } from './feed.service.js';

export interface FeedRequest extends FeedQuery {
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
    const stream = new FeedStream(response, this.streams.optionsFor(response, release), request.cursorOf);
    try {
      this.streams.begin(stream, response);
    } catch (error) {
      release();
      throw error;
    }
    await stream.run(this.pages(first, request, stream.gone));
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

/** Reads a page once the reader has taken the previous one, so a slow reader costs no memory and misses nothing. */
export class FeedStream extends EventStream {
  private place: EpochPlace | null = null;

  constructor(
    sink: ServerResponse,
    options: StreamOptions,
    private readonly cursorOf: FeedRequest['cursorOf'],
  ) {
    super(sink, options);
  }

  /** Call it after the response head is sent. Resolves at the end of the stream, never rejects. */
  async run(pages: AsyncIterable<FeedPage>): Promise<void> {
    this.begin();
    try {
      for await (const page of pages) {
        if (this.isOver) return;
        await this.write(page);
      }
    } catch (error) {
      if (this.isOver) return;
      // A reader without valid credentials, or whose credentials cannot be checked, gets the problem on reconnecting.
      if (problemOf(error).code === 'internal') this.fail(error);
      else this.finish('refused');
    }
  }

  protected override signOfLife(): string {
    return this.place === null ? HEARTBEAT_TEXT : `${HEARTBEAT_TEXT}id: ${this.cursorOf(this.place)}\n\n`;
  }

  private async write({ events, place }: FeedPage): Promise<void> {
    for (const { place: own, event } of events) {
      if (this.isOver) return;
      this.place = own;
      if (!this.send(eventText(event.type, this.cursorOf(own), JSON.stringify(event)))) await this.drained();
    }
    this.place = place;
    // Reports the progress if no event of the page was for this reader.
    if (events.length === 0 && !this.isOver) this.beat();
  }
}
