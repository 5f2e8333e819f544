import { Injectable, Logger } from '@nestjs/common';
import { Settings } from '../platform/config/settings.js';
import { readBuiltPages } from './built-pages.js';
import type { BuiltPages } from './built-pages.js';
import { logEvent } from '../platform/telemetry/log-events.js';

/** The pages, read once at start; null if none are served. */
@Injectable()
export class PagesService {
  readonly built: BuiltPages | null;

  constructor(settings: Settings) {
    this.built = settings.pages.enabled && settings.roles.api ? this.#read(settings) : null;
  }

  /** The API works without the pages. */
  #read(settings: Settings): BuiltPages | null {
    try {
      return readBuiltPages(settings);
    } catch (error) {
      logEvent(new Logger(PagesService.name), 'pages_missing', { error: String(error) });
      return null;
    }
  }
}
