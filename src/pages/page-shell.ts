import type { PageFacts } from '../platform/terms/terms.js';
import { filledAddress } from '../platform/text/urls.js';

/** In each language of the pages, for browsers that don't run their scripts. The build's target says which do. */
export const NEEDS_SCRIPTS: Readonly<Record<string, string>> = {
  en: 'This page needs JavaScript and a browser of 2022 or newer. If it does not load, switch JavaScript on, update the browser or use another one.',
  es: 'Esta página necesita JavaScript y un navegador de 2022 o posterior. Si no se carga, active JavaScript, actualice el navegador o use otro.',
  pt: 'Esta página precisa de JavaScript e de um navegador de 2022 ou mais recente. Se ela não carregar, ative o JavaScript, atualize o navegador ou use outro.',
  'zh-CN':
    '此页面需要 JavaScript，以及 2022 年或更新的浏览器。如果无法加载，请启用 JavaScript、更新浏览器或改用其他浏览器。',
  ar: 'تحتاج هذه الصفحة إلى JavaScript وإلى متصفح من عام 2022 أو أحدث. إذا لم تُحمَّل، ففعّل JavaScript أو حدّث المتصفح أو استخدم متصفحًا آخر.',
  fr: 'Cette page a besoin de JavaScript et d’un navigateur de 2022 ou plus récent. Si elle ne se charge pas, activez JavaScript, mettez le navigateur à jour ou utilisez-en un autre.',
  de: 'Diese Seite braucht JavaScript und einen Browser von 2022 oder neuer. Wenn sie nicht lädt, schalten Sie JavaScript ein, aktualisieren Sie den Browser oder verwenden Sie einen anderen.',
};

/** What the request says about its visitor. */
export interface Visit {
  /** One of the pages' languages, as far as the server knows: the page's script decides. */
  readonly language: string;
  /** The order's number in the address; null: none, or no possible number. */
  readonly number: string | null;
  /** The browser's, by preference. */
  readonly languages?: readonly string[];
  /** What the address asks for, unchecked. */
  readonly fiat?: unknown;
  readonly country?: unknown;
}

type Shop = Pick<PageFacts, 'brand' | 'help'>;

/** The brand as the page's script draws it, so that nothing moves when the script takes over. */
export function brandMark({ brand: { name, logoUrl, url } }: Shop, visit: Visit): string {
  const mark =
    logoUrl === null
      ? `<span class="brand"><span class="brand__letter" aria-hidden="true">${escaped([...name][0]?.toUpperCase() ?? '')}</span><span>${escaped(name)}</span></span>`
      : `<img class="brand__logo" src="${escaped(logoUrl)}" alt="${escaped(name)}">`;
  return url === null
    ? mark
    : `<a class="brand" href="${escaped(addressFor(url, visit))}" target="_top" rel="noreferrer noopener">${mark}</a>`;
}

/** For browsers that don't run the page's scripts: the order's number, a sentence in each language, and where to get help. */
export function withoutScripts({ help: { support } }: Shop, visit: Visit): string {
  const { language, number } = visit;
  const languages = [language, ...Object.keys(NEEDS_SCRIPTS).filter((other) => other !== language)];
  const address = support === null ? null : escaped(addressFor(support, visit));
  const lines = [
    ...(number === null ? [] : [`<h1><span class="code">${escaped(number)}</span></h1>`]),
    ...languages.map((tag) => `<p lang="${tag}" dir="auto">${NEEDS_SCRIPTS[tag] ?? ''}</p>`),
    ...(address === null ? [] : [`<p><a href="${address}">${address.replace(/^(https:\/\/|mailto:)/, '')}</a></p>`]),
  ];
  return `<div class="card stack without-scripts">${lines.join('')}</div>`;
}

function addressFor(address: string, { language, number }: Visit): string {
  return filledAddress(address, { lang: language, merchantOrderNo: number ?? '' });
}

/** Safe as text and as a value in quotation marks. */
export function escaped(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&quot;');
}
