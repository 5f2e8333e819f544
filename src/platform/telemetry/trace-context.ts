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
  /** `error`: one of few kinds of failure; null: none. `name`: replaces the first one. */
  end(error: string | null, attributes?: Attributes, name?: string): void;
}

/** `span` null: not traced. */
const storage = new WorkContext<{ readonly traceId: string; readonly span: Span | null }>('trace');

export const currentSpan = (): Span | null => storage.getStore()?.span ?? null;

export function currentTraceId(): string | null {
  return storage.getStore()?.traceId ?? null;
}

export function withTraceId<T>(traceId: string, work: () => T, span: Span | null = null): T {
  return storage.run({ traceId, span }, work);
}

export function newTraceId(chance: Chance): string {
  return chance.uuid().replaceAll('-', '');
}
