import type { PageFacts } from '../platform/terms/terms.js';
import { filledAddress } from '../platform/text/urls.js';

/** A sentence for each language of the pages, for browsers that don't run their scripts. */
export const NEEDS_SCRIPTS: Readonly<Record<string, string>> = {
  en: 'This page needs JavaScript. Please switch it on and load the page again.',
  es: 'Esta página necesita JavaScript. Actívelo y vuelva a cargar la página.',
  pt: 'Esta página precisa de JavaScript. Ative-o e recarregue a página.',
  'zh-CN': '此页面需要 JavaScript。请启用后重新加载页面。',
  ar: 'تحتاج هذه الصفحة إلى JavaScript. يُرجى تفعيله ثم إعادة تحميل الصفحة.',
  fr: 'Cette page a besoin de JavaScript. Activez-le, puis rechargez la page.',
  de: 'Diese Seite braucht JavaScript. Bitte schalten Sie es ein und laden Sie die Seite neu.',
};

/** What the request says about its visitor. */
export interface Visit {
  /** One of the pages' languages, as far as the server knows: the page's script decides. */
  readonly language: string;
  /** The order's number in the address; null: none, or no possible number. */
  readonly number: string | null;
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

/** For browsers that don't run scripts: the order's number, a sentence in each language, and where to get help. */
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
