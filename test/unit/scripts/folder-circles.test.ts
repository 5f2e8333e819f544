import { expect, it } from 'vitest';
import { folderCircles } from '#scripts/lib/checks/folder-circles.mjs';

const imports = (...lines: string[]) =>
  lines.map((line) => {
    const [from = '', to = ''] = line.split(' > ');
    return { from, to };
  });

it.each<[string, string[], string[][]]>([
  ['one way', ['src/a/x.ts > src/b/y.ts', 'src/b/y.ts > src/c/z.ts'], []],
  ['two that import each other', ['src/a/x.ts > src/b/y.ts', 'src/b/z.ts > src/a/w.ts'], [['src/a', 'src/b', 'src/a']]],
  [
    'three in a circle through unrelated files',
    ['src/a/x.ts > src/b/y.ts', 'src/b/z.ts > src/c/v.ts', 'src/c/w.ts > src/a/u.ts'],
    [['src/a', 'src/b', 'src/c', 'src/a']],
  ],
  [
    'folders including their subfolders',
    ['src/a/deep/x.ts > src/b/y.ts', 'src/b/deeper/still/z.ts > src/a/other/w.ts'],
    [['src/a', 'src/b', 'src/a']],
  ],
  [
    'a circle below',
    ['src/a/one/x.ts > src/a/two/y.ts', 'src/a/two/z.ts > src/a/one/w.ts'],
    [['src/a/one', 'src/a/two', 'src/a/one']],
  ],
  ['a folder and its own subfolder', ['src/a/x.ts > src/a/one/y.ts', 'src/a/one/y.ts > src/a/z.ts'], []],
])('%s', (_, lines, ways) => {
  expect(folderCircles(imports(...lines)).map(({ way }) => way)).toEqual(ways);
});

it('names an import for each step', () => {
  const planted = imports('src/a/x.ts > src/b/y.ts', 'src/b/z.ts > src/a/w.ts');
  expect(folderCircles(planted)[0]!.imports).toEqual(planted);
});
