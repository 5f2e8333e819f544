/** Programs at the start of documented commands. */
const PROGRAMS = 'npm|npx|node|curl|openssl|docker|buildah|kubectl|systemctl|git|psql|promtool';

/** Every command of a document, in shell blocks and within sentences, each once. */
export function commandsIn(markdown: string): string[] {
  const places = markdown.matchAll(
    new RegExp(`^( *)\`\`\`(\\w*)\n([^]*?)^\\1\`\`\`$|\`((?:${PROGRAMS})\\s[^\`]+)\``, 'gm'),
  );
  const commands = [...places].flatMap(([, indent = '', language, block, within]) => {
    if (within !== undefined) return [within.replace(/\s+/g, ' ')];
    return isShell(language!) ? commandsOf(block!.replaceAll(new RegExp(`^${indent}`, 'gm'), '')) : [];
  });
  return [...new Set(commands)];
}

/** A block without a language may be shell too. */
const isShell = (language: string): boolean => ['', 'sh', 'bash', 'shell', 'console'].includes(language);

/** One per line and part of `a && b`; an open quote continues on the next line. */
function commandsOf(block: string): string[] {
  const lines: string[] = [];
  let unfinished = '';
  for (const line of block.trimEnd().split('\n')) {
    unfinished += (unfinished && '\n') + line;
    if (unfinished.split("'").length % 2 === 0 || line.endsWith('\\')) continue;
    lines.push(unfinished);
    unfinished = '';
  }
  if (unfinished !== '') throw new Error(`a command does not end: ${unfinished}`);
  return lines.flatMap((line) => line.split(' && ')).filter((line) => line !== '' && !line.startsWith('#'));
}
