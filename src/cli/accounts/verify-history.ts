import { readFile } from 'node:fs/promises';
import { parseArgs } from 'node:util';
import { anchorsIn } from '../../accounting/anchor/anchor.js';
import type { Anchor } from '../../accounting/anchor/anchor.js';
import { readHistorySettings } from '../../platform/config/environment.js';
import { HistoryCheckService } from '../../accounting/history/history-check.service.js';
import type { HistoryCheckListener } from '../../accounting/history/history-check.service.js';
import { HistoryRepository } from '../../accounting/history/history.repository.js';
import { keyRing, readDatabase } from '../lib/database.js';
import { CommandError, FLAG, runProgram, print, spanOf, TEXT } from '../lib/program.js';
import { checkAudit, JsonFindings, TextFindings } from './findings.js';
import type { Findings } from './findings.js';

const HELP = `Recomputes and compares every HMAC of the order history and of the audit log. Read-only, while the service runs.

  npm run verify-history -- [--order <number> | --from <time> --to <time> | --anchor <file>] [--json]

  --order <number>  only this order
  --from <time>     orders created at this time or later: 2026-01-31 (midnight UTC) or 2026-01-31T12:00:00Z
  --to <time>       orders created before this time
  --anchor <file>   also compares with anchors, one per line, as printed by npm run audit-anchor
  --json            one JSON document instead of lines
  --help            this

Finds entries that were altered, removed, inserted, reordered or cut off; orders without history, and entries without
order; orders whose status, review flag, failure code or version does not follow from their trades; orders and trades
whose terms differ from their seal. With an anchor: also entries rewritten with valid HMACs. With --order, --from or --to
the audit log is not checked.
Needs DATABASE_URL and SERVICE_KEY (or _FILE), old keys included; without SERVICE_KEY the key that AUTH=none keeps in the
database. Exits with 0 without faults, 1 with faults, 2 on failure.
`;

const PROGRESS_MS = 3000;

void runProgram(HELP, async (args) => {
  const { values } = parseArgs({ args, options: { order: TEXT, from: TEXT, to: TEXT, anchor: TEXT, json: FLAG } });
  const span = spanOf(values.from, values.to);
  const order = values.order ?? null;
  const isSpan = (span.from ?? span.to) !== null;
  if (order !== null && isSpan) throw new CommandError('--order goes without --from and --to');
  const isAll = order === null && !isSpan;
  if (values.anchor !== undefined && !isAll) throw new CommandError('--anchor goes without --order, --from and --to');
  const anchors = values.anchor === undefined ? [] : await anchorsOf(values.anchor);
  const settings = readHistorySettings(process.env);
  return readDatabase(settings.databaseUrl, async (database) => {
    const ring = await keyRing(settings, database);
    const service = new HistoryCheckService(new HistoryRepository(database));
    const findings = values.json ? new JsonFindings(print) : new TextFindings(print);
    const selection = { order, span };
    const result = await service.check(selection, ring, telling(findings));
    if (order !== null && result.orders + result.faults === 0) throw new CommandError('There is no such order.');
    const audit = isAll ? await checkAudit(database, ring, anchors, findings) : null;
    await findings.end(result, audit);
    return result.faults + (audit?.faults ?? 0) === 0 ? 0 : 1;
  });
});

async function anchorsOf(file: string): Promise<readonly Anchor[]> {
  const text = await readFile(file, 'utf8').catch(() => {
    throw new CommandError('--anchor names a file that cannot be read');
  });
  const anchors = anchorsIn(text);
  if (anchors === null) throw new CommandError('--anchor must name a file of anchors, one to a line');
  return anchors;
}

/** Passes faults to the findings, and prints progress to standard error now and then. */
function telling(findings: Findings): HistoryCheckListener {
  let reportedAt = performance.now();
  return {
    fault: (fault) => findings.fault(fault),
    progress: ({ orders, entries, faults }) => {
      if (performance.now() - reportedAt < PROGRESS_MS) return;
      reportedAt = performance.now();
      process.stderr.write(`${orders} orders with ${entries} entries so far, ${faults} faults\n`);
    },
  };
}
