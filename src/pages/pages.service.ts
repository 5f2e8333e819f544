import { Injectable, Logger } from '@nestjs/common';
import { Settings } from '../platform/config/settings.js';
import { readBuiltPages } from './built-pages.js';
import type { BuiltPages } from './built-pages.js';

/** The pages, read once at start; null where none are served. */
@Injectable()
export class PagesService {
  readonly built: BuiltPages | null;

  constructor(settings: Settings) {
    this.built = settings.pages.enabled && settings.roles.api ? this.#read(settings) : null;
  }

  /** Without its pages the API works all the same. */
  #read(settings: Settings): BuiltPages | null {
    try {
      return readBuiltPages(settings);
    } catch (error) {
      new Logger(PagesService.name).error({ msg: 'no pages: they were not built', error: String(error) });
      return null;
    }
  }
}
