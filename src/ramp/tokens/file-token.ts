import { readFile } from 'node:fs/promises';
import { Secret } from '../../platform/callers/secret.js';
import { within } from '../../platform/time/promises.js';
import type { Time } from '../../platform/time/time.js';
import type { OutageLog } from '../../platform/telemetry/outage-log.js';
import { isHeaderValue } from '../../platform/text/text.js';

/** A hanging file system must not delay a customer; after this time the last good content is used. */
const READ_MS = 1000;

/**
 * Read for each trade, following links, so that a replaced token takes effect without a restart. While the file is
 * missing, empty or half written, the last good content stays in use.
 */
export class FileToken {
  private lastGood: Secret;
  private reading: Promise<void> | null = null;

  /** `atStart`: the file's content when the settings were read. */
  constructor(
    private readonly path: string,
    atStart: Secret,
    private readonly outages: OutageLog,
    private readonly time: Time,
  ) {
    this.lastGood = atStart;
  }

  async find(): Promise<Secret> {
    this.reading ??= this.read().finally(() => {
      this.reading = null;
    });
    await within(this.time, READ_MS, this.reading, null);
    return this.lastGood;
  }

  private async read(): Promise<void> {
    try {
      const content = (await readFile(this.path, 'utf8')).trim();
      if (!isHeaderValue(content)) throw new Error('the file holds no token that could be sent');
      if (content !== this.lastGood.reveal()) this.lastGood = new Secret(content);
      this.outages.worked();
    } catch (error) {
      this.outages.failed(error);
    }
  }
}
