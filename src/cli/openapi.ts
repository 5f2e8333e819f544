import { randomBytes } from 'node:crypto';
import { parseArgs } from 'node:util';
import { createApp } from '../app.js';
import { readSettings } from '../platform/config/environment.js';
import { describeApi } from '../openapi/describe-api.js';
import { json, output, runProgram, TEXT } from './lib/program.js';

const HELP = `The OpenAPI document of the service, as served at /openapi.json.

  npm run openapi -- [--output <file>]

  --output <file>  written atomically, instead of standard output
  --help           this

Needs no settings, no database and no provider. Exits with 0, or with 2 on failure.
`;

/** Made-up values: the application is never started, so nothing connects to these addresses. */
const MADE_UP = {
  DATABASE_URL: 'postgres://nobody@127.0.0.1:9/nothing',
  RAMP_BASE_URL: 'http://127.0.0.1:9',
  RAMP_APP_ID: 'app',
  RAMP_APP_SECRET: 'secret',
  SERVICE_KEY: randomBytes(32).toString('base64'),
  LOG_LEVEL: 'silent',
};

void runProgram(HELP, async (args) => {
  const { values } = parseArgs({ args, options: { output: TEXT } });
  const app = await createApp(readSettings(MADE_UP));
  await output(values.output, json(describeApi(app)));
  return 0;
});
