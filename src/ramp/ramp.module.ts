import { HttpModule } from '@nestjs/axios';
import { Global, Module } from '@nestjs/common';
import { Settings } from '../config/settings.js';
import { CallAllowance, SlidingAllowance } from './call-allowance.js';
import { CallBudget } from './call-budget.js';
import { RampHttpGateway } from './http/ramp-http.gateway.js';
import { Transport } from './http/transport.js';
import { MonotonicTime, ProcessTime } from './monotonic-time.js';
import { ProviderState } from './provider-state.js';
import { RampGateway } from './ramp.gateway.js';

/** The provider. Other modules see `RampGateway` and its words, and nothing of HTTP. */
@Global()
@Module({
  // `register` makes an axios instance of its own: nothing that is set on the global one touches signed requests.
  imports: [HttpModule.register({})],
  providers: [
    { provide: MonotonicTime, useClass: ProcessTime },
    {
      provide: CallAllowance,
      inject: [Settings, MonotonicTime],
      useFactory: ({ ramp }: Settings, time: MonotonicTime) => new SlidingAllowance(ramp.maxRps, time),
    },
    {
      provide: CallBudget,
      inject: [CallAllowance, Settings, MonotonicTime],
      useFactory: (allowance: CallAllowance, { ramp }: Settings, time: MonotonicTime) =>
        new CallBudget(allowance, ramp.maxConcurrency, time),
    },
    Transport,
    ProviderState,
    { provide: RampGateway, useClass: RampHttpGateway },
  ],
  exports: [RampGateway, ProviderState],
})
export class RampModule {}
