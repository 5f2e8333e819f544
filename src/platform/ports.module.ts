import { Global, Module } from '@nestjs/common';
import type { DynamicModule } from '@nestjs/common';
import { Chance } from './chance.js';
import { Tracing } from './telemetry/tracing.js';
import { Time } from './time/time.js';

export interface Ports {
  readonly time: Time;
  readonly chance: Chance;
  readonly tracing?: Tracing;
}

/** What the process would otherwise take from its machine, so that a simulation can replace it. */
@Global()
@Module({})
export class PortsModule {
  static with({ time, chance, tracing = new Tracing() }: Ports): DynamicModule {
    const providers = [
      { provide: Time, useValue: time },
      { provide: Chance, useValue: chance },
      { provide: Tracing, useValue: tracing },
    ];
    return { module: PortsModule, providers, exports: [Time, Chance, Tracing] };
  }
}
