/**
 * Headers of the documents: scripts, styles and pictures from this origin alone, no inline code, no frame around them. A
 * merchant's logo may come from its own origin.
 */
export function pageHeaders(logoUrl: string | null): Readonly<Record<string, string>> {
  const pictures = logoUrl === null ? "'self'" : `'self' ${new URL(logoUrl).origin}`;
  const policy = [
    "default-src 'none'",
    "script-src 'self'",
    "style-src 'self'",
    `img-src ${pictures}`,
    "connect-src 'self'",
    "base-uri 'none'",
    "form-action 'none'",
    "frame-ancestors 'none'",
    "require-trusted-types-for 'script'",
  ];
  return {
    'Content-Security-Policy': policy.join('; '),
    // The document is small and holds settings; what it loads is kept for ever under names that change.
    'Cache-Control': 'no-cache',
  };
}
