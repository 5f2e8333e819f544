/** The address of a widget's script that shows nothing by itself, calls `onload` once it is there, and speaks `language`. */
export function widgetAddress(scriptUrl: string, onload: string, language: string): string {
  const url = new URL(scriptUrl);
  for (const [name, value] of Object.entries({ render: 'explicit', onload, hl: language })) {
    url.searchParams.set(name, value);
  }
  return url.href;
}
