import type { Database } from '#src/platform/database/database.js';
import type { PageRequest } from '#src/platform/database/pages.js';
import type { OrderWriter } from './order-writer.js';

const readerOf =
  <Asked, Rows>(list: { read: (from: Database, asked: Asked, page: PageRequest) => Rows }, from: Database) =>
  (asked: Asked, page: PageRequest): Rows =>
    list.read(from, asked, page);

export async function openDesk(opened: OrderWriter) {
  const [
    { AuditRepository },
    { AuditService },
    { AUDIT_LIST },
    { RECEIPT_LIST },
    { MismatchesService },
    { MISMATCH_LIST },
    { RUN_LIST, RunsService },
  ] = await Promise.all([
    import('#src/audit/audit.repository.js'),
    import('#src/audit/audit.service.js'),
    import('#src/audit/audit-list.js'),
    import('#src/callbacks/receipt-list.js'),
    import('#src/operator/desk/mismatches.service.js'),
    import('#src/orders/storage/mismatch-list.js'),
    import('#src/reconciliation/runs.service.js'),
  ]);
  const { database, seals, keys } = opened;
  const audit = new AuditService(new AuditRepository(database), keys, { tell: () => undefined });
  const mismatches = new MismatchesService(database, seals, opened.edits, audit);
  return {
    audit,
    mismatches,
    settling: opened.edits,
    runs: new RunsService(database),
    listsOn: (other: Database = database) => ({
      audit: readerOf(AUDIT_LIST, other),
      mismatches: readerOf(MISMATCH_LIST, other),
      runs: readerOf(RUN_LIST, other),
      receipts: readerOf(RECEIPT_LIST, other),
    }),
  };
}

export type Desk = Awaited<ReturnType<typeof openDesk>>;
