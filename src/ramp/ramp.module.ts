import { Global, Logger, Module } from '@nestjs/common';
import { randomUUID } from 'node:crypto';
import { Settings } from '../platform/config/settings.js';
import { Metrics } from '../platform/telemetry/metrics.js';
import { OutageLog } from '../platform/telemetry/outage-log.js';
import { AppSecrets } from './signing/app-secrets.js';
import { CallAllowance } from './rate/call-allowance.js';
import { CallBudget } from './rate/call-budget.js';
import { CallSlices } from './rate/call-slices.js';
import { PostgresCallSlices } from './rate/postgres-call-slices.repository.js';
import { CircuitBreaker } from './provider/circuit-breaker.js';
import { NotFoundKnown } from './calls/not-found-known.js';
import { ProviderCall } from './calls/provider-call.js';
import { RampHttpGateway } from './calls/ramp-http.gateway.js';
import { RationedCalls } from './calls/rationed-calls.js';
import { TokenFetcher } from './calls/token-fetcher.js';
import { Transport } from './calls/transport.js';
import { LeasedAllowance } from './rate/leased-allowance.js';
import { MonotonicTime, ProcessTime } from '../platform/shared/monotonic-time.js';
import { ProviderClock } from './provider/provider-clock.js';
import { ProviderState } from './provider/provider-state.js';
import { RampGateway } from './port/ramp.gateway.js';
import { SliceKeeper } from './rate/slice-keeper.js';
import { reportedCircuitBreaker } from './provider/reported-circuit-breaker.js';

/**
 * The provider. Other modules see `RampGateway` and its words, and nothing of HTTP.
 */
@Global()
@Module({
  providers: [
    { provide: MonotonicTime, useClass: ProcessTime },
    {
      provide: LeasedAllowance,
      inject: [Settings, MonotonicTime, Metrics],
      useFactory: ({ ramp }: Settings, time: MonotonicTime, metrics: Metrics) => {
        const allowance = new LeasedAllowance(ramp.maxRps, time);
        metrics.gauge(
          'ramp_checkout_provider_rate_held',
          'Calls to the provider that this process may start each second: its share of RAMP_MAX_RPS.',
          [],
          () => Promise.resolve([{ labels: {}, value: allowance.perSecond }]),
        );
        return allowance;
      },
    },
    { provide: CallAllowance, useExisting: LeasedAllowance },
    {
      provide: SliceKeeper,
      inject: [CallSlices, LeasedAllowance, MonotonicTime],
      useFactory: (slices: CallSlices, allowance: LeasedAllowance, time: MonotonicTime) => {
        const outages = new OutageLog(new Logger('Ramp'), 'provider_rate');
        return new SliceKeeper(randomUUID(), slices, allowance, time, outages, Math.random);
      },
    },
    {
      provide: CallBudget,
      inject: [CallAllowance, Settings, MonotonicTime, Metrics],
      useFactory: (allowance: CallAllowance, { ramp }: Settings, time: MonotonicTime, metrics: Metrics) => {
        const budget = new CallBudget(allowance, ramp.maxConcurrency, time);
        metrics.gauge(
          'ramp_checkout_provider_pace',
          'Share of the rate that is used: 1, or less after the provider had too many calls; 0 while it wants a pause.',
          [],
          () => Promise.resolve([{ labels: {}, value: budget.paceShare }]),
        );
        return budget;
      },
    },
    { provide: CircuitBreaker, inject: [MonotonicTime, Metrics], useFactory: reportedCircuitBreaker },
    { provide: CallSlices, useClass: PostgresCallSlices },
    Transport,
    ProviderState,
    ProviderClock,
    AppSecrets,
    NotFoundKnown,
    ProviderCall,
    RationedCalls,
    TokenFetcher,
    RampHttpGateway,
    { provide: RampGateway, useExisting: RampHttpGateway },
  ],
  exports: [RampGateway, ProviderState, ProviderClock, AppSecrets],
})
export class RampModule {}
