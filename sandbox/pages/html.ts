export class Html {
  constructor(readonly text: string) {}
}

/** Template tag that escapes all values except {@link Html}. */
export function html(fixed: TemplateStringsArray, ...values: readonly (string | Html | readonly Html[])[]): Html {
  const filled = values.map((value) => {
    if (typeof value === 'string') return escape(value);
    return value instanceof Html ? value.text : value.map(({ text }) => text).join('');
  });
  return new Html(String.raw({ raw: fixed }, ...filled));
}

const ENTITIES: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
};

function escape(text: string): string {
  return text.replace(/[&<>"']/g, (character) => ENTITIES[character] ?? character);
}
