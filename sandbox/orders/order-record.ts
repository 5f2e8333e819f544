import type { Behaviour } from '../switches/behaviour.js';
import { withNumbers } from '../wire/amounts.js';
import { buyRecord } from './buy-record.js';
import type { Order } from './order.js';
import { sellRecord } from './sell-record.js';

interface Provider {
  readonly settings: { readonly appSecret: string };
  readonly behaviour: Behaviour;
  readonly publicUrl: string;
}

/** The record of an order for a query, in the form of the switches. */
export function orderRecord(provider: Provider, order: Order): Record<string, unknown> {
  const { recordFields, statusWords, numbers } = provider.behaviour;
  const contract = contractRecord(provider, order);
  const spoken = {
    ...contract,
    status: statusWords[order.status] ?? order.status,
    ...recordFields,
    ...order.overrides,
  };
  const kept = Object.fromEntries(Object.entries(spoken).filter(([name]) => order.omits?.includes(name) !== true));
  return numbers === 'numbers' ? withNumbers(kept) : kept;
}

function contractRecord({ settings, behaviour, publicUrl }: Provider, order: Order): Record<string, unknown> {
  const { timeZone, dateFormat } = behaviour;
  return order.side === 'BUY'
    ? buyRecord(order, timeZone, dateFormat)
    : sellRecord(order, { timeZone, dateFormat, appSecret: settings.appSecret, publicUrl });
}
