import { readFile } from 'node:fs/promises';
import { Secret } from '../../platform/shared/secret.js';
import { within } from '../../platform/shared/within.js';
import type { OutageLog } from '../../platform/telemetry/outage-log.js';
import { isHeaderValue } from '../../platform/shared/header-value.js';
import { TokenSource } from './access-tokens.js';
import type { TokenFinding } from './access-tokens.js';

/** A file system that hangs must not hold a customer up: the last good content is good enough. */
const READ_MS = 1000;

/**
 * The token that stands in a file, as it stands there now: whoever replaces it need not restart anything. It is read
 * anew for each trade, through whatever links lead to it; a file of some bytes costs less than being wrong about whether
 * it changed. While it is missing, empty or half written, the last good content stays in use.
 */
export class FileToken extends TokenSource {
  private lastGood: Secret;
  private reading: Promise<void> | null = null;

  /** `atStart`: what stood in the file when the settings were read. */
  constructor(
    private readonly path: string,
    atStart: Secret,
    private readonly outages: OutageLog,
  ) {
    super();
    this.lastGood = atStart;
  }

  async find(): Promise<TokenFinding> {
    await within(READ_MS, this.reading ?? this.begin(), null);
    return { kind: 'token', token: this.lastGood };
  }

  discard(): void {
    // The next trade reads the file anew; until somebody replaces its content there is no other token.
  }

  private begin(): Promise<void> {
    this.reading = this.read().finally(() => {
      this.reading = null;
    });
    return this.reading;
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
