/** Don't use `URL.canParse`: once Node 20 has compiled it, it refuses URLs with letters such as `ü`. */
export function parsedUrl(text: string): URL | null {
  try {
    return new URL(text);
  } catch {
    return null;
  }
}

export function isLoopbackUrl(url: string): boolean {
  return isLoopbackHost(parsedUrl(url)?.hostname ?? '');
}

/** IPv6 addresses with or without brackets. */
export function isLoopbackHost(host: string): boolean {
  return host === 'localhost' || host === '::1' || host === '[::1]' || /^127\.\d+\.\d+\.\d+$/.test(host);
}

/** Schemes of the web, of local files, and those that run code: none is an app's own. */
const NOT_OF_AN_APP = new Set(
  `about: blob: content: data: file: filesystem: ftp: http: https: intent: javascript: vbscript: view-source: ws:
   wss:`.split(/\s+/),
);

export function isAppScheme(protocol: string): boolean {
  return /^[a-z][a-z0-9+.-]*:$/.test(protocol) && !NOT_OF_AN_APP.has(protocol);
}

/** Is this the origin of pages in an app, such as `capacitor://localhost`? `URL.origin` is `null` for all of them. */
function isAppOrigin(origin: string): boolean {
  const [, protocol = ''] = /^([^/]+)\/\/[A-Za-z0-9._-]+(?::\d{1,5})?$/.exec(origin) ?? [];
  return isAppScheme(protocol);
}

/** A host that is safe in a header. The URL parser accepts `a.example;script-src`, whose rest is a directive. */
export const isHostName = (host: string): boolean => /^([a-z0-9_.-]+|\[[0-9a-f:.]+\])$/.test(host);

/** An origin of the web (a scheme, a host, and a port where it is not the usual one), or of an app. */
export function isOrigin(origin: string): boolean {
  if (isAppOrigin(origin)) return true;
  const url = /^https?:/.test(origin) ? parsedUrl(origin) : null;
  return url !== null && url.origin === origin && isHostName(url.hostname);
}

/** An address of the shop with its placeholders filled in. */
export function filledAddress(
  address: string,
  values: { readonly lang: string; readonly merchantOrderNo: string },
): string {
  return address.replaceAll(/\{(lang|merchantOrderNo)\}/g, (_, name: keyof typeof values) =>
    encodeURIComponent(values[name]),
  );
}
