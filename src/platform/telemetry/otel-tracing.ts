import type { OnApplicationShutdown } from '@nestjs/common';
import * as api from '@opentelemetry/api';
import { core, NodeSDK, resources } from '@opentelemetry/sdk-node';
import { serviceVersion } from '../config/project-folder.js';
import { within } from '../time/promises.js';
import { MINUTE } from '../time/time.js';
import type { Time } from '../time/time.js';
import type { Attributes, Span } from './trace-context.js';
import { Tracing } from './tracing.js';

/** A collector that hangs must not hold up the end of the process. */
const FLUSH_MS = 2000;
const SILENT_MS = 5 * MINUTE;

const propagator = new core.W3CTraceContextPropagator();

class OtelSpan implements Span {
  readonly traceId: string;
  readonly traceparent: string;

  constructor(
    private readonly tracer: api.Tracer,
    private readonly span: api.Span,
  ) {
    const { traceId, spanId, traceFlags } = span.spanContext();
    this.traceId = traceId;
    this.traceparent = `00-${traceId}-${spanId}-0${traceFlags & api.TraceFlags.SAMPLED}`;
  }

  call(name: string): Span {
    const parent = api.trace.setSpan(api.ROOT_CONTEXT, this.span);
    return new OtelSpan(this.tracer, this.tracer.startSpan(name, { kind: api.SpanKind.CLIENT }, parent));
  }

  /** Of the other trace only the id is known: a link without a span needs an attribute to be kept. */
  link(find: () => Promise<string | null>): void {
    if (!this.span.isRecording()) return;
    const add = (traceId: string | null): void => {
      if (traceId === null || !this.span.isRecording()) return;
      const context = { traceId, spanId: api.INVALID_SPANID, traceFlags: api.TraceFlags.NONE };
      this.span.addLink({ context, attributes: { 'ramp_checkout.link': 'order' } });
    };
    find().then(add, () => undefined);
  }

  end(error: string | null, attributes: Attributes = {}, name?: string): void {
    if (name !== undefined) this.span.updateName(name);
    this.span.setAttributes(attributes);
    if (error !== null) this.span.setAttribute('error.type', error).setStatus({ code: api.SpanStatusCode.ERROR });
    this.span.end();
  }
}

/** Sends spans to a collector. The SDK reads its own variables, `OTEL_…`, from the process' environment. */
export class OtelTracing extends Tracing implements OnApplicationShutdown {
  private readonly sdk: NodeSDK;
  private readonly tracer: api.Tracer;

  /** `complain`: gets errors of the SDK and the collector, one in five minutes. */
  constructor(
    private readonly time: Time,
    complain: (why: string) => void,
  ) {
    super();
    let silentUntil = 0;
    const tell = (text: string): void => {
      if (time.monotonic() < silentUntil) return;
      silentUntil = time.monotonic() + SILENT_MS;
      complain(text.slice(0, 300));
    };
    const ignore = (): void => undefined;
    const complaints = { error: tell, warn: tell, info: ignore, debug: ignore, verbose: ignore };
    api.diag.setLogger(complaints, { logLevel: api.DiagLogLevel.WARN, suppressOverrideMessage: true });
    const name = { 'service.name': 'ramp-checkout', 'service.version': serviceVersion() };
    const resource = resources.defaultResource().merge(resources.resourceFromAttributes(name));
    // Not the process: its command line and owner.
    const resourceDetectors = [resources.envDetector, resources.hostDetector];
    // Metrics are scraped, and logs are on standard output.
    this.sdk = new NodeSDK({ resource, resourceDetectors, metricReaders: [], logRecordProcessors: [] });
    this.sdk.start();
    this.tracer = api.trace.getTracer('ramp-checkout');
  }

  override begin(name: string, kind: 'server' | 'internal', traceparent?: string): Span {
    const parent = propagator.extract(api.ROOT_CONTEXT, { traceparent }, api.defaultTextMapGetter);
    const options = { kind: kind === 'server' ? api.SpanKind.SERVER : api.SpanKind.INTERNAL };
    return new OtelSpan(this.tracer, this.tracer.startSpan(name, options, parent));
  }

  /** Ports are the first of the modules and shut down last. */
  async onApplicationShutdown(): Promise<void> {
    await within(this.time, FLUSH_MS, this.sdk.shutdown(), undefined).catch(() => undefined);
  }
}
