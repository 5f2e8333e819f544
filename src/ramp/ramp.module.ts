import { HttpModule, HttpService } from '@nestjs/axios';
import { Global, Logger, Module } from '@nestjs/common';
import { Settings } from '../platform/config/settings.js';
import { Metrics } from '../platform/telemetry/metrics.js';
import { OutageLog } from '../platform/telemetry/outage-log.js';
import { AppSecrets } from './signing/app-secrets.js';
import { CallBudget } from './rate/call-budget.js';
import { CallPlaces } from './rate/call-places.js';
import { CallPlacesRepository } from './rate/call-places.repository.js';
import { CircuitBreaker } from './provider/circuit-breaker.js';
import { NotFoundKnown } from './calls/not-found-known.js';
import { ProviderCall } from './calls/provider-call.js';
import { RampHttpGateway } from './calls/ramp-http.gateway.js';
import { RationedCalls } from './calls/rationed-calls.js';
import { TokenFetcher } from './calls/token-fetcher.js';
import { Transport } from './calls/transport.js';
import { HeldPlaces } from './rate/held-places.js';
import { MonotonicTime, ProcessTime } from '../platform/time/time.js';
import { ProviderClock } from './provider/provider-clock.js';
import { ProviderState } from './provider/provider-state.js';
import { RampGateway } from './port/ramp.gateway.js';
import { reportedCircuitBreaker } from './provider/reported-circuit-breaker.js';

/** The provider. Other modules see `RampGateway` and its types, never HTTP. */
@Global()
@Module({
  imports: [HttpModule],
  providers: [
    { provide: MonotonicTime, useClass: ProcessTime },
    {
      provide: CallBudget,
      inject: [CallPlaces, Settings, MonotonicTime, Metrics],
      useFactory: (row: CallPlaces, { ramp }: Settings, time: MonotonicTime, metrics: Metrics) => {
        const outages = new OutageLog(new Logger('Ramp'), 'provider_rate');
        const budget = new CallBudget(new HeldPlaces(row, ramp.maxRps, time, outages), ramp.maxConcurrency, time);
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
    { provide: CallPlaces, useClass: CallPlacesRepository },
    {
      provide: Transport,
      inject: [Settings, HttpService],
      useFactory: (settings: Settings, http: HttpService) => new Transport(settings, http.axiosRef),
    },
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
  exports: [RampGateway, ProviderState, ProviderClock, AppSecrets, MonotonicTime],
})
export class RampModule {}
