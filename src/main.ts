import { SettingsError } from './platform/config/reader.js';
import { settingsHelp } from './platform/config/settings-text.js';
import { settingWarnings } from './platform/config/unknown-settings.js';
import { endOnSignals } from './platform/http/edge/end-on-signals.js';
import { startService } from './start.js';

async function main(): Promise<void> {
  if (process.argv.includes('--help')) {
    process.stdout.write(settingsHelp());
    return;
  }
  const starting = startService(process.env);
  endOnSignals(starting);
  await starting;
}

main().catch((error: unknown) => {
  // A SettingsError lists its problems; other errors print only their message, which holds no setting.
  const lines =
    error instanceof SettingsError
      ? [error.message, ...settingWarnings(process.env)]
      : [`The service could not start: ${String(error)}`];
  process.stderr.write(`${lines.join('\n')}\n`);
  process.exit(1);
});
