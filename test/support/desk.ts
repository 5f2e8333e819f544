import type { Database } from '#src/platform/database/database.js';
import type { OrderWriter } from './order-builders.js';

/** The parts of the staff's desk on a real database, put together by hand. */
export async function openDesk(opened: OrderWriter) {
  const [
    { AuditRepository },
    { AuditService },
    { ReceiptListRepository },
    { ReceiptsService },
    { ResolveService },
    { MismatchListService },
    { MismatchService },
    { MismatchRepository },
    { RunRepository },
    { RunsService },
  ] = await Promise.all([
    import('#src/audit/audit.repository.js'),
    import('#src/audit/audit.service.js'),
    import('#src/callbacks/receipt-list.repository.js'),
    import('#src/callbacks/receipts.service.js'),
    import('#src/operator/desk/resolve.service.js'),
    import('#src/orders/read/mismatch-list.service.js'),
    import('#src/orders/write/mismatch.service.js'),
    import('#src/orders/storage/mismatch.repository.js'),
    import('#src/reconciliation/run.repository.js'),
    import('#src/reconciliation/runs.service.js'),
  ]);
  const { database, orders, writes, seals, metrics, keys } = opened;
  const audit = new AuditService(new AuditRepository(database), keys, { tell: () => undefined });
  const mismatches = new MismatchListService(new MismatchRepository(database), seals);
  const settling = new MismatchService(orders, writes, metrics);
  return {
    audit,
    mismatches,
    settling,
    resolve: new ResolveService(mismatches, settling, audit),
    runs: new RunsService(new RunRepository(database)),
    receipts: new ReceiptsService(new ReceiptListRepository(database)),
    /** The same repositories, whose statements are given to `other` in place of the database. */
    repositoriesOn: (other: Database) => ({
      audit: new AuditRepository(other),
      mismatches: new MismatchRepository(other),
      runs: new RunRepository(other),
      receipts: new ReceiptListRepository(other),
    }),
  };
}

export type Desk = Awaited<ReturnType<typeof openDesk>>;
