import type { SentCallback } from '../../support/sandbox-client.js';
import { callbackToken } from '../../support/service-history.js';
import type { Command, ReplicaIndex } from './commands.js';
import { PLANTED } from './contents.js';
import type { Run } from './run.js';

type Act<Name extends Command['do']> = Extract<Command, { readonly do: Name }>;

/** Sends a callback as the provider, or as another party that knows the address. */
export async function callback(run: Run, { order, trade, says, token, at }: Act<'callback'>): Promise<void> {
  const trades = await run.world.rows.trades(run.number(order));
  const about = trades.at(trade);
  if (about === undefined) return;
  const bytes = await bytesOf(run, says, about.trade_no);
  if (bytes !== null) await call(run, at, about.trade_no, bytes, token === 'good');
}

/** Only the good token is ours; a bad one is a good one of which the last letters were changed. */
export async function call(
  run: Run,
  at: ReplicaIndex,
  tradeNo: string,
  bytes: string,
  isGoodToken: boolean,
): Promise<void> {
  const token = callbackToken(tradeNo);
  const path = `/callbacks/ramp/${isGoodToken ? token : `${token.slice(0, -4)}AAAA`}`;
  const headers = { 'content-type': 'application/json', timestamp: String(Date.now()) };
  const status = await fetch(`${run.world.replicas[at].url}${path}`, { method: 'POST', body: bytes, headers }).then(
    (answer) => answer.status,
    () => null,
  );
  const expected = isGoodToken ? [200, 503] : [404];
  if (status !== null && !expected.includes(status)) run.problems.push(`a callback was answered with ${status}`);
  run.called.push({ tradeNo, bytes, isGoodToken, status });
}

async function bytesOf(run: Run, says: Act<'callback'>['says'], tradeNo: string): Promise<string | null> {
  const entries = await run.world.sandbox.ledger(run.since);
  const sent = entries.filter((entry): entry is SentCallback => entry.kind === 'callback');
  const own = sent.filter(({ merchantOrderNo }) => merchantOrderNo === tradeNo);
  switch (says) {
    case 'the truth':
      return bodyOf(own.at(-1));
    case 'what an earlier one said':
      return bodyOf(own.at(0));
    case 'another trade':
      return bodyOf(sent.find(({ merchantOrderNo }) => merchantOrderNo !== tradeNo));
    case 'a forgery':
      return JSON.stringify({
        merchantOrderNo: tradeNo,
        status: 'FINISHED',
        amount: '1.00',
        email: PLANTED[2],
        txHash: `0x${'f'.repeat(64)}`,
      });
    case 'nonsense':
      return `{"status":"FINISHED",\u0000 ${PLANTED[2]}`;
  }
}

const bodyOf = (sent: SentCallback | undefined): string | null => (sent ? JSON.stringify(sent.body) : null);
