import { existsSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import type * as RegularExpressions from '../../../../src/runtime/contract/schema/regular-expression';
import { check } from '../../../../src/tools/check/command';
import { readDocument } from '../../../../src/tools/document/read/read-document';
import { generate } from '../../../../src/tools/generate/command';
import { runInProcess } from '../../../support/run-in-process';
import { serveMock } from '../../../support/serve-mock';
import { temporaryProject } from '../../../support/temporary-folder';

/** What generation says of patterns, and what it writes for them. */

const ROOT = path.join(__dirname, '..', '..', '..', '..');
const EXPRESSIONS = '../../../../src/runtime/contract/schema/regular-expression';
const folder = temporaryProject();
const spec = path.join(folder, 'patterns.yaml');
const out = path.join(folder, 'out');

const DOCUMENT = `openapi: 3.1.0
info: { title: Patterns, version: '1' }
paths:
  /words/{id}:
    parameters:
      - name: id
        in: path
        required: true
        schema:
          type: string
          pattern: ^(a+)+$
    post:
      operationId: post
      requestBody:
        content:
          application/json:
            schema:
              type: object
              propertyNames:
                pattern: '[a-z]+$'
              patternProperties:
                ^.*x.*y$:
                  type: string
                  pattern: ^[a-z]+$
              additionalProperties:
                $ref: '#/components/schemas/Pair'
      responses: { 204: { description: Taken } }
components:
  schemas:
    Pair:
      type: string
      pattern: ^(a+)+\\1$
`;

const BODY = '/paths/~1words~1{id}/post/requestBody/content/application~1json/schema';
const AUTOMATON = 'it is matched by an automaton, which takes some 30 times as long as usual';

/** Each with its line, pointer, and what comes after them. */
const NOTICES = [
  [
    11,
    '/paths/~1words~1{id}/parameters/0/schema/pattern',
    `"^(a+)+$" may take time that doubles with each character of the text, since "(a+)+" can take one text in several ways; ${AUTOMATON}; write it so that there is one way, such as "a+" for "(a+)+"`,
  ],
  [
    20,
    `${BODY}/propertyNames/pattern`,
    `"[a-z]+$" may take time that grows with the square of the text, since "[a-z]+" is looked for from each character on; ${AUTOMATON}; begin it with "^"`,
  ],
  [
    22,
    `${BODY}/patternProperties/^.*x.*y$`,
    `"^.*x.*y$" may take time that grows with the square of the text or faster, since ".*" can share one text in several ways; ${AUTOMATON}; write it so that the character after a loop is not one that the loop takes`,
  ],
  [
    32,
    '/components/schemas/Pair/pattern',
    '"^(a+)+\\\\1$" may take time that doubles with each character of the text, since "(a+)+" can take one text in several ways; a match is given up after 50 ms; write it so that there is one way, such as "a+" for "(a+)+"',
  ],
].map(
  ([line, pointer, text]) => `patterns.yaml:${line}: ${pointer}: warning: the pattern ${text}\n`,
);

beforeAll(() => writeFileSync(spec, DOCUMENT));

/** In whatever order they are said. */
function expectNotices(stderr: string): void {
  for (const notice of NOTICES) expect(stderr).toContain(notice);
}

it('npm run generate warns of patterns that may take long, with place and remedy', async () => {
  const { code, stderr } = await runInProcess(generate, ['--spec', spec, '--generated', out]);
  expect(code).toBe(0);
  expectNotices(stderr);
});

it('npm run check says the same, and finds no drift in it', async () => {
  const args = ['--spec', spec, '--generated', out, '--only', 'document,generated'];
  const { code, stderr } = await runInProcess(check, args);
  expect(code).toBe(0);
  expectNotices(stderr);
});

it('a mock reports the same, and answers a hostile text', async () => {
  const reported: string[] = [];
  const mock = await serveMock(readDocument(spec), {
    notice: ({ pointer, message }) => reported.push(`${pointer}: warning: ${message}\n`),
  });
  try {
    for (const notice of NOTICES) {
      expect(reported).toContain(notice.replace(/^patterns\.yaml:\d+: /, ''));
    }
    const response = await fetch(`${mock.url}/words/${'a'.repeat(100)}!`, { method: 'POST' });
    expect([response.status, await response.text()]).toEqual([
      400,
      expect.stringContaining('must match the pattern'),
    ]);
  } finally {
    await mock.close(0);
  }
});

it.each(['contract', 'validators'])(
  'the generated %s has the patterns matched with care',
  (file) => {
    const patterns = ['^(a+)+$', '^(a+)+\\1$', '^[a-z]+$'];
    let matched: string[] = [];
    jest.isolateModules(() => {
      jest.requireActual(path.join(out, file));
      const { regularExpression } = jest.requireActual<typeof RegularExpressions>(EXPRESSIONS);
      matched = patterns.map((pattern) => String(regularExpression(pattern)));
    });
    expect(matched).toEqual(['linear ^(a+)+$', 'timed /^(a+)+\\1$/u', '/^[a-z]+$/u']);
  },
);

it('nothing is written for documents whose patterns are fast', () => {
  expect(existsSync(path.join(out, 'patterns.ts'))).toBe(true);
  expect(existsSync(path.join(ROOT, 'generated', 'patterns.ts'))).toBe(false);
});
