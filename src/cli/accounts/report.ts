import { parseArgs } from 'node:util';
import { readReportSettings } from '../../platform/config/environment.js';
import { writeWhole } from '../lib/output-file.js';
import { CannotBeDone, runProgram, say } from '../lib/program.js';
import type { ExitCode } from '../lib/program.js';
import { readDatabase } from '../lib/read-database.js';
import { figuresOf } from '../../accounting/report/figures.js';
import { renderCsv } from '../../accounting/report/render-csv.js';
import { renderTable } from '../../accounting/report/render-table.js';
import { ReportRepository } from '../../accounting/report/report.repository.js';
import { ReportService } from '../../accounting/report/report.service.js';
import { spanOf } from '../lib/span-option.js';
import { json } from '../lib/text.js';

const HELP = `The accounting report: each order in exactly one bucket, and the money that moved. Reads only.

  npm run report -- [--from <time>] [--to <time>] [--json | --csv] [--output <file>]

  --from <time>    orders created at this time or later: 2026-01-31 (midnight UTC) or 2026-01-31T12:00:00Z
  --to <time>      orders created before this time
  --json, --csv    instead of a table for people
  --output <file>  into this file, whole or not at all, instead of to standard output
  --help           this

Needs DATABASE_URL (or DATABASE_URL_FILE). ORDER_EXPIRY_MS and RECONCILE_FIRST_DELAY_MS say what is overdue: give it the
service's own. Ends with 0; with 1 when the buckets do not add up to the orders; with 2 when it could not be done.
What each figure means: docs/operations/reports.md.
`;

/** Over years of orders. */
const TIMEOUT_MS = 600_000;

void runProgram(async (args): Promise<ExitCode> => {
  const { values } = parseArgs({
    args,
    options: {
      from: { type: 'string' },
      to: { type: 'string' },
      json: { type: 'boolean', default: false },
      csv: { type: 'boolean', default: false },
      output: { type: 'string' },
      help: { type: 'boolean', default: false },
    },
  });
  if (values.help) {
    await say(HELP);
    return 0;
  }
  if (values.json && values.csv) throw new CannotBeDone('--json and --csv exclude each other');
  const span = spanOf(values.from, values.to);
  const { databaseUrl, ...policy } = readReportSettings(process.env);
  const report = await readDatabase(databaseUrl, (database) =>
    new ReportService(new ReportRepository(database)).report({ span, policy, timeoutMs: TIMEOUT_MS }),
  );
  const color = values.output === undefined && process.stdout.isTTY;
  const text = values.json ? json(report) : values.csv ? renderCsv(figuresOf(report)) : renderTable(report, color);
  if (values.output === undefined) await say(text);
  else await writeWhole(values.output, text);
  return report.balanced ? 0 : 1;
});
