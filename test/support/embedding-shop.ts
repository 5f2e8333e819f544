import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { rolldown } from 'rolldown';
import { FakeServer } from '#tools/fakes/server.mjs';
import { sampleIn } from './documents.js';
import { PROJECT } from './programs.js';
import { openShop } from './shop.js';
import type { Shop } from './shop.js';

/** A merchant's site that embeds the checkout page, as the documents say. */
export interface EmbeddingShop {
  /** The service; its pages are of another site than the merchant's. */
  readonly shop: Shop;
  /** The page with the frame. */
  readonly url: string;
  /** The page with the pop-up. */
  readonly popupUrl: string;
  /** The page with the frame at an origin that is not listed. */
  readonly foreignUrl: string;
  readonly close: () => Promise<void>;
}

export async function openEmbeddingShop(): Promise<EmbeddingShop> {
  const client = await browserClient();
  const pages = new Map<string, string>();
  const site = await FakeServer.start((response, { target }) => {
    const page = pages.get(target);
    const type = page === undefined ? 'text/javascript' : 'text/html';
    response.writeHead(200, { 'content-type': `${type}; charset=utf-8` }).end(page ?? client);
  });
  // Another port is another origin; browsers part the storage of frames by site, which needs another host.
  const origin = site.url.replace('127.0.0.1', 'localhost');
  const shop = await openShop({ AUTH: 'required', AUTH_GUESTS: 'true', EMBED_ORIGINS: origin });
  const sample = sampleIn(readFileSync('docs/embedding.md', 'utf8'), 'html').replace('https://pay.example', shop.url);
  pages.set('/', sample);
  pages.set('/popup', sample.replace(/container: .*,/, 'popup: true,'));
  return {
    shop,
    url: `${origin}/`,
    popupUrl: `${origin}/popup`,
    foreignUrl: `${site.url}/`,
    close: async () => {
      await shop.close();
      await site.close();
    },
  };
}

/** The client as one file for browsers. */
async function browserClient(): Promise<string> {
  const bundle = await rolldown({ input: join(PROJECT, 'client/src/embed.ts'), platform: 'neutral' });
  const { output } = await bundle.generate({ format: 'esm' });
  await bundle.close();
  return output[0].code;
}
