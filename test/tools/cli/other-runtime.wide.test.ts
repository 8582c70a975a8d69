import { cpSync, mkdirSync, realpathSync, symlinkSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { packageFolder } from '../../../src/runtime/contract';
import { runCompiledIn, type ScriptResult, TRELLIS_PROGRAM } from '../../support/run-script';
import { SharedProcess } from '../../support/shared-commands';
import { temporaryFolder, writeFiles } from '../../support/temporary-folder';

/** Modules of a project that has a runtime of its own, and of one with that of the command. */

const DOCUMENT = `openapi: 3.1.0
info: { title: Greetings, version: 1.0.0 }
paths:
  /greeting: { get: { operationId: greet, security: [{ card: [] }], responses: { 204: { description: Done } } } }
components: { securitySchemes: { card: { type: http, scheme: bearer } } }
`;

const own = writeFiles(realpathSync(temporaryFolder()), {
  'openapi.yaml': DOCUMENT,
  'faulty.yaml': DOCUMENT.replace('{ card: []', '{ pass: []'),
  'handlers/greet.ts': 'export const greet = async () => ({ status: 204 });\n',
  'own.js':
    'module.exports = { extensions: {}, authenticators: { card: () => 1 }, setUp: () => 1, startServer: () => 1 };\n',
});
const same = path.join(path.dirname(own), 'same');
cpSync(own, same, { recursive: true });
symlinkSync(path.join(own, 'handlers'), path.join(same, 'others'));
const runtime = path.join('node_modules', 'openapi-trellis');
mkdirSync(path.join(own, runtime), { recursive: true });
writeFileSync(path.join(own, runtime, 'package.json'), '{"name":"openapi-trellis"}');
mkdirSync(path.join(same, 'node_modules'));
symlinkSync(packageFolder(), path.join(same, runtime));

const refused = (name: string): ScriptResult => ({
  code: 2,
  stdout: '',
  stderr: `${name} cannot be loaded: its project has openapi-trellis in ${path.join(own, runtime)}, and this command in ${packageFolder()}; run the tools of the project: npx --no -- trellis (npm ls openapi-trellis shows its copies)\n`,
});

const shared = new SharedProcess<ScriptResult>(TRELLIS_PROGRAM);
afterAll(() => shared.end());

async function run(folder: string, command: string, args: string[]): Promise<ScriptResult> {
  // It ends its process.
  if (command === 'dev') return runCompiledIn(folder, command, args);
  return shared.run({ folder, args: [command, ...args], env: { PATH: process.env.PATH } });
}

const CHECK = ['--spec', 'openapi.yaml', '--only', 'handlers', '--handlers', 'handlers'];

// Those that would serve have a fault that is found once the module is loaded.
it.each<[command: string, args: string[], name: string, loaded: RegExp]>([
  ['generate', ['--extensions', 'own.js'], 'The extensions own.js', /^$/],
  ['mock', ['faulty.yaml', '--strict', '--extensions', 'own.js'], 'The extensions own.js', /:4:/],
  [
    'conformance',
    ['--url', 'http://127.0.0.1:1', '--hooks', 'own.js'],
    '--hooks own.js',
    /reached/,
  ],
  ['check', [...CHECK, '--authenticators', 'own.js'], 'The authenticators own.js', /^$/],
  ['dev', ['--app', 'own.js'], 'own.js', /^startServer of own.js returns no function/],
])('%s loads a module where the runtime is its own', async (command, args, name, loaded) => {
  expect(await run(own, command, args)).toEqual(refused(name));
  expect((await run(same, command, args)).stderr).toMatch(loaded);
});

it('dev refuses handlers of another project', () => {
  const args = ['--app', 'own.js', '--handlers', 'others'];
  expect(runCompiledIn(same, 'dev', args)).toEqual(refused('The handlers others'));
});
