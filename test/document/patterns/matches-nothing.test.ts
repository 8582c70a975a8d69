import { parseSource } from '../../../src/document/read/read-document';
import { loadContract } from '../../../src/generate/in-memory';

/** What is said of a pattern of a schema. */
function saidOf(pattern: string): string[] {
  const said: string[] = [];
  const content = { 'text/plain': { schema: { type: 'string', pattern } } };
  const post = {
    operationId: 'add',
    requestBody: { content },
    responses: { 204: { description: 'Done' } },
  };
  const document = {
    openapi: '3.1.0',
    info: { title: 'Words', version: '1' },
    paths: { '/words': { post } },
  };
  loadContract(parseSource(JSON.stringify(document), 'words.json').document, {
    report: ({ message }) => said.push(message),
  });
  return said.filter((message) => message.includes('matches no text'));
}

it.each([
  ['/^a$/i', 'write "^a$"'],
  ['/^a/', 'write "^a"'],
  ['/a$/', 'write "a$"'],
  ['a^', 'correct it'],
  ['$a', 'correct it'],
  ['(a^|b$c)', 'correct it'],
  ['a+^b', 'correct it'],
  ['(?:x^)+', 'correct it'],
])('says that %s matches no text', (pattern, remedy) => {
  expect(saidOf(pattern)).toStrictEqual([
    `the pattern ${JSON.stringify(pattern)} matches no text, since it has characters before "^" or after "$"; ${remedy}`,
  ]);
});

it.each([
  '^a$',
  '/a/',
  '(a|^)b',
  '(^a|b)$',
  'a*^b',
  'a$|^b',
  '(?=^)a',
  '(?:x^)*',
  '\\^a',
  '[$]a',
  '',
])('says nothing of that kind of %j', (pattern) => {
  expect(saidOf(pattern)).toStrictEqual([]);
});
