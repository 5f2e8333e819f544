import type { CatalogService } from '#src/catalog/catalog.service.js';
import { CheckoutService } from '#src/checkout/checkout.service.js';
import type { CheckoutRequest } from '#src/checkout/checkout.service.js';
import { NextTradeService } from '#src/checkout/next-trade.service.js';
import { ChecksService } from '#src/checkout/checks.service.js';
import { AttemptRunner } from '#src/checkout/attempt-runner.service.js';
import type { GuestCheckouts } from '#src/checkout/guests/guest-checkouts.service.js';
import type { AskNowService } from '#src/orders/ask/ask-now.service.js';
import type { LookUpService } from '#src/orders/ask/look-up.service.js';
import { OrdersService } from '#src/reading/orders.service.js';
import { CallbackAddressService } from '#src/orders/secrets/callback-address.service.js';
import { ClientSecretService } from '#src/orders/secrets/client-secret.service.js';
import { CustomerEmailService } from '#src/orders/secrets/customer-email.service.js';
import type { Settings } from '#src/platform/config/settings.js';
import { ProcessTime } from '#src/platform/time/time.js';
import type { RampGateway } from '#src/ramp/port/ramp.gateway.js';
import type { TradeCustomer } from '#src/ramp/port/ramp.types.js';
import { asked } from './order-builders.js';
import type { ProviderState } from '#src/ramp/provider/provider-state.js';
import { NOT_ASKED_FIRST } from './decision-contexts.js';
import type { OrderWriter } from './order-writer.js';
import { SystemChance } from '#src/platform/chance.js';

interface Given {
  readonly ramp: object;
  readonly catalog?: object;
  readonly time?: ProcessTime;
  readonly isBreakerOpen?: () => boolean;
  readonly settings?: Settings;
  readonly first?: LookUpService;
}

const NOBODY: TradeCustomer = { id: null, email: null, accessToken: null };

export const checkoutRequest = (customer = NOBODY): CheckoutRequest => ({
  terms: asked(),
  merchantOrderNo: 'A-1001',
  repeated: ['A-1001'],
  isLinkExpired: false,
  quote: null,
  customer,
  metadata: {},
  guest: null,
});

/** A checkout on a real database with a scripted provider. */
export function openCheckouts(opened: OrderWriter, given: Given) {
  const { tradeRecord, leases, watches, keys, orders, waits } = opened;
  const {
    catalog = {},
    time = new ProcessTime(),
    isBreakerOpen = () => false,
    settings = opened.settings,
    first = NOT_ASKED_FIRST,
  } = given;
  const gateway = {
    timestampNow: () => time.now().getTime(),
    prepareTrade: () => Promise.resolve(null),
    ...given.ramp,
  };
  const ramp = gateway as unknown as RampGateway;
  const provider = { isBreakerOpen, areCreatesTimingOut: () => false } as unknown as ProviderState;
  const secrets = new ClientSecretService(keys, settings);
  const emails = new CustomerEmailService(keys);
  const checks = new ChecksService(catalog as CatalogService, settings, ramp, opened.pauses);
  const addresses = new CallbackAddressService(settings, keys, orders);
  const drives = new AttemptRunner(
    ramp,
    provider,
    tradeRecord,
    leases,
    checks,
    addresses,
    emails,
    first,
    settings,
    time,
    new SystemChance(),
  );
  const read = new OrdersService(orders, watches, secrets);
  const asking = { askAll: async (number: string) => (await orders.find(number)).state };
  const begins = new NextTradeService(
    orders,
    waits,
    asking as unknown as AskNowService,
    first,
    leases,
    drives,
    emails,
    settings,
  );
  const guests = {} as GuestCheckouts;
  const service = new CheckoutService(orders, read, waits, checks, drives, begins, guests, secrets, settings, time);
  return { drives, emails, service };
}
