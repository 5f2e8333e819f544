import { until } from './service.js';
import type { Answer, Service } from './service.js';

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

/** Reads the feed from a cursor, page by page; `service` returns the service for each page. */
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

  async fromNowOn(): Promise<this> {
    this.cursor = (await this.page('after=latest')).nextCursor;
    return this;
  }

  ask(query: string): Promise<Answer> {
    return this.service().request('GET', `/v1/events?${query}`, { headers: this.headers });
  }

  async read(query = ''): Promise<FeedPage> {
    const after = this.cursor === null ? '' : `after=${this.cursor}`;
    const page = await this.page([after, this.query, query].filter((part) => part !== '').join('&'));
    this.events.push(...page.items.map(({ event }) => event));
    this.cursor = page.nextCursor;
    return page;
  }

  /** Reads until a matching event; `wait`: seconds of long polling per page. */
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
