import { parseArgs } from 'node:util';
import { AnchorService } from '../../accounting/anchor/anchor.service.js';
import { anchorText } from '../../accounting/anchor/anchor.js';
import { AuditVerifier } from '../../audit/audit-check.service.js';
import { AuditRepository } from '../../audit/audit.repository.js';
import { readHistorySettings } from '../../platform/config/environment.js';
import { runProgram, print } from '../lib/program.js';
import { readDatabase } from '../lib/database.js';

const HELP = `Prints an anchor: one line of JSON with the ends of the audit log and of the orders' histories. Read-only.

  npm run --silent audit-anchor >> anchors.jsonl

  --help  this

Keep it where the owner of the database cannot write. npm run verify-history -- --anchor <file> finds all
changes to older data, even with valid HMACs. Of the histories it covers entries older than a quarter of an hour.
Needs DATABASE_URL (or DATABASE_URL_FILE). Exits with 0, or with 2 on failure.
`;

void runProgram(HELP, async (args) => {
  parseArgs({ args });
  const anchor = await readDatabase(readHistorySettings(process.env).databaseUrl, (database) =>
    new AnchorService(new AuditVerifier(new AuditRepository(database)), database).make(),
  );
  await print(`${anchorText(anchor)}\n`);
  return 0;
});
