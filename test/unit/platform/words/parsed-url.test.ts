import { expect, it } from 'vitest';
import { parsedUrl } from '#src/platform/text/urls.js';

it.each([
  ['https://bücher.example/', 'https://xn--bcher-kva.example/'],
  ['https://shop.example/ü', 'https://shop.example/%C3%BC'],
  ['nonsense', undefined],
])('parses %s the same however often it is called', (text, href) => {
  for (let times = 0; times < 20_000; times++) expect(parsedUrl(text)?.href).toBe(href);
});
