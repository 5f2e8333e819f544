import { existsSync } from 'node:fs';
import { join } from 'node:path';
import type { NestExpressApplication } from '@nestjs/platform-express';
import sirv from 'sirv';
import type { Settings } from '../config/settings.js';
import { builtFolder } from './built-pages.js';

/**
 * Scripts, styles and pictures of the pages. Their names change with their contents, so that browsers may keep them; the
 * build compressed them already.
 */
export function serveAssets(app: NestExpressApplication, { pages, roles }: Settings): void {
  const folder = join(builtFolder(), 'assets');
  if (!pages.enabled || !roles.api || !existsSync(folder)) return;
  app.use('/assets', sirv(folder, { maxAge: 31_536_000, immutable: true, etag: true, brotli: true, gzip: true }));
}
