import { Injectable } from '@nestjs/common';
import type { OnModuleDestroy } from '@nestjs/common';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { StoredOrders } from '../../orders/storage/stored-orders.service.js';
import { Database } from '../../platform/database/database.js';
import { errorCode } from '../../platform/problems/error-code.js';
import { Problem, PROBLEM_TEXTS, RETRY_AFTER_S } from '../../platform/problems/problem.js';
import { Slots } from '../../platform/limits/slots.js';
import { pages } from '../pages.js';
import type { CsvForm } from '../report/report.types.js';
import type { Span } from '../span.js';
import { headOf, textOf } from './order-line.js';
import type { ExportedOrder, ExportFormat } from './order-line.js';

/** Per process, to leave capacity for customers. */
const MOST_AT_ONCE = 2;

/** Small enough for memory with all metadata, large enough to make round trips negligible. */
const BATCH = 500;

/** The cursor's time is text: a Date would lose its microseconds. */
const PAGE = `
  SELECT merchant_order_no AS number, created_at::text AS place FROM orders
   WHERE (created_at, merchant_order_no) > ($1::timestamptz, $2::text) AND created_at < $3::timestamptz
   ORDER BY created_at, merchant_order_no LIMIT $4`;

@Injectable()
export class OrderExportService implements OnModuleDestroy {
  readonly #seats = new Slots();
  readonly #stopping = new AbortController();

  constructor(
    private readonly database: Database,
    private readonly orders: StoredOrders,
  ) {}

  /**
   * Streams with backpressure. Awaits `begins` before reading. Throws `unavailable` while other exports run, and errors
   * of `begins`. A later error breaks off `to`, so that a partial export cannot pass for a whole one.
   */
  async write(
    span: Span,
    format: ExportFormat,
    form: CsvForm,
    to: NodeJS.WritableStream,
    begins: () => Promise<void>,
  ): Promise<void> {
    const leave = this.#seats.acquire('exports', MOST_AT_ONCE);
    if (leave === null) throw new Problem('unavailable', PROBLEM_TEXTS.exportBusy, { retryAfter: RETRY_AFTER_S });
    try {
      await begins();
      await pipeline(Readable.from(this.text(span, format, form)), to, { signal: this.#stopping.signal });
    } catch (error) {
      if (!hasLeft(error)) throw error;
    } finally {
      leave();
    }
  }

  /** `onBatch` gets the number of orders so far. */
  async *text(
    span: Span,
    format: ExportFormat,
    form: CsvForm,
    onBatch: (orders: number) => void = () => undefined,
  ): AsyncGenerator<string> {
    yield headOf(format, form);
    let count = 0;
    for await (const orders of this.#createdIn(span)) {
      yield orders.map((order) => textOf(order, format, form)).join('');
      count += orders.length;
      onBatch(count);
    }
  }

  /** Oldest first. Altered orders are left out. No transaction stays open between batches. */
  async *#createdIn({ from, to }: Span): AsyncGenerator<readonly ExportedOrder[]> {
    const end = to?.toISOString() ?? 'infinity';
    const start = { place: from?.toISOString() ?? '-infinity', number: '' };
    const read = (after: typeof start | null): Promise<(typeof start)[]> => {
      const { place, number } = after ?? start;
      return this.database.query(PAGE, [place, number, end, BATCH]);
    };
    for await (const page of pages(BATCH, read)) {
      const states = await this.orders.findAll(page.map(({ number }) => number));
      yield states.map(({ order, trades }) => ({ ...order, trades }));
    }
  }

  onModuleDestroy(): void {
    this.#stopping.abort();
  }
}

/** The reader has disconnected, or this process is stopping. */
const LEFT = new Set(['ERR_STREAM_PREMATURE_CLOSE', 'ERR_STREAM_DESTROYED', 'ERR_STREAM_UNABLE_TO_PIPE', 'ABORT_ERR']);

const hasLeft = (error: unknown): boolean => LEFT.has(errorCode(error) ?? '');
