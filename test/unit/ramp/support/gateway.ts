import { NO_OPTIONAL_TERMS } from '#src/platform/terms/order-terms.js';
import { Test } from '@nestjs/testing';
import { beforeEach } from 'vitest';
import { ConfigModule } from '#src/platform/config/config.module.js';
import { CallSlotsRepository } from '#src/ramp/rate/call-slots.repository.js';
import { RampGateway } from '#src/ramp/port/ramp.gateway.js';
import { RampModule } from '#src/ramp/ramp.module.js';
import type { QuoteRequest, TradeRequest } from '#src/ramp/port/ramp.types.js';
import type { FakeServer } from '#tools/fakes/server.mjs';
import { Metrics } from '#src/platform/telemetry/metrics.js';
import { TelemetryModule } from '#src/platform/telemetry/telemetry.module.js';
import { MemoryPlaces, MemoryRow } from './memory-places.js';
import { rampSettings } from './settings.js';
import { cleanUp, fakeServer } from './transport.js';
import { ProcessTime } from '#src/platform/time/time.js';
import { PortsModule } from '#src/platform/ports.module.js';
import { SystemChance } from '#src/platform/chance.js';

export const APP = 'app-0001';
export const SECRET = 'k3y-for-tests';
export const TOKEN = 'fixed-token-1';

export const always = (): boolean => true;
export const nobody = { id: null, email: null, accessToken: null };

export const trade: TradeRequest = {
  ...NO_OPTIONAL_TERMS,
  tradeNo: 'A-1001',
  stamp: 1767225600123,
  fiat: 'USD',
  amount: '100.00',
  crypto: 'USDT',
  network: 'ETH',
  address: '0x52908400098527886E0F7030069857D2E4169EE7',
  payWayCode: '10001',
  country: 'US',
  redirectUrl: 'https://shop.example/done?x=1&y=a b',
  callbackUrl: 'https://pay.shop.example/callbacks/ramp/t0ken',
  merchantName: 'Café Ñandú 店',
};
export const quote: QuoteRequest = {
  side: 'BUY',
  crypto: 'USDT',
  network: 'ETH',
  fiat: 'EUR',
  country: 'DE',
  amount: '50.50',
  payWayCode: null,
  type: 'ALL',
};

/** The whole module against a stub provider; call it once per test file. */
export function gatewayTests() {
  const context = { base: '' } as { provider: FakeServer; base: string };
  beforeEach(async () => {
    context.provider = await fakeServer();
    context.base = context.provider.url;
  });
  return context;
}

/** The module's gateway without its own polling; `change` sets further variables. */
export async function startGateway(url: string, change: Record<string, string> = {}) {
  const module = await Test.createTestingModule({
    imports: [
      ConfigModule.with(rampSettings(url, { RAMP_MAX_RPS: '1000', RAMP_NOT_FOUND: 'null', ...change })),
      PortsModule.with({ time: new ProcessTime(), chance: new SystemChance() }),
      TelemetryModule,
      RampModule.with(),
    ],
  })
    // Places of a single process.
    .overrideProvider(CallSlotsRepository)
    .useFactory({ factory: () => new MemoryPlaces(new MemoryRow(() => Date.now())) })
    .compile();
  await module.init();
  cleanUp(() => module.close());
  return { gateway: module.get(RampGateway), metrics: module.get(Metrics), module };
}

export async function calls(metrics: Metrics): Promise<unknown[]> {
  const { values } = await metrics.rampCalls.get();
  return values
    .filter(({ metricName }) => metricName?.endsWith('_count') === true)
    .map(({ labels, value }) => [labels.endpoint, labels.result, value]);
}
