import { existsSync } from 'node:fs';
import path from 'node:path';
import { type ScriptResult, runCompiledIn } from '../../../support/run-script';
import { temporaryFolder, writeFiles } from '../../../support/temporary-folder';
import { itEach } from '../../../support/it-each';

/** Linter plugins are code: they run only where the user of the check has chosen them. */

const temporary = temporaryFolder();

const DOCUMENT = `openapi: 3.1.0
info: { title: Library, version: '1', license: { name: MIT, identifier: MIT } }
servers: [{ url: https://library.test }]
security: []
paths: {}
`;

const PLUGIN = `require('node:fs').writeFileSync(__dirname + '/ran', '');
module.exports = () => ({
  id: 'team',
  rules: { oas3: { never: () => ({}) } },
  configs: { all: { rules: {} } },
});
`;

interface Checked extends ScriptResult {
  readonly ran: boolean;
}

/**
 * Checks `spec/openapi.yaml`, next to which there is a plugin. @param where folder of another
 * plugin
 */
function checked(files: Record<string, string>, args: readonly string[], where = 'spec'): Checked {
  const plugin = { [`${where}/team.js`]: PLUGIN };
  const folder = writeFiles(temporary, { 'spec/openapi.yaml': DOCUMENT, ...plugin, ...files });
  const result = runCompiledIn(folder, 'check', ['--only', 'document', ...args]);
  return { ...result, ran: existsSync(path.join(folder, where, 'ran')) };
}

itEach<[{ rules: string; more?: Record<string, string> }]>({
  named: [{ rules: 'plugins: [team.js]\nrules: { team/never: error }' }],
  'with a choice of rules': [{ rules: 'plugins: [team.js]\nextends: [team/all]' }],
  'of one document': [{ rules: 'apis: { a: { root: openapi.yaml, plugins: [team.js] } }' }],
  'of a file that is extended': [
    { rules: 'extends: [team.yaml]', more: { 'spec/team.yaml': 'plugins: [team.js]' } },
  ],
})('beside the document, %s, are left out, which is said', (_, { rules, more }) => {
  expect(checked({ 'spec/redocly.yaml': rules, ...more }, [])).toEqual({
    code: 0,
    ran: false,
    stdout: expect.stringMatching(/^ok /) as string,
    stderr:
      'spec/openapi.yaml:1: warning: plugins of spec/redocly.yaml are not run, since it lies beside the document and may come with it: team.js; --lint spec/redocly.yaml runs them\n',
  });
});

it('beside the document, fail a check that is strict', () => {
  const files = { 'spec/redocly.yaml': 'plugins: [team.js]' };
  const { code, ran, stdout } = checked(files, ['--strict']);
  expect({ code, ran }).toEqual({ code: 1, ran: false });
  expect(stdout).toContain('plugins of spec/redocly.yaml are not run');
});

it.each(['', 'extends: [more/rules.yaml]'])(
  'that nobody names, which the linter would run, refuse the rules %s',
  (rules) => {
    const at = rules === '' ? 'spec' : 'spec/more';
    const files = {
      'spec/redocly.yaml': rules === '' ? 'rules: {}' : rules,
      'spec/more/rules.yaml': 'rules: {}',
      [`${at}/@theme/plugin.js`]: PLUGIN,
    };
    const { code, ran, stderr } = checked(files, [], `${at}/@theme`);
    expect({ code, ran }).toEqual({ code: 2, ran: false });
    expect(stderr).toMatch(/^The lint rules spec\/redocly\.yaml cannot be read: .*@theme\/plugin/);
  },
);

itEach<[{ files: Record<string, string>; args: string[]; where?: string }]>({
  'that the command line names': [
    { files: { 'spec/redocly.yaml': 'plugins: [team.js]' }, args: ['--lint', 'spec/redocly.yaml'] },
  ],
  'of the working directory': [
    { files: { 'redocly.yaml': 'plugins: [team.js]' }, args: [], where: '.' },
  ],
})('of the file %s are run', (_, { files, args, where }) => {
  const { code, ran, stderr } = checked(files, args, where);
  expect({ code, ran, stderr }).toEqual({ code: 0, ran: true, stderr: '' });
});
