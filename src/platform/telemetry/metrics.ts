import { Injectable } from '@nestjs/common';
import { Counter, Gauge, Histogram, Registry } from 'prom-client';
import { within } from '../time/promises.js';

/** All metrics of the process. Labels have few fixed values: never an order number, a customer or an address. */
@Injectable()
export class Metrics {
  readonly registry = new Registry();

  /** Responses to checkouts: `created`, `repeated`, `pending`, or a problem code. */
  readonly checkouts = new Counter({
    name: 'ramp_checkout_checkouts_total',
    help: 'Checkouts answered, by outcome.',
    labelNames: ['outcome'] as const,
    registers: [this.registry],
  });

  /** Calls to the provider; `result` is a kind of RampResult. */
  readonly rampCalls = new Histogram({
    name: 'ramp_checkout_provider_call_duration_seconds',
    help: 'Calls to the provider, by endpoint and result.',
    labelNames: ['endpoint', 'result'] as const,
    buckets: [0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10],
    registers: [this.registry],
  });

  /** Refusals by the provider; `reason` and `acts` are those of the refusal table. */
  readonly rampRefusals = new Counter({
    name: 'ramp_checkout_provider_refusals_total',
    help: 'Refusals by the provider, by endpoint, reason, and who can change something about it.',
    labelNames: ['endpoint', 'reason', 'acts'] as const,
    registers: [this.registry],
  });

  readonly tradesWithoutPage = new Counter({
    name: 'ramp_checkout_trades_without_page_total',
    help: 'Trades that the provider made without a payment page that a customer can be sent to.',
    registers: [this.registry],
  });

  /** Requests for a customer's access token: `issued`, `refused`, `nonsense`, `unreachable`. */
  readonly tokenFetches = new Counter({
    name: 'ramp_checkout_access_token_fetches_total',
    help: 'Access tokens asked for at the token endpoint, by result.',
    labelNames: ['result'] as const,
    registers: [this.registry],
  });

  /** Refused tokens of the merchant's identity provider; `reason` is a RefusalReason. */
  readonly tokensRefused = new Counter({
    name: 'ramp_checkout_tokens_refused_total',
    help: 'Tokens of callers that were refused, by reason.',
    labelNames: ['reason'] as const,
    registers: [this.registry],
  });

  /** Requests for the identity provider's public keys: `fetched`, `failed`. */
  readonly tokenKeyFetches = new Counter({
    name: 'ramp_checkout_token_key_fetches_total',
    help: 'Requests for the public keys that tokens of callers are verified with, by result.',
    labelNames: ['result'] as const,
    registers: [this.registry],
  });

  readonly callbacks = new Counter({
    name: 'ramp_checkout_callbacks_total',
    help: 'Callbacks received, by what became of them.',
    labelNames: ['result'] as const,
    registers: [this.registry],
  });

  /** Webhook delivery attempts: `delivered`, `refused` by a status, `unanswered`. */
  readonly webhookAttempts = new Counter({
    name: 'ramp_checkout_webhook_attempts_total',
    help: 'Attempts to deliver webhooks, by result.',
    labelNames: ['result'] as const,
    registers: [this.registry],
  });

  readonly webhookEndpointsDisabled = new Counter({
    name: 'ramp_checkout_webhook_endpoints_disabled_total',
    help: 'Webhook endpoints that the service has disabled, by reason.',
    labelNames: ['reason'] as const,
    registers: [this.registry],
  });

  readonly polls = new Counter({
    name: 'ramp_checkout_polls_total',
    help: 'Trades asked about by the schedule, by what came of it.',
    labelNames: ['result'] as const,
    registers: [this.registry],
  });

  readonly pollLag = new Histogram({
    name: 'ramp_checkout_poll_lag_seconds',
    help: 'How long after its due time a trade was asked about.',
    buckets: [0.5, 1, 2, 5, 10, 30, 60, 300, 1800],
    registers: [this.registry],
  });

  /** Answers about trades that the database lacks; `from`: `create`, `query`, `callback`. */
  readonly answersWithoutTrade = new Counter({
    name: 'ramp_checkout_answers_without_trade_total',
    help: 'Answers about trades that the database does not have, by what was answered.',
    labelNames: ['from'] as const,
    registers: [this.registry],
  });

  readonly mismatches = new Counter({
    name: 'ramp_checkout_mismatches_total',
    help: 'Mismatches opened, by kind.',
    labelNames: ['kind'] as const,
    registers: [this.registry],
  });

  readonly oddListEntries = new Counter({
    name: 'ramp_checkout_crypto_list_odd_entries_total',
    help: 'Entries of crypto lists that were left out or lost their limits, by kind; counted each time a list comes.',
    labelNames: ['kind'] as const,
    registers: [this.registry],
  });

  /** Only completed purchases for which the customer was shown a price. */
  readonly slippage = new Histogram({
    name: 'ramp_checkout_slippage_percent',
    help: 'By how many per cent more crypto was received than shown; negative: less.',
    buckets: [-20, -10, -5, -2, -1, -0.5, -0.1, 0, 0.1, 0.5, 1, 2, 5, 10],
    registers: [this.registry],
  });

  /** `kind` is a LimitKind, `unpaid_…`, or `connections` for refused connections. */
  readonly rateLimited = new Counter({
    name: 'ramp_checkout_rate_limited_total',
    help: 'Requests and connections refused because their sender had too many, by what was counted.',
    labelNames: ['kind'] as const,
    registers: [this.registry],
  });

  /** Challenge responses of guests, sent or missing; `result` is a kind of ChallengeVerdict. */
  readonly guestChallenges = new Counter({
    name: 'ramp_checkout_guest_challenges_total',
    help: 'Challenges that guests had to solve, by what came of their verification.',
    labelNames: ['result'] as const,
    registers: [this.registry],
  });

  /** Incremented only by the security log, with the line of the event. */
  readonly securityEvents = new Counter({
    name: 'ramp_checkout_security_events_total',
    help: 'Security events, by name.',
    labelNames: ['event'] as const,
    registers: [this.registry],
  });

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

/**
 * Creates every series with these label values. To Prometheus, a series that appears with its first event has not
 * increased, so an alert on increase would miss that event.
 */
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
export async function metricsText(registry: Registry, patienceMs = PATIENCE_MS): Promise<MetricsText> {
  const names = registry.getMetricsAsArray().map(({ name }) => name);
  const texts = await Promise.all(
    names.map((name) => within(patienceMs, registry.getSingleMetricAsString(name), null).catch(() => null)),
  );
  return {
    text: `${texts.filter((text) => text !== null).join('\n\n')}\n`,
    failed: names.filter((_, index) => texts[index] === null),
  };
}
