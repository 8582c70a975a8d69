import { mkdirSync, realpathSync, symlinkSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { packageFolder } from '../../../src/runtime/contract';
import { runCompiledIn, type ScriptResult, TRELLIS } from '../../support/run-script';
import { SharedProcess } from '../../support/shared-commands';
import { temporaryFolder, writeFiles } from '../../support/temporary-folder';

/** Modules of a project that has a runtime of its own, or that of the command. */

const DOCUMENT = `openapi: 3.1.0
info: { title: Greetings, version: 1.0.0 }
paths:
  /greeting: { get: { operationId: greet, security: [{ card: [] }], responses: { 204: { description: Done } } } }
components: { securitySchemes: { card: { type: http, scheme: bearer } } }
`;
const FILES = {
  'openapi.yaml': DOCUMENT,
  'faulty.yaml': DOCUMENT.replace('{ card: []', '{ pass: []'),
  'handlers/greet.ts': 'export const greet = async () => ({ status: 204 });\n',
  'own.js':
    'module.exports = { extensions: { formats: {}, keywords: {} }, authenticators: { card: () => 1 }, setUp: () => 1, startServer: () => 1 };\n',
};

const folder = realpathSync(temporaryFolder());
const shared = new SharedProcess<ScriptResult>(TRELLIS);
afterAll(() => shared.end());

function projectWith(link: (runtime: string) => void): string {
  const project = writeFiles(folder, FILES);
  mkdirSync(path.join(project, 'node_modules'));
  link(runtimeOf(project));
  return project;
}

function runtimeOf(project: string): string {
  return path.join(project, 'node_modules', 'openapi-trellis');
}

const own = projectWith((runtime) => {
  mkdirSync(runtime);
  writeFileSync(path.join(runtime, 'package.json'), '{"name":"openapi-trellis"}');
});
const same = projectWith((runtime) => {
  symlinkSync(packageFolder(), runtime);
});
const none = writeFiles(folder, FILES);
symlinkSync(path.join(own, 'handlers'), path.join(none, 'own'));

const refusal = (name: string): string =>
  `${name} cannot be loaded: its project has openapi-trellis in ${runtimeOf(own)}, and this command in ${packageFolder()}; run the tools of the project: npx --no -- trellis (npm ls openapi-trellis shows its copies)\n`;

const env = { PATH: process.env.PATH };

describe.each<[name: string, args: readonly string[], loaded: object]>([
  [
    'The extensions own.js',
    ['generate', '--spec', 'openapi.yaml', '--out', 'out', '--extensions', 'own.js'],
    { code: 0, stderr: '' },
  ],
  [
    'The extensions own.js',
    ['mock', 'faulty.yaml', '--strict', '--extensions', 'own.js'],
    { code: 2, stderr: expect.stringContaining('faulty.yaml:4') },
  ],
  [
    '--hooks own.js',
    ['conformance', '--url', 'http://127.0.0.1:1', '--hooks', 'own.js'],
    { code: 2, stderr: expect.stringContaining('cannot be reached') },
  ],
  [
    'The authenticators own.js',
    [
      ...['check', '--spec', 'openapi.yaml', '--only', 'handlers', '--handlers', 'handlers'],
      ...['--authenticators', 'own.js'],
    ],
    { code: 0, stderr: '' },
  ],
])('%s', (name, args, loaded) => {
  it(`are refused by ${args[0]} in a project with another runtime`, async () => {
    const result = await shared.run({ folder: own, args, env });
    expect(result).toEqual({ code: 2, stdout: '', stderr: refusal(name) });
  });

  it.each([
    ['the same runtime', same],
    ['no runtime', none],
  ])(`are loaded by ${args[0]} in a project with %s`, async (_, project) => {
    expect(await shared.run({ folder: project, args, env })).toMatchObject(loaded);
  });
});

it.each([
  ['own.js', own, []],
  ['The handlers own', none, ['--handlers', 'own']],
])('dev refuses %s', (name, project, args) => {
  const result = runCompiledIn(project, 'dev', ['--app', 'own.js', ...args]);
  expect(result).toEqual({ code: 2, stdout: '', stderr: refusal(name) });
});

it.each([
  ['the same runtime', same],
  ['no runtime', none],
])('dev starts the server of a project with %s', (_, project) => {
  const { stderr } = runCompiledIn(project, 'dev', ['--app', 'own.js']);
  expect(stderr).toContain('startServer of own.js returns no function');
});
