import type { ServerResponse } from 'node:http';
import { problemOf } from '../../platform/http/problem-response.js';
import { EventStream } from '../stream/event-stream.js';
import type { StreamOptions } from '../stream/event-stream.js';
import { eventText, HEARTBEAT_TEXT } from '../stream/event-text.js';
import type { EpochPlace } from '../../platform/database/pages.js';
import type { FeedPage } from './feed.service.js';

interface FeedStreamOptions extends StreamOptions {
  /** Reads the page after a position, with the caller's present permissions. */
  readonly page: (place: EpochPlace) => Promise<FeedPage>;
  readonly cursorOf: (place: EpochPlace) => string;
  /** Until there is something behind a place, or nobody listens. */
  readonly news: (place: EpochPlace, gone: AbortSignal) => Promise<void>;
}

/**
 * The feed as server-sent events. A page is read once the reader has taken the previous one, so a slow reader costs no
 * more memory than a quick one, and misses nothing.
 */
export class FeedStream extends EventStream {
  private readonly gone = new AbortController();
  private readonly page: FeedStreamOptions['page'];
  private readonly news: FeedStreamOptions['news'];
  private readonly cursorOf: FeedStreamOptions['cursorOf'];
  private place: EpochPlace | null = null;

  constructor(sink: ServerResponse, { page, news, cursorOf, ...options }: FeedStreamOptions) {
    super(sink, options);
    [this.page, this.news, this.cursorOf] = [page, news, cursorOf];
    sink.once('close', () => this.gone.abort());
  }

  /**
   * Call it after the response head is sent, with the first page. Resolves at the end of the stream and never rejects.
   */
  async run(first: FeedPage): Promise<void> {
    this.begin();
    try {
      for (let page = first; !this.isOver; page = await this.page(page.place)) {
        await this.write(page);
        if (!page.hasMore) await this.news(page.place, this.gone.signal);
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
