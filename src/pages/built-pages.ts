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
import { firstFetches, pageDocument, pageFacts, requestedAt } from './page-document.js';
import type { Requested } from './page-document.js';
import type { Visit } from './page-shell.js';

const builtFolder = (): string => join(projectFolder(), 'dist/web');

/** Vite's: files by their source. */
type Manifest = Readonly<Record<string, { readonly file: string } | undefined>>;

/** The checkout page needs them soon after its first render. */
const ADDRESS_RULES = '../src/catalog/rules/destination.ts';

export type BuiltPages = ReturnType<typeof read>;

export const BUILT_PAGES = Symbol('the built pages');

/** null: none are served. Without built pages the API works all the same. */
export function readBuiltPages(settings: Settings): BuiltPages | null {
  if (!areServed(settings)) return null;
  try {
    return read(settings);
  } catch (error) {
    logEvent(new Logger('Pages'), 'pages_missing', { error: String(error) });
    return null;
  }
}

const areServed = ({ pages, roles }: Settings): boolean => (pages.enabled || pages.console) && roles.api;

function read(settings: Settings) {
  const style = brandStyle(settings.pages.brand.color);
  const version = createHash('sha256').update(style).digest('hex').slice(0, 8);
  const manifest = JSON.parse(readFileSync(join(builtFolder(), '.vite/manifest.json'), 'utf8')) as Manifest;
  const page = (name: 'checkout' | 'order' | 'console') => {
    const built = readFileSync(join(builtFolder(), `${name}.html`), 'utf8');
    const textsIn = (language: string, chapter: string): string | undefined =>
      manifest[`locales/${language}/${chapter}.json`]?.file;
    const documentAt = (requested: Requested, visitor: Visit): string => {
      // The console has fewer languages than the other pages.
      const language = textsIn(visitor.language, name) === undefined ? 'en' : visitor.language;
      const visit = { ...visitor, language };
      const texts = ['common', name].flatMap((chapter) => textsIn(language, chapter) ?? []);
      const rules = name === 'checkout' ? (manifest[ADDRESS_RULES]?.file ?? []) : [];
      const preloads = [...texts, rules].flat().map((file) => `/${file}`);
      const facts = pageFacts(settings, requested);
      const fetches = name === 'checkout' ? firstFetches(facts, visit) : [];
      return pageDocument(built, facts, { brandStyleUrl: `/brand.css?v=${version}`, preloads, fetches }, visit);
    };
    // Throws now if the document lacks a place.
    documentAt(requestedAt(''), { language: 'en', number: null });
    return documentAt;
  };
  const { enabled, console } = settings.pages;
  return {
    customers: enabled ? { checkout: page('checkout'), order: page('order') } : null,
    console: console ? page('console') : null,
    brandStyle: style,
    brandVersion: version,
  };
}

/** Browsers obey these in documents only, and a page loads a dozen assets. */
const OF_DOCUMENTS =
  /^(?:cross-origin-opener|origin-agent|permissions|referrer|x-(?:dns|download|frame|permitted|xss))/;

/** Asset names contain a hash, so browsers may cache them. The build compressed them. */
export function serveAssets(app: NestExpressApplication, settings: Settings): void {
  const folder = join(builtFolder(), 'assets');
  if (!areServed(settings) || !existsSync(folder)) return;
  const files = serveCompressed(folder, {
    enableBrotli: true,
    orderPreference: ['br', 'gz'],
    index: false,
    serveStatic: {
      immutable: true,
      maxAge: '365d',
      redirect: false,
      dotfiles: 'ignore',
      setHeaders: (response) => {
        for (const name of response.getHeaderNames()) if (OF_DOCUMENTS.test(name)) response.removeHeader(name);
      },
    },
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
