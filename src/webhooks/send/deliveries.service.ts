import { OrderTraceService } from '../../orders/ask/order-trace.service.js';
import { DISABLED_EVENT } from '../webhook.types.js';
import { Injectable, Logger } from '@nestjs/common';
import type { OnApplicationShutdown } from '@nestjs/common';
import { EventBodies } from '../../follow/outbox/event-bodies.service.js';
import { OutboxService } from '../../follow/outbox/outbox.service.js';
import { BackgroundTasks } from '../../platform/background/background-tasks.js';
import type { Rounds } from '../../platform/background/background-tasks.js';
import { Time } from '../../platform/time/time.js';
import { logEvent } from '../../platform/telemetry/log-events.js';
import { Metrics } from '../../platform/telemetry/metrics.js';
import { currentSpan } from '../../platform/telemetry/trace-context.js';
import { Tracing } from '../../platform/telemetry/tracing.js';
import { afterAttempt, GIVEN_UP_AFTER_MS, restAfter } from '../decisions/retries.js';
import type { AfterAttempt, AttemptResponse } from '../decisions/retries.js';
import { validKeys, webhookHeaders } from '../decisions/webhook-signature.js';
import { EndpointSecretsService } from '../endpoint-secrets.service.js';
import { DeliveryRepository } from '../storage/delivery.repository.js';
import type { ClaimedDelivery } from '../storage/delivery.repository.js';
import { EndpointRepository } from '../storage/endpoint.repository.js';
import type { EndpointRow } from '../webhook.types.js';
import { WebhookTransport } from './webhook-transport.js';
import { Chance } from '../../platform/chance.js';

const EVERY_MS = 500;
const READ_AT_ONCE = 500;
/** Concurrent attempts per endpoint and process; one while the endpoint fails. */
const AT_ONCE = 8;
/** Longer than an attempt may take. */
const LEASE_MS = 30_000;

/** Sends due deliveries, at least once. Each endpoint has its own slots, so a slow endpoint delays no other. */
@Injectable()
export class DeliveriesService implements OnApplicationShutdown {
  private readonly logger = new Logger(DeliveriesService.name);
  private readonly rounds: Rounds;
  private readonly sending = new Map<string, Set<Promise<void>>>();
  /** When failing endpoints may be tried again, by the monotonic clock of this process. */
  private readonly resting = new Map<string, number>();

  constructor(
    private readonly endpoints: EndpointRepository,
    private readonly deliveries: DeliveryRepository,
    private readonly secrets: EndpointSecretsService,
    private readonly bodies: EventBodies,
    private readonly transport: WebhookTransport,
    private readonly metrics: Metrics,
    private readonly time: Time,
    private readonly chance: Chance,
    private readonly tracing: Tracing,
    private readonly traces: OrderTraceService,
    placing: OutboxService,
    tasks: BackgroundTasks,
  ) {
    this.rounds = tasks.repeat('webhooks', 'worker', EVERY_MS, () => this.round());
    placing.onPlaced(() => this.rounds.nudge());
    metrics.gauge(
      'ramp_checkout_webhook_endpoints',
      'Webhook endpoints by state; without those that staff has disabled.',
      ['state'],
      async () =>
        Object.entries(await endpoints.countByState()).map(([state, value]) => ({ labels: { state }, value })),
    );
    metrics.gauge(
      'ramp_checkout_webhook_delay_seconds',
      'For how long the longest due webhook has been due, of endpoints that do not fail.',
      [],
      async () => [{ labels: {}, value: await deliveries.delaySeconds() }],
    );
  }

  async onApplicationShutdown(): Promise<void> {
    await this.rounds.stop();
    await Promise.allSettled([...this.sending.values()].flatMap((attempts) => [...attempts]));
  }

  private async round(): Promise<void> {
    const endpoints = (await this.endpoints.list()).filter(({ disabledReason }) => disabledReason === null);
    if (endpoints.length === 0) return;
    for (let isMore = true; isMore;) ({ isMore } = await this.deliveries.fanOut(READ_AT_ONCE));
    const rooms = endpoints.flatMap((endpoint) => {
      const free = this.roomFor(endpoint);
      return free > 0 ? [{ endpoint_id: endpoint.id, free }] : [];
    });
    if (rooms.length === 0) return;
    for (const claimed of await this.deliveries.claim(rooms, LEASE_MS)) {
      const endpoint = endpoints.find(({ id }) => id === claimed.delivery.endpointId);
      if (endpoint !== undefined) this.begin(endpoint, claimed);
    }
  }

  private roomFor({ id, failures }: EndpointRow): number {
    if (failures > 0 && this.time.monotonic() < (this.resting.get(id) ?? 0)) return 0;
    return (failures > 1 ? 1 : AT_ONCE) - (this.sending.get(id)?.size ?? 0);
  }

  /** An attempt that cannot be recorded is sent again when its lease expires. */
  private begin(endpoint: EndpointRow, claimed: ClaimedDelivery): void {
    const attempts = this.sending.get(endpoint.id) ?? new Set();
    this.sending.set(endpoint.id, attempts);
    const attempt = this.tracing
      .root('webhook', () => this.attempt(endpoint, claimed))
      .catch((error: unknown) => logEvent(this.logger, 'webhook_not_recorded', { endpointId: endpoint.id, err: error }))
      .finally(() => {
        attempts.delete(attempt);
        this.rounds.nudge();
      });
    attempts.add(attempt);
  }

  private async attempt(endpoint: EndpointRow, { delivery, message }: ClaimedDelivery): Promise<void> {
    if (message.merchantOrderNo !== null) this.traces.link(message.merchantOrderNo);
    const [[body = 'order_not_kept'], at] = [await this.bodies.of([message]), await this.endpoints.now()];
    const hasBody = typeof body === 'object';
    const began = this.time.monotonic();
    const response: AttemptResponse = hasBody
      ? await this.send(endpoint, message.id, at, JSON.stringify(body))
      : { error: body };
    const durationMs = Math.round(this.time.monotonic() - began);
    const after: AfterAttempt = hasBody
      ? afterAttempt(delivery.attempts, response, this.chance.number())
      : { state: 'failed', afterMs: null };
    const isGood = after.state === 'delivered';
    const failingForMs = at.getTime() - (endpoint.failingSince ?? at).getTime();
    if (hasBody) this.resting.set(endpoint.id, isGood ? 0 : this.time.monotonic() + restAfter(failingForMs));
    const disables = after.isGone === true ? 'gone' : null;
    const event = { endpointId: endpoint.id, url: endpoint.url, reason: disables ?? 'failing' };
    this.metrics.webhookAttempts.inc({
      result: isGood ? 'delivered' : 'status' in response ? 'refused' : 'unanswered',
    });
    const parts: { status?: number; error?: string; text?: string } = response;
    const { status = null, error = null, text = null } = parts;
    const disabled = await this.deliveries.record(
      delivery,
      { deliveryId: delivery.id, n: delivery.attempts, at, durationMs, status, error, answer: text },
      after,
      {
        isGood: hasBody ? isGood : null,
        disables,
        givenUpAfterMs: GIVEN_UP_AFTER_MS,
        message: await this.secrets.message(DISABLED_EVENT, event, at),
      },
    );
    if (disabled === null) return;
    this.metrics.webhookEndpointsDisabled.inc({ reason: disabled });
    logEvent(this.logger, 'webhook_endpoint_disabled', { endpointId: endpoint.id, reason: disabled });
  }

  private async send(endpoint: EndpointRow, messageId: string, at: Date, body: string): Promise<AttemptResponse> {
    const keys = await this.secrets.open(endpoint);
    if (keys === null) {
      logEvent(this.logger, 'webhook_secret_unreadable', { endpointId: endpoint.id, serviceKey: endpoint.secretKeyId });
      return { error: 'secret_unreadable' };
    }
    const span = currentSpan()?.call('POST');
    const signed = webhookHeaders(messageId, at, body, validKeys(keys, at));
    const headers = { ...signed, ...(span && { traceparent: span.traceparent }) };
    const response = await this.transport.send(endpoint.url, headers, body);
    const status = 'status' in response ? response.status : undefined;
    const error = 'error' in response ? response.error : response.status >= 400 ? String(response.status) : null;
    span?.end(error, { 'http.request.method': 'POST', 'http.response.status_code': status });
    return response;
  }
}
