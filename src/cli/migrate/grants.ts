import pg from 'pg';

const READ = 'SELECT';
/** Append-only; triggers let evidence be erased, and nothing else. */
const APPEND_AND_ERASE = 'SELECT, INSERT, UPDATE (evidence)';
/** Append-only; a note's text can be erased, and encrypted under another key. */
const APPEND_AND_SEAL = 'SELECT, INSERT, UPDATE (text_sealed, key_id)';
/** Append-only; only the time can be renewed. */
const APPEND_AND_DATE = 'SELECT, INSERT, UPDATE (at)';
/** Kept for a time and never altered; a trigger enforces the audit log's retention. */
const APPEND_AND_DELETE = 'SELECT, INSERT, DELETE';
const WRITE = 'SELECT, INSERT, UPDATE';
/** Kept only for a time, or as far as there is room. */
const ALL = 'SELECT, INSERT, UPDATE, DELETE';

/** The tables' owner can disable triggers; this role cannot, nor can it delete history. */
const RIGHTS: Readonly<Record<string, string>> = {
  orders: WRITE,
  trades: WRITE,
  schedules: WRITE,
  order_events: APPEND_AND_ERASE,
  mismatches: WRITE,
  order_notes: APPEND_AND_SEAL,
  outbox: ALL,
  outbox_head: 'SELECT, UPDATE',
  database_epoch: 'SELECT, UPDATE',
  doubted_numbers: APPEND_AND_DATE,
  pauses: ALL,
  webhook_endpoints: ALL,
  webhook_deliveries: ALL,
  webhook_attempts: ALL,
  callback_receipts: ALL,
  reconciliation_runs: APPEND_AND_DELETE,
  erasures: WRITE,
  removed_orders: READ,
  monthly_account: WRITE,
  audit_log: APPEND_AND_DELETE,
  audit_cut: WRITE,
  api_keys: WRITE,
  service_keys: WRITE,
  call_budget: 'SELECT, UPDATE',
  migrations: READ,
};

/** Deletes orders with their histories, and checks their age itself. */
const FUNCTIONS = ['remove_orders'];

/** Lets a service that runs during the migrations see that they have not ended. */
export function grantMigrationsRead(role: string): string {
  return `GRANT ${READ} ON migrations TO ${pg.escapeIdentifier(role)}`;
}

/** The statements that give `role` exactly these rights; idempotent. */
export function grantStatements(role: string): string[] {
  const name = pg.escapeIdentifier(role);
  const rights = [...new Set(Object.values(RIGHTS))];
  const tablesWith = (right: string): string =>
    Object.keys(RIGHTS)
      .filter((table) => RIGHTS[table] === right)
      .join(', ');
  return [
    `REVOKE ALL ON ${Object.keys(RIGHTS).join(', ')} FROM ${name}`,
    ...rights.map((right) => `GRANT ${right} ON ${tablesWith(right)} TO ${name}`),
    ...FUNCTIONS.map((called) => `GRANT EXECUTE ON FUNCTION ${called} TO ${name}`),
  ];
}
