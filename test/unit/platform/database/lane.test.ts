import { expect, it } from 'vitest';
import { Lane } from '#src/platform/database/lane.js';
import type { LaneStatement, RunTogether } from '#src/platform/database/lane.js';
import { FakeTime } from '../../../support/fake-time.js';

const failed = (code: string): Error => Object.assign(new Error(code), { code });
const statement = (key: string): LaneStatement => ({ sql: 'UPDATE', parameters: [], key });

/** Sends the keys while a first statement runs; returns each outcome, and the transactions in order. */
async function behindOne(keys: readonly string[], together: RunTogether): Promise<{ all: string[]; ran: string[] }> {
  const ran: string[] = [];
  const run: RunTogether = (statements) => {
    ran.push(statements.map(({ key }) => key).join(' '));
    return together(statements);
  };
  const lane = new Lane(run, new FakeTime());
  const alone = (key: string) => (): Promise<unknown[]> => {
    ran.push(`${key} alone`);
    return Promise.resolve([key]);
  };
  let open = (): void => undefined;
  const first = lane.run(statement('first'), () => new Promise((resolve) => (open = () => resolve([]))));
  const sent = keys.map((key) =>
    lane.run(statement(key), alone(key)).then(String, (error: unknown) => (error as { code: string }).code),
  );
  open();
  await first;
  return { all: await Promise.all(sent), ran };
}

const rowsOf: RunTogether = (statements) => Promise.resolve(statements.map(({ key }) => [key]));
const broken =
  (code: string, isBroken: (keys: string[]) => boolean): RunTogether =>
  (statements) =>
    isBroken(statements.map(({ key }) => key)) ? Promise.reject(failed(code)) : rowsOf(statements);

it.each<[string, RunTogether, { all: string[]; ran: string[] }]>([
  ['one transaction runs them by key', rowsOf, { all: ['b', 'a', 'c'], ran: ['a b c'] }],
  [
    'a statement that fails breaks up the batch and fails alone',
    broken('23505', (keys) => keys.includes('a')),
    { all: ['b', '23505', 'c'], ran: ['a b c', 'a', 'b', 'c'] },
  ],
  [
    'a statement whose row is locked waits by itself, without a limit',
    broken('55P03', (keys) => keys.includes('a')),
    { all: ['b', 'a', 'c'], ran: ['a b c', 'a', 'b', 'c', 'a alone'] },
  ],
  [
    'a deadlock runs alone again',
    broken('40P01', (keys) => keys.includes('a')),
    { all: ['b', 'a', 'c'], ran: ['a b c', 'a', 'b', 'c', 'a alone'] },
  ],
  [
    'a batch whose commit is unknown is not repeated',
    broken('ECONNRESET', () => true),
    { all: ['ECONNRESET', 'ECONNRESET', 'ECONNRESET'], ran: ['a b c'] },
  ],
])('lane: %s', async (_, together, expected) => {
  expect(await behindOne(['b', 'a', 'c'], together)).toEqual(expected);
});
