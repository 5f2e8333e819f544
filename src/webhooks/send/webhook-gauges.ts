import type { Metrics } from '../../platform/telemetry/metrics.js';
import type { DeliveryRepository } from '../storage/delivery.repository.js';
import type { EndpointRepository } from '../storage/endpoint.repository.js';

/** Gauges read from the database, so every process reports the same values. */
export function webhookGauges(metrics: Metrics, endpoints: EndpointRepository, deliveries: DeliveryRepository): void {
  metrics.gauge(
    'ramp_checkout_webhook_endpoints',
    'Webhook endpoints by state; without those that staff has disabled.',
    ['state'],
    async () => Object.entries(await endpoints.countByState()).map(([state, value]) => ({ labels: { state }, value })),
  );
  metrics.gauge(
    'ramp_checkout_webhook_delay_seconds',
    'For how long the longest due webhook has been due, of endpoints that do not fail.',
    [],
    async () => [{ labels: {}, value: await deliveries.delaySeconds() }],
  );
}
