import { Logger } from '@nestjs/common';
import type { NestExpressApplication } from '@nestjs/platform-express';
import type { NextFunction, Request, Response } from 'express';
import serveCompressed from 'express-static-gzip';
import { createHash } from 'node:crypto';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { projectFolder } from '../platform/config/project-folder.js';
import type { Settings } from '../platform/config/settings.js';
import { Problem, PROBLEM_TEXTS } from '../platform/problems/problem.js';
import { logEvent } from '../platform/telemetry/log-events.js';
import { brandStyle } from './brand-style.js';
import { pageDocument, pageFacts } from './page-document.js';
import type { Requested } from './page-document.js';

const builtFolder = (): string => join(projectFolder(), 'dist/web');

export type BuiltPages = ReturnType<typeof read>;

/** null: none are served. Without built pages the API works all the same. */
export function readBuiltPages(settings: Settings): BuiltPages | null {
  if (!settings.pages.enabled || !settings.roles.api) return null;
  try {
    return read(settings);
  } catch (error) {
    logEvent(new Logger('Pages'), 'pages_missing', { error: String(error) });
    return null;
  }
}

function read(settings: Settings) {
  const style = brandStyle(settings.pages.brand.color);
  const version = createHash('sha256').update(style).digest('hex').slice(0, 8);
  const page = (name: string) => {
    const built = readFileSync(join(builtFolder(), `${name}.html`), 'utf8');
    const documentAt = (requested: Requested): string =>
      pageDocument(built, pageFacts(settings, requested), `/brand.css?v=${version}`);
    // Throws now if the document has no place for the facts.
    documentAt({
      host: '',
      link: null,
      embedder: null,
      durations: { stated: {}, payment: {}, delivery: {}, payout: {} },
    });
    return documentAt;
  };
  return { checkout: page('checkout'), order: page('order'), brandStyle: style, brandVersion: version };
}

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
