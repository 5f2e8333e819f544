import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { projectFolder } from '../platform/config/project-folder.js';
import type { Settings } from '../platform/config/settings.js';
import type { PageFacts } from '../platform/terms/terms.js';
import { brandStyle } from './brand-style.js';
import { pageDocument } from './page-document.js';
import { pageFacts } from './page-facts.js';

/** The pages as built by `npm run build`, filled in from the settings. */
export interface BuiltPages {
  readonly checkout: (host: string, link: PageFacts['link']) => string;
  readonly order: (host: string) => string;
  readonly brandStyle: string;
  readonly brandVersion: string;
}

/** Throws if the pages were not built into `folder`. */
export function readBuiltPages(settings: Settings, folder = builtFolder()): BuiltPages {
  const style = brandStyle(settings.pages.brand.color);
  const version = createHash('sha256').update(style).digest('hex').slice(0, 8);
  const page = (name: string): BuiltPages['checkout'] & BuiltPages['order'] => {
    const built = readFileSync(join(folder, `${name}.html`), 'utf8');
    const documentAt = (host: string, link: PageFacts['link'] = null): string =>
      pageDocument(built, pageFacts(settings, host, link), `/brand.css?v=${version}`);
    documentAt('');
    return documentAt;
  };
  return { checkout: page('checkout'), order: page('order'), brandStyle: style, brandVersion: version };
}

export const builtFolder = (): string => join(projectFolder(), 'dist/web');
