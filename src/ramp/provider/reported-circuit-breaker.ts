import { Logger } from '@nestjs/common';
import type { Metrics } from '../../platform/telemetry/metrics.js';
import { CircuitBreaker } from './circuit-breaker.js';
import type { MonotonicTime } from '../../platform/time/time.js';
import { logEvent } from '../../platform/telemetry/log-events.js';

/** A circuit breaker with a gauge, and a log line for each opening and closing. */
export function reportedCircuitBreaker(time: MonotonicTime, metrics: Metrics): CircuitBreaker {
  const logger = new Logger('Ramp');
  let openedAt = 0;
  const breaker = new CircuitBreaker(time, (isOpen) => {
    if (isOpen) {
      openedAt = time.now();
      logEvent(logger, 'provider_silent');
    } else logEvent(logger, 'provider_answers_again', { awayMs: Math.round(time.now() - openedAt) });
  });
  metrics.gauge(
    'ramp_checkout_provider_breaker_open',
    '1 while this process holds back its calls because the provider does not answer.',
    [],
    () => Promise.resolve([{ labels: {}, value: breaker.isOpen ? 1 : 0 }]),
  );
  return breaker;
}
