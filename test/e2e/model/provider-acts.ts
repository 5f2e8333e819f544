import type { FaultOrder, ProviderOrder } from '../../support/sandbox-client.js';
import type { Command } from './commands.js';
import type { Run } from './run.js';

type Act<Name extends Command['do']> = Extract<Command, { readonly do: Name }>;
type Fault = Omit<FaultOrder, 'endpoint'>;

/** Longer than the service waits for an answer. */
const TOO_LATE_MS = 1100;

/** The service cannot know whether the provider acted. */
const LOST: readonly Fault[] = [
  { act: 'reset-before' },
  { act: 'reset-after' },
  { act: 'reset-during' },
  { act: 'hang' },
  { act: 'hang-after' },
  { act: 'delay', ms: TOO_LATE_MS },
  { act: 'delay-after', ms: TOO_LATE_MS },
  { act: 'status', code: 503 },
  { act: 'status-after', code: 502, body: '<h1>Bad Gateway</h1>' },
  { act: 'garbage' },
  { act: 'cut' },
  { act: 'redirect' },
  { act: 'answer', returnCode: '9999', returnMsg: 'System error', http: 500 },
];
/** The provider certainly did not act, and says so. */
const NOT_ACTED: readonly Fault[] = [
  { act: 'answer', returnCode: '3103', returnMsg: 'Timestamp expired' },
  { act: 'status', code: 429 },
];
const REFUSED: readonly Fault[] = [
  { act: 'answer', returnCode: '3101', returnMsg: 'Please contact with our team to configure crypto' },
  { act: 'answer', returnCode: '3106', returnMsg: 'The address is at risk' },
  { act: 'answer', returnCode: '9998', returnMsg: 'Something new', http: 400 },
];
/** `another's number`: of another order of the provider, as far as there is one. */
const ANOTHERS = "another's number";
const CREATE: readonly Fault[] = [
  ...LOST,
  ...NOT_ACTED,
  ...NOT_ACTED,
  ...REFUSED,
  { act: 'mutate', data: { orderNo: null } },
  { act: 'mutate', data: { payUrl: '/pay/1' } },
  { act: 'mutate', data: { orderNo: ANOTHERS } },
];
const QUERY: readonly Fault[] = [
  ...LOST,
  ...NOT_ACTED,
  { act: 'answer', returnCode: '9998', returnMsg: 'Something new' },
  { act: 'mutate', data: { status: 'RISK_CONTROL' } },
  { act: 'mutate', data: { status: 'PAY_SUCCESS' } },
  { act: 'mutate', data: { address: '0x8617E340B3D01FA5F11F306F4090FD50E238070D' } },
  { act: 'mutate', data: { orderNo: ANOTHERS } },
  { act: 'mutate', data: { appId: 'somebody else', cryptoPrice: 'not a number' } },
];

export async function fault(run: Run, { endpoint, which, times }: Act<'fault'>): Promise<void> {
  const table = endpoint === 'create' ? CREATE : QUERY;
  const { data, ...chosen } = table[which % table.length]!;
  if (data?.['orderNo'] !== ANOTHERS) {
    await run.world.sandbox.fault({ endpoint, times, ...chosen, ...(data ? { data } : {}) });
    return;
  }
  const other = (await ordersOf(run)).at(0);
  if (other) await run.world.sandbox.fault({ endpoint, times, ...chosen, data: { orderNo: other.orderNo } });
}

export async function press(run: Run, { order, trade, button }: Act<'press'>): Promise<void> {
  const made = await orderOfTrade(run, order, trade);
  const isOpen = made !== null && ['PENDING', 'PAY_FAIL'].includes(made.status);
  if (isOpen) await run.world.sandbox.control('POST', `/orders/${made.orderNo}/${button}`);
}

export async function force(run: Run, { order, trade, status, fields, push }: Act<'force'>): Promise<void> {
  const made = await orderOfTrade(run, order, trade);
  if (made !== null) await run.world.sandbox.force(made.orderNo, status ?? made.status, fields, push);
}

/** Every order that the provider has: it forgot those of other runs. */
async function ordersOf({ world }: Run): Promise<ProviderOrder[]> {
  return (await world.sandbox.control<{ orders: ProviderOrder[] }>('GET', '/orders')).orders;
}

/** The provider's order of one of this run's trades; null where it has none at all. */
async function orderOfTrade(run: Run, order: number, trade: number): Promise<ProviderOrder | null> {
  const all = await ordersOf(run);
  const numbers = [...new Set(all.map(({ merchantOrderNo }) => merchantOrderNo.replace(/-r\d+$/, '')))];
  const mine = all.filter(({ merchantOrderNo }) => merchantOrderNo.startsWith(numbers[order % numbers.length] ?? ''));
  return mine[trade % mine.length] ?? null;
}
