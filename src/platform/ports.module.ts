import { Global, Module } from '@nestjs/common';
import type { DynamicModule } from '@nestjs/common';
import { Time } from './time/time.js';

export interface Ports {
  readonly time: Time;
}

/** What the process would otherwise take from its machine, so that a simulation can replace it. */
@Global()
@Module({})
export class PortsModule {
  static with({ time }: Ports): DynamicModule {
    const providers = [{ provide: Time, useValue: time }];
    return { module: PortsModule, providers, exports: [Time] };
  }
}
