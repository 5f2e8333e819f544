import type { Provider, Received as ProviderReceived } from '../provider/provider.js';
import type { ProviderOrder, ProviderView, Received } from './observed.js';

/** The provider's orders and requests so far. Call `look` before reading. */
export class SeenProvider implements ProviderView {
  readonly orders: ProviderOrder[] = [];
  readonly received: Received[] = [];

  constructor(private readonly provider: Provider) {}

  look(): void {
    const { trades, received } = this.provider;
    if (trades.size > this.orders.length) {
      for (const { orderNo, tradeNo, payUrl, createdAt, history, terms } of [...trades.values()].slice(
        this.orders.length,
      )) {
        const merchantOrderNo = tradeNo ?? '';
        this.orders.push({ orderNo, merchantOrderNo, payUrl: payUrl ?? '', madeAt: createdAt, statuses: history, terms });
      }
    }
    for (const one of received.slice(this.received.length)) this.received.push(seen(one));
  }
}

function seen({ at, endpoint, tradeNo, stamp, said, trade }: ProviderReceived): Received {
  const data = said?.data as { status?: string } | null | undefined;
  const outcome = (): string => {
    if (said === null) return 'unclear';
    if (said.code !== '0000') return 'refused';
    if (endpoint === 'create') return 'made';
    return data === null ? 'not_found' : 'told';
  };
  const orderNo = said === null ? null : (trade?.orderNo ?? null);
  return { at, endpoint: endpoint ?? '', tradeNo, stamp, outcome: outcome(), orderNo, status: data?.status ?? null };
}
