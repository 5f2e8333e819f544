import { Injectable, Logger } from '@nestjs/common';
import type { OnApplicationShutdown } from '@nestjs/common';
import { EventBodies } from '../../orders/announce/event-bodies.service.js';
import { OutboxService } from '../../orders/announce/outbox.service.js';
import { BackgroundTasks } from '../../platform/background/background-tasks.js';
import type { Rounds } from '../../platform/background/background-tasks.js';
import { logEvent } from '../../platform/telemetry/log-events.js';
import { Metrics } from '../../platform/telemetry/metrics.js';
import { goodKeys } from '../decisions/endpoint-keys.js';
import { GIVEN_UP_AFTER_MS, nextStep, restAfter } from '../decisions/retries.js';
import type { Answered, NextStep } from '../decisions/retries.js';
import { webhookHeaders } from '../decisions/webhook-signature.js';
import { EndpointBySetting } from '../endpoint-by-setting.service.js';
import { EndpointSecretsService } from '../endpoint-secrets.service.js';
import { DeliveryRepository } from '../storage/delivery.repository.js';
import type { ClaimedDelivery } from '../storage/delivery.repository.js';
import { EndpointRepository } from '../storage/endpoint.repository.js';
import { DISABLED_EVENT } from '../webhook.types.js';
import type { EndpointRow } from '../webhook.types.js';
import { webhookGauges } from './webhook-gauges.js';
import { WebhookTransport } from './webhook-transport.js';

const EVERY_MS = 500;
const READ_AT_ONCE = 500;
/** Concurrent attempts per endpoint and process; one while the endpoint fails. */
const AT_ONCE = 8;
/** Longer than an attempt may take. */
const LEASE_MS = 30_000;

/**
 * Creates deliveries from the outbox and sends those that are due, at least once. Each endpoint has its own slots, so a
 * slow or dead endpoint delays no other. The leases of a dead process expire.
 */
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
    private readonly bySetting: EndpointBySetting,
    private readonly bodies: EventBodies,
    private readonly transport: WebhookTransport,
    private readonly metrics: Metrics,
    placing: OutboxService,
    tasks: BackgroundTasks,
  ) {
    this.rounds = tasks.repeat('webhooks', 'worker', EVERY_MS, () => this.round());
    placing.onPlaced(() => this.rounds.nudge());
    webhookGauges(metrics, endpoints, deliveries);
  }

  async onApplicationShutdown(): Promise<void> {
    await this.rounds.stop();
    await Promise.allSettled([...this.sending.values()].flatMap((attempts) => [...attempts]));
  }

  private async round(): Promise<void> {
    await this.bySetting.apply();
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
    if (failures > 0 && performance.now() < (this.resting.get(id) ?? 0)) return 0;
    return (failures > 1 ? 1 : AT_ONCE) - (this.sending.get(id)?.size ?? 0);
  }

  /** An attempt that cannot be recorded is sent again when its lease expires. */
  private begin(endpoint: EndpointRow, claimed: ClaimedDelivery): void {
    const attempts = this.sending.get(endpoint.id) ?? new Set();
    this.sending.set(endpoint.id, attempts);
    const attempt = this.attempt(endpoint, claimed)
      .catch((error: unknown) => logEvent(this.logger, 'webhook_not_recorded', { endpointId: endpoint.id, err: error }))
      .finally(() => {
        attempts.delete(attempt);
        this.rounds.nudge();
      });
    attempts.add(attempt);
  }

  private async attempt(endpoint: EndpointRow, { delivery, message }: ClaimedDelivery): Promise<void> {
    const [[body = 'order_not_kept'], at] = [await this.bodies.of([message]), await this.endpoints.now()];
    const hasBody = typeof body === 'object';
    const began = performance.now();
    const answered: Answered = hasBody
      ? await this.send(endpoint, message.id, at, JSON.stringify(body))
      : { error: body };
    const durationMs = Math.round(performance.now() - began);
    const step: NextStep = hasBody ? nextStep(delivery.attempts, answered, Math.random()) : { kind: 'failed' };
    const isGood = step.kind === 'delivered';
    const failingForMs = at.getTime() - (endpoint.failingSince ?? at).getTime();
    if (hasBody) this.resting.set(endpoint.id, isGood ? 0 : performance.now() + restAfter(failingForMs));
    const disables = step.kind === 'gone' ? 'gone' : null;
    const event = { endpointId: endpoint.id, url: endpoint.url, reason: disables ?? 'failing' };
    this.metrics.webhookAttempts.inc({
      result: isGood ? 'delivered' : 'status' in answered ? 'refused' : 'unanswered',
    });
    const disabled = await this.deliveries.record(
      delivery,
      {
        deliveryId: delivery.id,
        n: delivery.attempts,
        at,
        durationMs,
        status: 'status' in answered ? answered.status : null,
        error: 'error' in answered ? answered.error : null,
        answer: 'text' in answered ? answered.text : null,
      },
      step.kind === 'again'
        ? { state: 'pending', afterMs: step.afterMs }
        : { state: isGood ? 'delivered' : 'failed', afterMs: null },
      {
        ...{ isGood: hasBody ? isGood : null, disables, givenUpAfterMs: GIVEN_UP_AFTER_MS },
        message: await this.secrets.message(DISABLED_EVENT, event, at),
      },
    );
    if (disabled === null) return;
    this.metrics.webhookEndpointsDisabled.inc({ reason: disabled });
    logEvent(this.logger, 'webhook_endpoint_disabled', { endpointId: endpoint.id, reason: disabled });
  }

  private async send(endpoint: EndpointRow, messageId: string, at: Date, body: string): Promise<Answered> {
    const keys = await this.secrets.open(endpoint);
    if (keys === null) {
      logEvent(this.logger, 'webhook_secret_unreadable', { endpointId: endpoint.id, serviceKey: endpoint.secretKeyId });
      return { error: 'secret_unreadable' };
    }
    return this.transport.send(endpoint.url, webhookHeaders(messageId, at, body, goodKeys(keys, at)), body);
  }
}
