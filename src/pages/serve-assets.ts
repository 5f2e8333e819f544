import { existsSync } from 'node:fs';
import { join } from 'node:path';
import type { NestExpressApplication } from '@nestjs/platform-express';
import type { NextFunction, Request, Response } from 'express';
import serveCompressed from 'express-static-gzip';
import type { Settings } from '../platform/config/settings.js';
import { Problem, PROBLEM_TEXTS } from '../platform/problems/problem.js';
import { builtFolder } from './built-pages.js';

/** Asset names contain a hash, so browsers may cache them. The build compressed them. */
export function serveAssets(app: NestExpressApplication, { pages, roles }: Settings): void {
  const folder = join(builtFolder(), 'assets');
  if (!pages.enabled || !roles.api || !existsSync(folder)) return;
  const files = serveCompressed(folder, {
    enableBrotli: true,
    orderPreference: ['br', 'gz'],
    index: false,
    serveStatic: { immutable: true, maxAge: '365d', redirect: false, dotfiles: 'ignore' },
  });
  app.use('/assets', refuseUnreadable, files);
}

/** An invalid percent-encoding would otherwise produce an error page that shows file paths. */
function refuseUnreadable({ path }: Request, _response: Response, next: NextFunction): void {
  try {
    decodeURIComponent(path);
    next();
  } catch {
    next(new Problem('not_found', PROBLEM_TEXTS.fileNotFound));
  }
}
