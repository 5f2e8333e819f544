import { Injectable } from '@nestjs/common';
import { Counter, Gauge, Histogram, Registry } from 'prom-client';
import { within } from '../time/promises.js';
import type { Time } from '../time/time.js';

/** Labels have few fixed values: never an order number, a customer or an address. */
@Injectable()
export class Metrics {
  readonly registry = new Registry();

  // Label values are in `known-series.ts`.
  readonly checkouts = this.counter('ramp_checkout_checkouts_total', 'Checkouts answered, by outcome.', 'outcome');
  readonly orderStatuses = this.counter(
    'ramp_checkout_order_statuses_total',
    'Changes of orders to a status, by side.',
    'side',
    'status',
  );
  readonly orderCompletion = this.histogram(
    'ramp_checkout_order_completion_seconds',
    'From the checkout, or the registration of a sale, to the completed order.',
    [30, 60, 120, 300, 600, 900, 1800, 3600, 14_400, 86_400],
    'side',
  );
  readonly rampCalls = this.histogram(
    'ramp_checkout_provider_call_duration_seconds',
    'Calls to the provider, by endpoint and result.',
    [0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10],
    'endpoint',
    'result',
  );
  readonly rampRefusals = this.counter(
    'ramp_checkout_provider_refusals_total',
    'Refusals by the provider, by endpoint, reason, and who can change something about it.',
    'endpoint',
    'reason',
    'acts',
  );
  readonly tradesWithoutPage = this.counter(
    'ramp_checkout_trades_without_page_total',
    'Trades that the provider made without a payment page that a customer can be sent to.',
  );
  readonly tokenFetches = this.counter(
    'ramp_checkout_access_token_fetches_total',
    'Access tokens asked for at the token endpoint, by result.',
    'result',
  );
  readonly tokensRefused = this.counter(
    'ramp_checkout_tokens_refused_total',
    'Tokens of callers that were refused, by reason.',
    'reason',
  );
  readonly tokenKeyFetches = this.counter(
    'ramp_checkout_token_key_fetches_total',
    'Requests for the public keys that tokens of callers are verified with, by result.',
    'result',
  );
  readonly callbacks = this.counter(
    'ramp_checkout_callbacks_total',
    'Callbacks received, by what became of them.',
    'result',
  );
  readonly webhookAttempts = this.counter(
    'ramp_checkout_webhook_attempts_total',
    'Attempts to deliver webhooks, by result.',
    'result',
  );
  readonly webhookEndpointsDisabled = this.counter(
    'ramp_checkout_webhook_endpoints_disabled_total',
    'Webhook endpoints that the service has disabled, by reason.',
    'reason',
  );
  readonly polls = this.counter(
    'ramp_checkout_polls_total',
    'Trades asked about by the schedule, by what came of it.',
    'result',
  );
  readonly pollLag = this.histogram(
    'ramp_checkout_poll_lag_seconds',
    'Delay between the due time of a poll and its start.',
    [0.5, 1, 2, 5, 10, 30, 60, 300, 1800],
  );
  readonly answersWithoutTrade = this.counter(
    'ramp_checkout_answers_without_trade_total',
    'Answers about trades that the database does not have, by what was answered.',
    'from',
  );
  readonly mismatches = this.counter('ramp_checkout_mismatches_total', 'Mismatches opened, by kind.', 'kind');
  readonly oddListEntries = this.counter(
    'ramp_checkout_crypto_list_odd_entries_total',
    'Entries of crypto lists that were left out or lost their limits, by kind; counted each time a list comes.',
    'kind',
  );
  /** Only completed purchases for which the customer was shown a price. */
  readonly slippage = this.histogram(
    'ramp_checkout_slippage_percent',
    'By how many per cent more crypto was received than shown; negative: less.',
    [-20, -10, -5, -2, -1, -0.5, -0.1, 0, 0.1, 0.5, 1, 2, 5, 10],
  );
  /** `kind` is a LimitKind, `unpaid_…`, or `connections` for refused connections. */
  readonly rateLimited = this.counter(
    'ramp_checkout_rate_limited_total',
    'Requests and connections refused because their sender had too many, by what was counted.',
    'kind',
  );
  readonly guestChallenges = this.counter(
    'ramp_checkout_guest_challenges_total',
    'Challenges that guests had to solve, by what came of their verification.',
    'result',
  );
  readonly writesOfCommit = this.histogram(
    'ramp_checkout_commit_writes',
    'How many writes of orders and callbacks shared a commit.',
    [1, 2, 4, 8, 16, 32, 64],
  );
  /** Incremented only by the security log, with the line of the event. */
  readonly securityEvents = this.counter('ramp_checkout_security_events_total', 'Security events, by name.', 'event');

  counter<L extends string = never>(name: string, help: string, ...labelNames: readonly L[]): Counter<L> {
    return new Counter({ name, help, labelNames, registers: [this.registry] });
  }

  histogram<L extends string = never>(
    name: string,
    help: string,
    buckets: number[],
    ...labelNames: readonly L[]
  ): Histogram<L> {
    return new Histogram({ name, help, buckets, labelNames, registers: [this.registry] });
  }

  /** A gauge computed at scrape time; `read` returns a value per label set, and none for unknown values. */
  gauge<L extends string>(
    name: string,
    help: string,
    labelNames: readonly L[],
    read: () => Promise<readonly { labels: Record<L, string>; value: number }[]>,
  ): void {
    new Gauge({
      name,
      help,
      labelNames: [...labelNames],
      registers: [this.registry],
      async collect() {
        this.reset();
        // Without labels, a reset leaves a zero behind.
        if (labelNames.length === 0) this.remove();
        for (const { labels, value } of await read()) this.set(labels, value);
      },
    });
  }
}

/** A series that appears with its first event has not increased for Prometheus: an alert would miss that event. */
export function startAtZero<L extends string>(
  metric: Counter<L> | Histogram<L>,
  values: Readonly<Record<L, readonly string[]>>,
): void {
  const series = Object.entries<readonly string[]>(values).reduce<Record<string, string>[]>(
    (some, [label, allowed]) => some.flatMap((one) => allowed.map((value) => ({ ...one, [label]: value }))),
    [{}],
  );
  for (const one of series as Record<L, string>[]) {
    if (metric instanceof Counter) metric.inc(one, 0);
    else metric.zero(one);
  }
}

/** Prometheus gives up after 10 s by default, so gauges that read the database must finish well before. */
const PATIENCE_MS = 3000;

export interface MetricsText {
  readonly text: string;
  readonly failed: readonly string[];
}

/** All metrics in Prometheus' text format, without those that cannot be read in time. */
export async function metricsText(registry: Registry, time: Time, patienceMs = PATIENCE_MS): Promise<MetricsText> {
  const names = registry.getMetricsAsArray().map(({ name }) => name);
  const texts = await Promise.all(
    names.map((name) => within(time, patienceMs, registry.getSingleMetricAsString(name), null).catch(() => null)),
  );
  return {
    text: `${texts.filter((text) => text !== null).join('\n\n')}\n`,
    failed: names.filter((_, index) => texts[index] === null),
  };
}
