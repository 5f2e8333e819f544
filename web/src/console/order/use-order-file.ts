import { useMay } from '../me.js';
import { orderPath, pathWith } from '../net/call.js';
import type { AuditEntry, Delivery, Note, OrderFile, Page } from '../net/types.js';
import { useRead } from '../net/use-read.js';

const EVERY_MS = 5000;
/** Deliveries and colleagues' acts change no version. */
const BESIDE_MS = 15_000;

/** An order and what belongs to it, read again when the order changes. */
export function useOrderFile(number: string) {
  const may = useMay();
  const file = useRead<OrderFile>(orderPath(number), { everyMs: EVERY_MS, ifTagged: true });
  const { data } = file;
  const once = (call: string, path: string): string | null => (data !== null && may(call) ? path : null);
  /** A poll changes the file and neither of these. */
  const afterVersion = { after: data?.version, everyMs: BESIDE_MS };
  const most = { limit: '200' };
  const audit = useRead<Page<AuditEntry>>(
    once('GET orders/:merchantOrderNo/audit', pathWith(orderPath(number, '/audit'), most)),
    afterVersion,
  );
  const notes = useRead<Page<Note>>(
    once('GET orders/:merchantOrderNo/notes', pathWith(orderPath(number, '/notes'), most)),
    { after: data },
  );
  const deliveries = useRead<Page<Delivery>>(
    once('GET deliveries', pathWith('deliveries', { merchantOrderNo: number, ...most })),
    afterVersion,
  );
  const beside = [audit, notes, deliveries];
  const again = (): void => [file, audit, deliveries].forEach((one) => one.again());
  return {
    data,
    error: [file, ...beside].find(({ error }) => error !== null)?.error ?? null,
    /** Also what could not be read. The audit log records each reading of notes. */
    retry: () => [again, ...(notes.error === null ? [] : [notes.again])].forEach((read) => read()),
    /** After an act of one's own, which may change no version. */
    again,
    hasMore: data?.moreCallbacks === true || beside.some((page) => typeof page.data?.nextCursor === 'string'),
    audit: audit.data?.items ?? [],
    notes: notes.data?.items ?? [],
    readNotes: notes.again,
    deliveries: deliveries.data?.items ?? [],
  };
}
