import { expect, it } from 'vitest';
import { commandsIn } from '../support/shell-commands.js';

it.each([
  ['a line each', '```sh\nnpm ci\nnpm start\n```', ['npm ci', 'npm start']],
  ['each part of a chain', '```sh\nnpm ci && npm start\n```', ['npm ci', 'npm start']],
  ['a quote over several lines', '```sh\ncurl -d \'{\n  "a": 1 }\' x\n```', ['curl -d \'{\n  "a": 1 }\' x']],
  ['a line that goes on', '```sh\nnpm run x \\\n  --y\n```', ['npm run x \\\n  --y']],
  ['a block of no language', '```\nmake me rich\n```', ['make me rich']],
  ['within a sentence', 'Run `npm run\ndoctor`, or `GET /docs`.', ['npm run doctor']],
  ['each once', '```sh\nnpm ci\n```\nand `npm ci`', ['npm ci']],
  ['no other language', '```js\nnpm.ci()\n```\n', []],
  ['no comment', '```sh\n# first\nnpm ci\n```', ['npm ci']],
])('commands of a document: %s', (_what, markdown, commands) => {
  expect(commandsIn(markdown)).toEqual(commands);
});

it('an unclosed quote in a command is an error of the document', () => {
  expect(() => commandsIn("```sh\ncurl -d '{\n```")).toThrow('does not end');
});
