/** The API of frontends and merchants' servers. The client excludes the staff API. */
const CLIENT_PATHS = [
  '/v1/cryptos',
  '/v1/quotes',
  '/v1/checkouts',
  '/v1/orders/{merchantOrderNo}',
  '/v1/orders/{merchantOrderNo}/events',
  '/v1/orders/{merchantOrderNo}/retry',
  '/v1/orders',
  '/v1/sell-orders',
  '/v1/checkout-links',
  '/v1/events',
];

/** @typedef {Record<string, unknown>} Json */
/** @typedef {Json & { paths: Json, webhooks?: Json, components?: Record<string, Json> }} OpenApiDocument */

/**
 * The part of the OpenAPI document that the client needs: its paths, the webhooks, and all that they refer to.
 * @param {OpenApiDocument} document
 * @returns {OpenApiDocument}
 */
export function clientPart(document) {
  const paths = pick(document.paths, (path) => CLIENT_PATHS.includes(path));
  const used = referredTo(document, [paths, document.webhooks ?? {}]);
  const components = Object.fromEntries(
    Object.entries(document.components ?? {})
      .map(([kind, all]) => {
        const needed = pick(all, (name) => kind === 'securitySchemes' || used.has(`${kind}/${name}`));
        return /** @type {const} */ ([kind, needed]);
      })
      .filter(([, all]) => Object.keys(all).length > 0),
  );
  const { tags: _, ...rest } = document;
  return { ...rest, paths, components };
}

/** @param {OpenApiDocument} document @param {unknown} from @returns {Set<string>} such as `schemas/Order` */
function referredTo(document, from) {
  const found = new Set();
  const look = (/** @type {unknown} */ part) => {
    for (const [, kind = '', name = ''] of JSON.stringify(part).matchAll(/"#\/components\/(\w+)\/([^"/]+)"/g)) {
      const id = `${kind}/${name}`;
      if (found.has(id)) continue;
      found.add(id);
      look(document.components?.[kind]?.[name] ?? null);
    }
  };
  look(from);
  return found;
}

/** @param {Json} all @param {(name: string) => boolean} isWanted @returns {Json} */
function pick(all, isWanted) {
  return Object.fromEntries(Object.entries(all).filter(([name]) => isWanted(name)));
}
