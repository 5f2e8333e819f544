import { parseArgs } from 'node:util';
import { OrderExportService } from '../../accounting/export/order-export.service.js';
import { EXPORT_FORMATS } from '../../accounting/export/order-line.js';
import { readHistorySettings } from '../../platform/config/environment.js';
import { keyRing, readDatabase, storedOrders } from '../lib/database.js';
import { CommandError, FLAG, output, runProgram, spanOf, TEXT } from '../lib/program.js';

const HELP = `Exports one line per order: number, dates, status, amounts, fees, hash, customer and metadata. Read-only, while the
service runs, in constant memory.

  npm run export -- [--from <time>] [--to <time>] [--format csv|jsonl] [--spreadsheet] [--output <file>]

  --from <time>    orders created at this time or later: 2026-01-31 (midnight UTC) or 2026-01-31T12:00:00Z
  --to <time>      orders created before this time
  --format <name>  csv (with a header, RFC 4180; the default) or jsonl (one JSON object per line)
  --spreadsheet    CSV with a byte order mark, and whole numbers of more than 15 digits as text
  --output <file>  written atomically, instead of standard output
  --help           this

An order that was altered in the database is left out; npm run verify-history names it. Needs DATABASE_URL and SERVICE_KEY (or
_FILE); without SERVICE_KEY the key that AUTH=none keeps in the database. Exits with 0, or with 2 on failure:
standard output is incomplete then. The fields are those of the API: docs/operations/reports.md.
`;

const PROGRESS_MS = 1000;

void runProgram(HELP, async (args) => {
  const { values } = parseArgs({
    args,
    options: { from: TEXT, to: TEXT, format: TEXT, spreadsheet: FLAG, output: TEXT },
  });
  const format = EXPORT_FORMATS.find((name) => name === (values.format ?? 'csv'));
  if (format === undefined) throw new CommandError(`--format must be one of ${EXPORT_FORMATS.join(', ')}`);
  const span = spanOf(values.from, values.to);
  const settings = readHistorySettings(process.env);
  await readDatabase(settings.databaseUrl, async (database) => {
    const ring = await keyRing(settings, database);
    const { orders } = storedOrders(database, ring);
    const orderExport = new OrderExportService(database, orders);
    await output(values.output, orderExport.text(span, format, { spreadsheet: values.spreadsheet }, progress()));
  });
  return 0;
});

function progress(): (orders: number) => void {
  const { stderr } = process;
  if (!stderr.isTTY) return () => undefined;
  let reportedAt = performance.now();
  process.on('exit', () => stderr.write('\r\u001b[K'));
  return (orders) => {
    if (performance.now() - reportedAt < PROGRESS_MS) return;
    reportedAt = performance.now();
    stderr.write(`\r${orders} orders so far\u001b[K`);
  };
}
