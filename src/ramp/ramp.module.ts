import { HttpModule, HttpService } from '@nestjs/axios';
import { Global, Logger, Module } from '@nestjs/common';
import type { DynamicModule } from '@nestjs/common';
import { Settings } from '../platform/config/settings.js';
import { Metrics } from '../platform/telemetry/metrics.js';
import { OutageLog } from '../platform/telemetry/outage-log.js';
import { AppSecrets } from './signing/app-secrets.js';
import { CallBudget } from './rate/call-budget.js';
import { CallSlotsRepository } from './rate/call-slots.repository.js';
import { CircuitBreaker, reportedCircuitBreaker } from './provider/circuit-breaker.js';
import { ProviderCall } from './calls/provider-call.js';
import { RampHttpGateway } from './calls/ramp-http.gateway.js';
import { RationedCalls } from './calls/rationed-calls.js';
import { TokenFetcher } from './calls/token-fetcher.js';
import { HttpTransport } from './calls/http-transport.js';
import { Transport } from './calls/transport.js';
import { Time } from '../platform/time/time.js';
import { ProviderClock } from './provider/provider-clock.js';
import { ProviderState } from './provider/provider-state.js';
import { RampGateway } from './port/ramp.gateway.js';

/** The provider. Other modules see `RampGateway` and its types, never HTTP. */
@Global()
@Module({
  imports: [HttpModule],
  providers: [
    {
      provide: CallBudget,
      inject: [CallSlotsRepository, Settings, Time, Metrics],
      useFactory: (slots: CallSlotsRepository, { ramp }: Settings, time: Time, metrics: Metrics) => {
        const outages = new OutageLog(new Logger('Ramp'), 'provider_rate');
        const budget = new CallBudget(slots, ramp.maxRps, ramp.maxConcurrency, time, outages);
        metrics.gauge(
          'ramp_checkout_provider_pace',
          'Share of the rate that is used: 1, or less after the provider had too many calls; 0 while it wants a pause.',
          [],
          () => Promise.resolve([{ labels: {}, value: budget.pace.share }]),
        );
        return budget;
      },
    },
    { provide: CircuitBreaker, inject: [Time, Metrics], useFactory: reportedCircuitBreaker },
    CallSlotsRepository,
    ProviderState,
    ProviderClock,
    AppSecrets,
    ProviderCall,
    RationedCalls,
    TokenFetcher,
    RampHttpGateway,
    { provide: RampGateway, useExisting: RampHttpGateway },
  ],
  exports: [RampGateway, ProviderState, ProviderClock, AppSecrets],
})
export class RampModule {
  static with(transport?: Transport): DynamicModule {
    const useFactory = (settings: Settings, { axiosRef }: HttpService): Transport =>
      transport ?? new HttpTransport(settings, axiosRef);
    return { module: RampModule, providers: [{ provide: Transport, inject: [Settings, HttpService], useFactory }] };
  }
}
