/** Script URL of a widget that renders only on request, calls `onload` once loaded, and uses `language`. */
export function widgetAddress(scriptUrl: string, onload: string, language: string): string {
  const url = new URL(scriptUrl);
  for (const [name, value] of Object.entries({ render: 'explicit', onload, hl: language })) {
    url.searchParams.set(name, value);
  }
  return url.href;
}
