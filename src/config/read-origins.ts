import type { SettingsReader } from './reader.js';

/** A web origin: a scheme, a host, and a port where it is not the usual one. */
export function isOrigin(read: SettingsReader, name: string, origin: string): boolean {
  if (/^https?:/.test(origin) && URL.canParse(origin) && new URL(origin).origin === origin) return true;
  read.problems.push(`${name} must list origins such as https://shop.example`);
  return false;
}

/** Where a customer may be sent back to: an origin, or the scheme of an app. */
export function isRedirectOrigin(read: SettingsReader, origin: string): boolean {
  // An app's own scheme (`myapp:`) has no origin; schemes that run code or show local files are never a way back.
  if (
    /^[a-z][a-z0-9+.-]*:$/.test(origin) &&
    !/^(javascript|data|blob|file|filesystem|vbscript|view-source|about|https?|wss?|ftp):$/.test(origin)
  )
    return true;
  return isOrigin(read, 'REDIRECT_ORIGINS', origin);
}
