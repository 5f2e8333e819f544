import { existsSync } from 'node:fs';
import { join } from 'node:path';
import type { NestExpressApplication } from '@nestjs/platform-express';
import serveCompressed from 'express-static-gzip';
import type { Settings } from '../config/settings.js';
import { builtFolder } from './built-pages.js';

/**
 * Scripts, styles and pictures of the pages. Their names change with their contents, so that browsers may keep them; the
 * build compressed them already. A file that is gone, because somebody built anew beneath the service, is a 404.
 */
export function serveAssets(app: NestExpressApplication, { pages, roles }: Settings): void {
  const folder = join(builtFolder(), 'assets');
  if (!pages.enabled || !roles.api || !existsSync(folder)) return;
  const files = serveCompressed(folder, {
    enableBrotli: true,
    orderPreference: ['br', 'gz'],
    index: false,
    serveStatic: { immutable: true, maxAge: '365d', redirect: false, dotfiles: 'ignore' },
  });
  app.use('/assets', files);
}
