/**
 * Headers of the documents: resources from this origin only, no inline code, no framing. A merchant's logo may come
 * from its own origin. `widget` are the origins of a third-party widget. Such scripts create further scripts from text,
 * so trusted types cannot be required.
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
    // The document is small and contains settings. Its assets are cached permanently under versioned names.
    'Cache-Control': 'no-cache',
  };
}
