/**
 * The page with all screenshots side by side.
 * @param {readonly { name: string, about: string }[]} states
 * @param {readonly { name: string }[]} looks
 * @returns {string}
 */
export function contactSheet(states, looks) {
  const cells = (/** @type {string} */ state) =>
    looks.map(({ name }) => {
      const file = `${state}.${name}.png`;
      return `<a href="${file}"><img src="${file}" alt="${state}, ${name}" loading="lazy"><small>${name}</small></a>`;
    });
  const rows = states.map(
    ({ name, about }) =>
      `<section id="${name}"><h2>${name}</h2><p>${escaped(about)}</p><div>${cells(name).join('')}</div></section>`,
  );
  return `<!doctype html>
<html lang="en">
<meta charset="utf-8">
<meta name="viewport" content="width=device-width">
<title>Gallery of the pages</title>
<style>
  body { font: 15px/1.5 system-ui, sans-serif; margin: 24px; background: #e8ebf0; color: #121826 }
  section > div { display: flex; gap: 12px; overflow-x: auto; align-items: start }
  a { flex: none; color: inherit } img { display: block; height: 420px; border-radius: 6px } small { display: block }
</style>
<h1>Gallery of the pages</h1>
${rows.join('\n')}
</html>
`;
}

/** @param {string} text */
const escaped = (text) => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;');
