import { ConnectionError, ProblemError } from '../errors.js';
import { sleep } from '../http/time-limit.js';
import type { Transport } from '../http/transport.js';
import type { ClientOptions, WatchOptions } from '../options.js';
import { readOrder } from '../read-order.js';
import type { Order } from '../types.js';

export async function* watchOrder(
  transport: Transport,
  client: ClientOptions,
  merchantOrderNo: string,
  { since, onConnection, ...access }: WatchOptions,
): AsyncIterableIterator<Order> {
  let version = since?.version ?? -1;
  for (;;) {
    try {
      const { data: order } = await readOrder(transport, client, merchantOrderNo, access);
      onConnection?.('polling');
      if (order.version > version) {
        version = order.version;
        yield order;
      }
      if (order.final) return;
    } catch (error) {
      if (error instanceof ProblemError && error.status < 500 && error.status !== 429) throw error;
      if (!(error instanceof ConnectionError) && !(error instanceof ProblemError)) throw error;
      onConnection?.('offline');
    }
    await sleep(3000, access.signal);
  }
}
