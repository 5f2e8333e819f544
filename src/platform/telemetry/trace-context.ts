import type { Chance } from '../chance.js';
import { WorkContext } from '../time/work-context.js';

/** By OpenTelemetry's semantic conventions. Never an order number or personal data. */
export type Attributes = Readonly<Record<string, string | number | undefined>>;

/** A timed part of a trace. */
export interface Span {
  readonly traceId: string;
  /** The header (W3C) for what it calls. */
  readonly traceparent: string;
  /** Begins a call within it: to the database, to the provider, or of a webhook. */
  call(name: string): Span;
  /** Refers to another trace. `find` is not called where this one is not kept; it delays nothing. */
  link(find: () => Promise<string | null>): void;
  /** `error`: one of few kinds of failure; null: none. `name`: replaces the first one. */
  end(error: string | null, attributes?: Attributes, name?: string): void;
}

/** `span` null: not traced. */
interface Trace {
  traceId: string;
  span: Span | null;
}

const storage = new WorkContext<Trace>('trace');

/** It changes when the work moves to another trace. */
export const currentTrace = (): Readonly<Trace> => storage.getStore() ?? { traceId: '', span: null };

export const currentSpan = (): Span | null => currentTrace().span;

export function currentTraceId(): string | null {
  return storage.getStore()?.traceId ?? null;
}

export function withTraceId<T>(traceId: string, work: () => T, span: Span | null = null): T {
  return storage.run({ traceId, span }, work);
}

/** The work goes on in another trace. What it did until now is `authentication`. */
export function moveToTrace(traceId: string, span: Span | null): void {
  currentSpan()?.end(null, {}, 'authentication');
  Object.assign(storage.getStore() ?? {}, { traceId, span });
}

export function newTraceId(chance: Chance): string {
  return chance.uuid().replaceAll('-', '');
}
