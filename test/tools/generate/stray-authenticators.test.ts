import { existsSync, mkdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { generate } from '../../../src/tools/generate/command';
import { runInFolder } from '../../support/run-in-process';
import { temporaryFolder } from '../../support/temporary-folder';
import { itEach } from '../../support/it-each';

/** A misnamed authenticator, of which the compiler has several lines of types, is one line of generate. */

const DOCUMENT = `
openapi: 3.1.0
info: { title: Trees, version: 1.0.0 }
security: [{ bearerAuth: [] }]
paths:
  /trees:
    get: { operationId: listTrees, responses: { 204: { description: None } } }
  /seeds:
    get: { operationId: listSeeds, security: [{ key: [], session: [] }, {}], responses: { 204: { description: None } } }
components:
  securitySchemes:
    bearerAuth: { type: http, scheme: bearer }
    key: { type: apiKey, in: header, name: X-Key }
    session: { type: apiKey, in: cookie, name: sid }
    unused: { type: http, scheme: basic }
`;

const folder = temporaryFolder();

beforeAll(() => {
  mkdirSync(path.join(folder, 'src', 'handlers'), { recursive: true });
  writeFileSync(path.join(folder, 'openapi.yaml'), DOCUMENT);
  for (const name of ['listTrees', 'listSeeds'])
    writeFileSync(path.join(folder, 'src', 'handlers', `${name}.ts`), `export {};\n`);
});

const generated = (authenticators: string): ReturnType<typeof runInFolder> => {
  writeFileSync(path.join(folder, 'src', 'authenticators.ts'), authenticators);
  return runInFolder(folder, generate, ['--handlers', 'src/handlers']);
};

const made = (names: string): string =>
  `export const authenticators = (setup: AccessSetup) => ({ ${names} });\n`;

itEach({
  'a function that makes them': [
    made('bearerAut: one(setup), key: one(setup), session: one(setup)'),
    '"bearerAut" is no security scheme of openapi.yaml; it has "bearerAuth"',
  ],
  'an object with a type': [
    `const one = refuse;
export const authenticators = { bearerAuth: one, key: one, 'se-ssion'() {} } satisfies Authenticators;`,
    '"se-ssion" is no security scheme of openapi.yaml; it has "session"',
  ],
  several: [
    made('bearer: one, apiKey: one, session, unused: one'),
    '"bearer" is no security scheme of openapi.yaml; it has "bearerAuth", "key"\nsrc/authenticators.ts: "apiKey" is no security scheme of openapi.yaml; it has "bearerAuth", "key"',
  ],
})('generate names it in %s, ends with 1, and writes the files', async (_, text, want) => {
  expect(await generated(text)).toEqual({
    code: 1,
    stdout: expect.stringContaining('openapi.yaml') as string,
    stderr: `src/authenticators.ts: ${want}\n`,
  });
  expect(existsSync(path.join(folder, 'generated', 'contract.ts'))).toBe(true);
});

itEach({
  'all are there, and one more': [made('bearerAuth: one, key: one, session: one, other: one')],
  'one is missing and none is misnamed': [made('bearerAuth: one, key: one')],
  'others are spread into them': [made('...others, bearerAut: one')],
  'names are computed': [made('[name]: one, bearerAut: one')],
  'another function makes them': ['export const authenticators = makeAll({ bearerAut: one });'],
  'a function has statements': [
    'export const authenticators = () => { return { bearerAut: 1 }; };',
  ],
  'there are none': ['export const other = { bearerAut: one };'],
  'the file has a syntax error': ['export const authenticators = ({ ...'],
})('generate says nothing where %s', async (_, text) => {
  expect(await generated(text)).toMatchObject({ code: 0, stderr: '' });
});
