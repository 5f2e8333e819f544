import { answerJson, FakeServer } from '#tools/fakes/server.mjs';

/** A span as OTLP's JSON has it, with its attributes as a record. */
export interface SentSpan {
  readonly traceId: string;
  readonly spanId: string;
  readonly parentSpanId: string;
  readonly name: string;
  /** 1: internal, 2: server, 3: client. */
  readonly kind: number;
  readonly attributes: Readonly<Record<string, string | number>>;
  readonly links?: readonly { readonly traceId: string }[];
  /** 0: unset, 2: error. */
  readonly status: { readonly code: number };
}

interface Export {
  readonly resourceSpans: readonly {
    readonly resource: { readonly attributes: readonly Attribute[] };
    readonly scopeSpans: readonly { readonly spans: readonly RawSpan[] }[];
  }[];
}
interface RawSpan extends Omit<SentSpan, 'attributes' | 'parentSpanId'> {
  readonly parentSpanId?: string;
  readonly attributes: readonly Attribute[];
}
interface Attribute {
  readonly key: string;
  readonly value: { readonly stringValue?: string; readonly intValue?: number };
}

/** An OpenTelemetry collector: takes traces by OTLP over HTTP, as JSON. */
export interface Collector {
  readonly spans: SentSpan[];
  /** The bodies as they came. */
  readonly bodies: string[];
  readonly resource: Readonly<Record<string, string | number>>;
  /** What a service needs to send its spans here soon. */
  readonly environment: Readonly<Record<string, string>>;
  readonly close: () => Promise<void>;
}

export async function startCollector(): Promise<Collector> {
  const spans: SentSpan[] = [];
  const bodies: string[] = [];
  const resource: Record<string, string | number> = {};
  const server = await FakeServer.start((response, { method, target, text }) => {
    bodies.push(`${method} ${target} ${text}`);
    for (const one of (JSON.parse(text) as Export).resourceSpans) {
      Object.assign(resource, record(one.resource.attributes));
      for (const span of one.scopeSpans.flatMap(({ spans: some }) => some))
        spans.push({ ...span, parentSpanId: span.parentSpanId ?? '', attributes: record(span.attributes) });
    }
    answerJson(response, {});
  });
  return {
    spans,
    bodies,
    resource,
    environment: {
      OTEL_EXPORTER_OTLP_ENDPOINT: server.url,
      OTEL_EXPORTER_OTLP_PROTOCOL: 'http/json',
      OTEL_BSP_SCHEDULE_DELAY: '50',
    },
    close: () => server.close(),
  };
}

const record = (attributes: readonly Attribute[]): Record<string, string | number> =>
  Object.fromEntries(attributes.map(({ key, value }) => [key, value.stringValue ?? value.intValue ?? '']));
