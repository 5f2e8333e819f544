import { parseArgs } from 'node:util';
import { readReportSettings } from '../../platform/config/environment.js';
import { REPORT_BASES } from '../../accounting/report/report.types.js';
import { figuresOf, renderCsv, renderTable } from '../../accounting/report/report-text.js';
import { ReportService } from '../../accounting/report/report.service.js';
import { readDatabase } from '../lib/database.js';
import { CommandError, FLAG, json, output, runProgram, spanOf, TEXT } from '../lib/program.js';

const HELP = `The accounting report: each order in exactly one bucket, and the money that moved. Read-only.

  npm run report -- [--from <time>] [--to <time>] [--by created|completed] [--json | --csv [--spreadsheet]] [--output <file>]

  --from <time>    orders created at this time or later: 2026-01-31 (midnight UTC) or 2026-01-31T12:00:00Z
  --to <time>      orders created before this time
  --by completed   purchases whose crypto was sent in that time, in place of those created in it; sales by creation
  --json, --csv    instead of a table for people
  --spreadsheet    CSV with a byte order mark, and whole numbers of more than 15 digits as text
  --output <file>  written atomically, instead of standard output
  --help           this

Needs DATABASE_URL (or DATABASE_URL_FILE). ORDER_EXPIRY_MS and RECONCILE_FIRST_DELAY_MS define overdue: use the
service's values. Exits with 0; with 1 if the buckets do not add up to the orders; with 2 on failure.
The figures are explained in docs/operations/reports.md.
`;

/** For years of orders. */
const TIMEOUT_MS = 600_000;

void runProgram(HELP, async (args) => {
  const { values } = parseArgs({
    args,
    options: { from: TEXT, to: TEXT, by: TEXT, json: FLAG, csv: FLAG, spreadsheet: FLAG, output: TEXT },
  });
  if (values.json && values.csv) throw new CommandError('--json and --csv exclude each other');
  const by = REPORT_BASES.find((basis) => basis === (values.by ?? 'created'));
  if (by === undefined) throw new CommandError(`--by must be one of ${REPORT_BASES.join(', ')}`);
  const span = spanOf(values.from, values.to);
  const { databaseUrl, ...policy } = readReportSettings(process.env);
  const report = await readDatabase(databaseUrl, (database) =>
    new ReportService(database).report({ span, by, policy, timeoutMs: TIMEOUT_MS }),
  );
  const color = values.output === undefined && process.stdout.isTTY;
  const form = { spreadsheet: values.spreadsheet };
  const text = values.json
    ? json(report)
    : values.csv
      ? renderCsv(figuresOf(report), form)
      : renderTable(report, color);
  await output(values.output, text);
  return report.balanced ? 0 : 1;
});
