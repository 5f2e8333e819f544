import { Injectable } from '@nestjs/common';
import type { OnModuleDestroy } from '@nestjs/common';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { errorCode } from '../../platform/problems/error-code.js';
import { Problem, PROBLEM_TEXTS, RETRY_AFTER_S } from '../../platform/problems/problem.js';
import { Seats } from '../../platform/limits/slots.js';
import type { Span } from '../span.js';
import { headOf, textOf } from './order-line.js';
import type { ExportFormat } from './export.types.js';
import { OrderLineRepository } from './order-line.repository.js';

/** Per process, to leave capacity for customers. */
const MOST_AT_ONCE = 2;

/** Exports a span as text, batch by batch. `onBatch` gets the number of orders so far. */
export async function* exportText(
  lines: OrderLineRepository,
  span: Span,
  format: ExportFormat,
  onBatch: (orders: number) => void = () => undefined,
): AsyncGenerator<string> {
  yield headOf(format);
  let count = 0;
  for await (const orders of lines.createdIn(span)) {
    yield orders.map((order) => textOf(order, format)).join('');
    count += orders.length;
    onBatch(count);
  }
}

@Injectable()
export class OrderExportService implements OnModuleDestroy {
  readonly #seats = new Seats();
  readonly #stopping = new AbortController();

  constructor(private readonly lines: OrderLineRepository) {}

  /**
   * Streams the orders with backpressure and stops when the reader disconnects. Awaits `begins` before reading. Throws
   * `unavailable` while other exports run, and errors of `begins`, before anything is written. A later error breaks off
   * `to`, so that a partial export cannot pass for a whole one.
   */
  async write(span: Span, format: ExportFormat, to: NodeJS.WritableStream, begins: () => Promise<void>): Promise<void> {
    const leave = this.#seats.take('exports', MOST_AT_ONCE);
    if (leave === null) throw new Problem('unavailable', PROBLEM_TEXTS.exportBusy, { retryAfter: RETRY_AFTER_S });
    try {
      await begins();
      await pipeline(Readable.from(exportText(this.lines, span, format)), to, { signal: this.#stopping.signal });
    } catch (error) {
      if (!hasLeft(error)) throw error;
    } finally {
      leave();
    }
  }

  onModuleDestroy(): void {
    this.#stopping.abort();
  }
}

/** The reader has disconnected, or this process is stopping. */
const LEFT = new Set(['ERR_STREAM_PREMATURE_CLOSE', 'ERR_STREAM_DESTROYED', 'ERR_STREAM_UNABLE_TO_PIPE', 'ABORT_ERR']);

const hasLeft = (error: unknown): boolean => LEFT.has(errorCode(error) ?? '');
