import { orderOf } from '../../support/service.js';
import type { Answer } from '../../support/service.js';
import type { Command, ReplicaIndex } from './commands.js';
import { otherContent, ownContent } from './contents.js';
import type { Content } from './contents.js';
import type { Run } from './run.js';

type Act<Name extends Command['do']> = Extract<Command, { readonly do: Name }>;

// 422, 502: what the provider refuses; 503: what it does not answer, or a database whose connections were ended.
const CHECKOUT = [200, 201, 202, 409, 422, 502, 503];
const RETRY = [200, 201, 202, 400, 404, 409, 422, 502, 503];
const READ = [200, 404, 503];

export async function checkout(run: Run, { order, content, at, times, wait }: Act<'checkout'>): Promise<void> {
  const number = run.number(order);
  const wish = content === 'other' ? otherContent(order) : ownContent(order);
  const isOtherCase = content === 'own, number in other case';
  const merchantOrderNo = isOtherCase ? number.toLowerCase() : number;
  const isAlone = run.isQuiet && times === 1;
  const one = async (replica: ReplicaIndex): Promise<void> => {
    run.count(number);
    const body = { ...wish.body, merchantOrderNo };
    const answer = await run.send('checkout', replica, { path: '/v1/checkouts', body }, merchantOrderNo, CHECKOUT);
    if (answer === null) return;
    run.checkContent('checkout', answer, wish);
    if (answer.status === 409 && isAlone) await checkConflict(run, merchantOrderNo, wish, answer);
  };
  await severally(run, times, at, wait, one);
}

/** The number is free or taken by this very wish: then it is no conflict. */
async function checkConflict(
  run: Run,
  merchantOrderNo: string,
  { body, amount }: Content,
  answer: Answer,
): Promise<void> {
  const [taken] = await run.world.rows.query<{ number: string; amount: string; address: string; pay_way: string }>(
    `SELECT merchant_order_no AS number, asked ->> 'amount' AS amount, asked ->> 'address' AS address,
            asked ->> 'payWayCode' AS pay_way
       FROM trades WHERE lower(merchant_order_no) = lower($1) ORDER BY n DESC LIMIT 1`,
    [merchantOrderNo],
  );
  const isSame =
    taken?.number === merchantOrderNo &&
    taken.amount === amount &&
    taken.address === body['address'] &&
    taken.pay_way === body['payWayCode'];
  if (taken === undefined || isSame) run.problems.push(`a conflict with itself: ${answer.text}`);
}

export async function keyedCheckout(run: Run, { key, at, wait }: Act<'keyed checkout'>): Promise<void> {
  const wish = ownContent(key);
  const headers = { 'idempotency-key': `${run.prefix}-key-${key}` };
  await severally(run, 1, at, wait, async (replica) => {
    const request = { path: '/v1/checkouts', body: wish.body, headers };
    const answer = await run.send('keyed checkout', replica, request, null, CHECKOUT);
    if (answer === null) return;
    run.checkContent('keyed checkout', answer, wish);
    const number = orderOf(answer).merchantOrderNo as string | undefined;
    if (number === undefined) return;
    const known = run.keyed.get(headers['idempotency-key']) ?? number;
    run.keyed.set(headers['idempotency-key'], known);
    if (known !== number) run.problems.push(`one idempotency key stands for ${known} and ${number}`);
  });
}

export async function retry(run: Run, { order, after, payWayCode, at, times, wait }: Act<'retry'>): Promise<void> {
  const number = run.number(order);
  const trades = await run.world.rows.trades(number);
  const known = after === 'oldest' ? trades.at(0) : after === 'newest' ? trades.at(-1) : undefined;
  const body = { ...(payWayCode === null ? {} : { payWayCode }), ...(known ? { after: known.trade_no } : {}) };
  await severally(run, times, at, wait, async (replica) => {
    run.count(number);
    const answer = await run.send('retry', replica, { path: `/v1/orders/${number}/retry`, body }, number, RETRY);
    const shown = answer !== null && answer.status < 300 ? orderOf(answer).trades.length : null;
    if (known && shown !== null && shown <= known.n) run.problems.push(`no trade after ${known.trade_no}`);
  });
}

export async function read(run: Run, { order, at }: Act<'read'>): Promise<void> {
  const number = run.number(order);
  await run.send('read', at, { path: `/v1/orders/${number}` }, number, READ);
}

/** The same `times` times at once, over both replicas by turns. */
async function severally(
  run: Run,
  times: number,
  first: ReplicaIndex,
  wait: boolean,
  one: (at: ReplicaIndex) => Promise<void>,
): Promise<void> {
  const turn = (index: number): ReplicaIndex => ((first + index) % 2 === 0 ? 0 : 1);
  const all = Promise.all(Array.from({ length: times }, (_, index) => one(turn(index))));
  if (wait) await all;
  else run.beside(all);
}
