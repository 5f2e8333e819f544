import { builtProgram, startProgram } from '../../support/programs.js';
import type { HonestCustomers } from './honest-customers.js';
import type { Tour } from './tour.js';

/** The database's shape: tables, columns, functions, triggers, rights. */
export async function schemaOf({ world }: Tour): Promise<unknown> {
  const { rows } = world;
  return {
    columns: await rows.query(
      `SELECT table_name, column_name, data_type, column_default, is_nullable FROM information_schema.columns
        WHERE table_schema = 'public' ORDER BY 1, 2`,
    ),
    functions: await rows.query(
      `SELECT proname, prosrc FROM pg_proc WHERE pronamespace = 'public'::regnamespace ORDER BY 1, 2`,
    ),
    triggers: await rows.query('SELECT tgname, tgenabled FROM pg_trigger WHERE NOT tgisinternal ORDER BY 1'),
    roles: await rows.query('SELECT rolname, rolsuper FROM pg_roles ORDER BY 1'),
  };
}

/** What the attacker gained or broke; empty: nothing. */
export async function gains(tour: Tour, honest: HonestCustomers): Promise<string[]> {
  return [
    ...(await strangeOrders(tour, honest)),
    ...(await alteredVictims(tour)),
    ...(await strangeCreates(tour)),
    ...(await strangeKeys(tour)),
    ...(await strangeRows(tour)),
    ...(await brokenHistory(tour)),
    ...brokenService(tour),
  ];
}

interface OwnedOrder {
  readonly number: string;
  readonly caller: string;
}

/** Orders are the honest ones, those that the attacker had a right to, and those of the server that he is in. */
async function strangeOrders(tour: Tour, honest: HonestCustomers): Promise<string[]> {
  const orders = await tour.world.rows.query<OwnedOrder>('SELECT merchant_order_no AS number, caller FROM orders');
  const mine = tour.victims.filter(({ as }) => as['x-api-key'] === tour.keys.insider.key).map(({ number }) => number);
  const insiders = new Set(orders.filter(({ number }) => mine.includes(number)).map(({ caller }) => caller));
  if (insiders.size > 1) return ['the orders of one key have several owners'];
  const known = new Set([...honest.made, ...tour.granted, ...tour.victims.map(({ number }) => number)]);
  return orders
    .filter(({ number, caller }) => !known.has(number) && !insiders.has(caller))
    .map(({ number, caller }) => `there is an order that nobody honest made: ${number} of ${caller}`);
}

async function alteredVictims(tour: Tour): Promise<string[]> {
  const faults: string[] = [];
  for (const { number, address, body } of tour.victims) {
    const [row] = await tour.world.rows.query<Record<string, unknown>>(
      `SELECT o.status, min(asked ->> 'address') AS address, min(asked ->> 'amount') AS amount, o.in_review, count(*)::integer AS trades
         FROM orders o JOIN trades USING (merchant_order_no) WHERE merchant_order_no = $1 GROUP BY o.merchant_order_no`,
      [number],
    );
    const now = JSON.stringify(row);
    const then = JSON.stringify({
      status: 'AWAITING_PAYMENT',
      address,
      amount: body['amount'],
      in_review: false,
      trades: 1,
    });
    if (now !== then) faults.push(`an order of somebody else is ${now}, and was ${then}`);
  }
  return faults;
}

async function strangeCreates(tour: Tour): Promise<string[]> {
  const orders = await tour.world.rows.query<{ number: string }>('SELECT merchant_order_no AS number FROM orders');
  const known = new Set(orders.map(({ number }) => number));
  const creates = await tour.world.sandbox.calls('create');
  const strange = creates
    .map(({ merchantOrderNo }) => String(merchantOrderNo))
    .filter((number) => !known.has(number.replace(/-r\d+$/, '')));
  return strange.map((number) => `the provider saw a create of ${number}, which is no order`);
}

async function strangeKeys(tour: Tour): Promise<string[]> {
  const rows = await tour.world.rows.query<Record<string, string | null>>(
    'SELECT id::text, name, role, revoked_at::text FROM api_keys',
  );
  const made = Object.values(tour.keys);
  const faults = made.flatMap(({ id, role }) => {
    const row = rows.find((one) => one['id'] === id);
    const isAsBefore = row !== undefined && row['role'] === role && row['revoked_at'] === null;
    return isAsBefore ? [] : [`a key of the merchant's is ${JSON.stringify(row)}`];
  });
  const known = new Set([...made.map(({ id }) => id), ...tour.grantedKeys]);
  const strange = rows.filter(({ id, name }) => !known.has(String(id)) && name !== 'revoked');
  return [...faults, ...strange.map((row) => `there is a key that nobody honest made: ${JSON.stringify(row)}`)];
}

async function strangeRows(tour: Tour): Promise<string[]> {
  const { rows } = tour.world;
  const mismatches = await rows.query<Record<string, unknown>>('SELECT kind, field FROM mismatches');
  const entries = await rows.query<{ text: string }>('SELECT actor_id || actor_name AS text FROM audit_log');
  const strange = entries.filter(
    ({ text }) =>
      /guest|other server/.test(text) || text.includes(tour.keys.insider.id) || text.includes(tour.subject('mallory')),
  );
  return [
    ...mismatches.map((row) => `there is a mismatch: ${JSON.stringify(row)}`),
    ...strange.map(({ text }) => `the audit log has a deed of the attacker's: ${text}`),
  ];
}

async function brokenHistory(tour: Tour): Promise<string[]> {
  const program = startProgram('verify', builtProgram('src/cli/accounts/verify-history.js'), tour.programEnvironment());
  const ending = await program.ended;
  return ending === 0 ? [] : [`the history does not verify (${ending}): ${program.output()}`];
}

function brokenService({ world }: Tour): string[] {
  const { program } = world.service;
  const output = program.output();
  const crashed = program.isRunning() ? [] : ['the service ended'];
  const unexpected = output
    .split('\n')
    .filter((line) => line.includes('"event":"unexpected_error"') || line.includes('"level":"fatal"'));
  return [
    ...crashed,
    ...unexpected.slice(0, 5).map((line) => `the service met what it did not expect: ${line.slice(0, 500)}`),
  ];
}

/** The service's memory in MiB. */
export async function memoryOf({ world }: Tour): Promise<number> {
  const text = await world.service.metrics();
  const [, bytes] = /^process_resident_memory_bytes(?:\{[^}]*\})? (\S+)$/m.exec(text) ?? [];
  return Number(bytes) / 1024 / 1024;
}
