import { callerHeaders } from './http/credentials.js';
import type { Answer, Transport } from './http/transport.js';
import type { ClientOptions, OrderAccess } from './options.js';
import type { Order } from './types.js';

/** Reads an order with all credentials that the client has. */
export function readOrder(
  transport: Transport,
  client: ClientOptions,
  merchantOrderNo: string,
  { signal, clientSecret }: OrderAccess,
): Promise<Answer<Order>> {
  const params = { path: { merchantOrderNo } };
  return transport.call(
    signal,
    () => callerHeaders(client, clientSecret),
    (sending) => transport.api.GET('/v1/orders/{merchantOrderNo}', { params, ...sending }),
  );
}
