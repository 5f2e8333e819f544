import { until } from './service.js';
import type { Answer, Service } from './service.js';

/** An event as the feed and webhooks tell it. */
export interface FeedEvent {
  readonly id: string;
  readonly type: string;
  readonly timestamp: string;
  readonly data: Readonly<Record<string, unknown>> & { readonly merchantOrderNo: string; readonly version: number };
}

export interface FeedPage {
  readonly items: readonly { readonly cursor: string; readonly event: FeedEvent }[];
  readonly nextCursor: string;
  readonly hasMore: boolean;
}

/** Somebody who reads the feed on from a cursor, page by page; at each page from the service that `service` gives. */
export class FeedReader {
  readonly events: FeedEvent[] = [];
  cursor: string | null = null;

  constructor(
    private readonly service: () => Service,
    private readonly headers: Readonly<Record<string, string>> = {},
    private readonly query = '',
  ) {}

  get types(): string[] {
    return this.events.map(({ type }) => type);
  }

  /** From the present end on. */
  async fromNowOn(): Promise<this> {
    this.cursor = (await this.page('after=latest')).nextCursor;
    return this;
  }

  ask(query: string): Promise<Answer> {
    return this.service().request('GET', `/v1/events?${query}`, { headers: this.headers });
  }

  /** The page behind the cursor, from which the reader goes on. */
  async read(query = ''): Promise<FeedPage> {
    const after = this.cursor === null ? '' : `after=${this.cursor}`;
    const page = await this.page([after, this.query, query].filter((part) => part !== '').join('&'));
    this.events.push(...page.items.map(({ event }) => event));
    this.cursor = page.nextCursor;
    return page;
  }

  /** Reads on until such an event was told; each page is waited for as many seconds as `wait` says. */
  async told(what: string, fits: (event: FeedEvent) => boolean, wait = 2): Promise<FeedEvent> {
    return until(`an event of the feed: ${what}`, async () => {
      const found = this.events.find(fits);
      if (found === undefined) await this.read(`wait=${wait}`);
      return found;
    });
  }

  private async page(query: string): Promise<FeedPage> {
    const answer = await this.ask(query);
    if (answer.status !== 200) throw new Error(`the feed: ${answer.status} ${answer.text}`);
    return answer.body as unknown as FeedPage;
  }
}
