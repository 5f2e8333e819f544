import { ProcessTime } from '../time/time.js';
import { logEvent } from './log-events.js';
import { JsonLogger } from './logger.js';
import { Tracing } from './tracing.js';

/** On where the standard variables name a collector. OpenTelemetry is loaded only then. */
export async function startTracing(environment: NodeJS.ProcessEnv, logLevel: string): Promise<Tracing> {
  const of = (name: string): string => environment[`OTEL_${name}`]?.trim().toLowerCase() ?? '';
  const isEndpointSet = of('EXPORTER_OTLP_TRACES_ENDPOINT') !== '' || of('EXPORTER_OTLP_ENDPOINT') !== '';
  if (!isEndpointSet || of('SDK_DISABLED') === 'true' || of('TRACES_EXPORTER') === 'none') return new Tracing();
  const { OtelTracing } = await import('./otel-tracing.js');
  // Nest's own comes later.
  const logger = new JsonLogger(logLevel);
  return new OtelTracing(new ProcessTime(), (why) => logEvent(logger, 'traces_not_sent', { why }));
}
