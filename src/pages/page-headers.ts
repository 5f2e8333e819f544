/**
 * Headers of the documents: scripts, styles and pictures from this origin alone, no inline code, no frame around them. A
 * merchant's logo may come from its own origin. `widget`: where a widget that others have written comes from; such scripts
 * make further ones out of text, so that trusted types cannot be required beside them.
 */
export function pageHeaders(logoUrl: string | null, widget: readonly string[] = []): Readonly<Record<string, string>> {
  const code = ["'self'", ...widget].join(' ');
  const pictures = logoUrl === null ? "'self'" : `'self' ${new URL(logoUrl).origin}`;
  const policy = [
    "default-src 'none'",
    `script-src ${code}`,
    `style-src ${code}`,
    `img-src ${pictures}`,
    `connect-src ${code}`,
    "base-uri 'none'",
    "form-action 'none'",
    "frame-ancestors 'none'",
    widget.length === 0 ? "require-trusted-types-for 'script'" : `frame-src ${widget.join(' ')}`,
  ];
  return {
    'Content-Security-Policy': policy.join('; '),
    // The document is small and holds settings; what it loads is kept for ever under names that change.
    'Cache-Control': 'no-cache',
  };
}
