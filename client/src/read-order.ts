import { callerHeaders } from './http/credentials.js';
import type { Answer, Transport } from './http/transport.js';
import type { ClientOptions, OrderAccess } from './options.js';
import type { Order } from './types.js';

/** Reads an order, with everything that may open it. */
export async function readOrder(
  transport: Transport,
  client: ClientOptions,
  merchantOrderNo: string,
  { signal, clientSecret }: OrderAccess,
): Promise<Answer<Order>> {
  const params = { path: { merchantOrderNo } };
  const answer = await transport.call(
    signal,
    () => callerHeaders(client, clientSecret),
    (sending) => transport.api.GET('/v1/orders/{merchantOrderNo}', { params, ...sending }),
  );
  return { ...answer, data: answer.data as Order };
}
