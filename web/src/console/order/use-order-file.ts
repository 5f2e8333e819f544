import { useMay } from '../me.js';
import { orderPath } from '../net/call.js';
import type { AuditEntry, Delivery, Note, OrderFile } from '../net/types.js';
import { usePages } from '../net/use-pages.js';
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
  const auditPath = once('GET orders/:merchantOrderNo/audit', orderPath(number, '/audit'));
  const audit = usePages<AuditEntry>(auditPath, {}, afterVersion);
  const notesPath = once('GET orders/:merchantOrderNo/notes', orderPath(number, '/notes'));
  const notes = usePages<Note>(notesPath, {}, { after: data });
  const deliveriesPath = once('GET deliveries', 'deliveries');
  const deliveries = usePages<Delivery>(deliveriesPath, { merchantOrderNo: number }, afterVersion);
  const beside = [audit, notes, deliveries];
  const mores = beside.flatMap(({ more }) => more ?? []);
  const again = (): void => [file, audit, deliveries].forEach((one) => one.again());
  return {
    data,
    error: [file, ...beside].find(({ error }) => error !== null)?.error ?? null,
    /** Also what could not be read. The audit log records each reading of notes. */
    retry: () => [again, ...(notes.error === null ? [] : [notes.again])].forEach((read) => read()),
    /** After an act of one's own, which may change no version. */
    again,
    /** The service keeps more callbacks than it shows. */
    moreCallbacks: data?.moreCallbacks === true,
    /** Reads the next page of each list that has one; null: none has. */
    more: mores.length === 0 ? null : () => mores.forEach((more) => void more()),
    audit: audit.items,
    notes: notes.items,
    readNotes: notes.again,
    deliveries: deliveries.items,
  };
}
