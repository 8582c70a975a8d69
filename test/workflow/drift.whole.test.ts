import { execFile } from 'node:child_process';
import {
  appendFileSync,
  cpSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import path from 'node:path';
import { check as checkCommand } from '../../src/tools/check/command';
import { handlersCheck } from '../../src/tools/check/handlers';
import {
  BASE,
  DriftingCopy,
  edit,
  HANDLER,
  HANDLERS,
  hereNamed,
  type CheckFinding,
} from '../support/project-copy';
import { startPlantService, TOKEN } from '../support/plant-service';
import { runInProcess } from '../support/run-in-process';
import { nodeArguments } from '../support/run-script';
import { itEach } from '../support/it-each';

/** The third workflow: the drift gate as CI runs it, in a copy of the project that has drifted. */

interface Report {
  readonly code: number;
  readonly found: readonly string[];
}

const copy = new DriftingCopy();

/** Runs the gate of the copy, as it is now. */
async function gate({ args = [], env = {} }: Partial<Run> = {}): Promise<Report> {
  const { stdout, code } = await run(['--base', BASE, '--format', 'json', ...args], env);
  return { code, found: copy.told(findingsIn(stdout)) };
}

function findingsIn(json: string): readonly CheckFinding[] {
  return (JSON.parse(json) as { findings: CheckFinding[] }).findings;
}

interface Run {
  readonly args: readonly string[];
  readonly env: NodeJS.ProcessEnv;
}

function run(
  args: readonly string[],
  env: NodeJS.ProcessEnv,
): Promise<{ readonly code: number; readonly stdout: string }> {
  const command = [...nodeArguments('check'), ...args];
  return new Promise((resolve) => {
    const options = { cwd: copy.folder, env: { ...process.env, ...env }, maxBuffer: 2 ** 26 };
    execFile(process.execPath, command, options, (error, stdout) => {
      resolve({ code: error === null ? 0 : Number(error.code), stdout });
    });
  });
}

function everyFile(folder: string, change: (text: string) => string): void {
  for (const entry of readdirSync(folder, { recursive: true, withFileTypes: true })) {
    const file = path.join(entry.parentPath, entry.name);
    if (entry.isFile()) writeFileSync(file, change(readFileSync(file, 'utf8')));
  }
}

describe('the drift gate finds', () => {
  it('generated files that were edited, removed, added or made by other tools, and a renamed handler', async () => {
    const { generated } = copy;
    appendFileSync(path.join(generated, 'types.ts'), 'export type Mine = string;\n');
    rmSync(path.join(generated, 'operations.ts'));
    cpSync(path.join(generated, 'handlers.ts'), path.join(generated, 'old-handlers.ts'));
    edit(
      path.join(generated, 'tools.json'),
      /"openapi-typescript": "[^"]*"/,
      '"openapi-typescript": "6.0.0"',
    );
    renameSync(path.join(copy.folder, HANDLER), path.join(copy.folder, HANDLERS, 'addPlant.ts'));
    expect(await gate({ args: ['--only', 'generated,handlers'] })).toEqual({
      code: 1,
      found: [
        'generated/edited generated/types.ts',
        'generated/missing generated/operations.ts',
        'generated/other-tools generated/tools.json',
        'generated/stray generated/old-handlers.ts',
        'handlers/missing-handler spec/openapi.yaml:29',
        'handlers/stray-handler src/plant-store/plants/handlers/addPlant.ts',
      ],
    });
  });

  itEach<[change: (file: string) => void, want: string]>({
    'is gone': [(file) => rmSync(file), 'handlers/missing-handler spec/openapi.yaml:29'],
    'is empty': [(file) => writeFileSync(file, ''), `handlers/wrong-export ${HANDLER}`],
    'is exported under another name': [
      (file) => edit(file, 'export const createPlant', 'export const addPlant'),
      `handlers/wrong-export ${HANDLER}`,
    ],
    'cannot be called': [
      (file) => writeFileSync(file, 'export const createPlant = { status: 200 };\n'),
      `handlers/not-callable ${HANDLER}`,
    ],
  })('a handler that %s', async (_, change, want) => {
    change(path.join(copy.folder, HANDLER));
    expect(await copy.find(handlersCheck)).toEqual([want]);
  });

  it('in the document what is not served, not enforced, not handled, not generated and not said', async () => {
    const operations = `
  /plants/{id}:
    get:
      operationId: readPlant
      security: [{ certificate: [] }]
      parameters:
        - { name: id, in: path, required: true, example: one, schema: { type: integer } }
      responses: { 200: { description: The plant } }
    delete: { operationId: removePlant, parameters: 7, responses: { 204: { description: Gone } } }
  /-/plants:
    get: { operationId: allPlants, responses: { 200: { description: All plants } } }
components:
`;
    edit(copy.spec, '\ncomponents:\n', operations);
    edit(
      copy.spec,
      '  securitySchemes:\n',
      '  securitySchemes:\n    certificate: { type: mutualTLS }\n    unused: { type: http, scheme: basic }\n',
    );
    edit(copy.spec, 'The name of the plant', 'The name of the plant\n          maxLength: 30');
    edit(copy.spec, 'Tag that specifies the type of the plant', 'The tag\n          minLenght: 1');
    expect(await gate()).toEqual({
      code: 1,
      found: [
        'breaking/narrowed spec/openapi.yaml:110',
        'document/example spec/openapi.yaml:87',
        'document/left-out spec/openapi.yaml:89',
        'document/left-out spec/openapi.yaml:91',
        'enforcement/idle spec/openapi.yaml:114',
        'enforcement/idle spec/openapi.yaml:95',
        'generated/edited generated/client-types.ts',
        'generated/edited generated/contract.ts',
        'generated/edited generated/handlers.ts',
        'generated/edited generated/openapi.json',
        'generated/edited generated/openapi.yaml',
        'generated/edited generated/operations.ts',
        'generated/edited generated/types.ts',
        'generated/edited generated/validators.ts',
        'handlers/missing-authenticator spec/openapi.yaml:94',
        'handlers/missing-handler spec/openapi.yaml:83',
      ],
    });
  });

  it('a running service that is of another document', async () => {
    edit(copy.spec, 'title: Plant Store', 'title: Plants');
    const service = await startPlantService();
    try {
      const only = ['--spec', copy.spec, '--only', 'service', '--format', 'json'];
      const run = ['--url', service.url, '--token', TOKEN, '--runs', '0', '--seconds', '2'];
      const { code, stdout } = await runInProcess(checkCommand, [...only, ...run]);
      const found = copy.told(hereNamed(findingsIn(stdout)));
      expect({ code, found }).toEqual({
        code: 1,
        found: ['service/other-document spec/openapi.yaml:3'],
      });
    } finally {
      await service.close();
    }
  });
});

// The last one, since it writes all of src.
it('the drift gate finds nothing in a copy, whatever its line ends, the time zone and the language', async () => {
  const crlf = (text: string): string => text.replaceAll('\n', '\r\n');
  for (const name of ['spec', 'generated', 'src']) everyFile(path.join(copy.folder, name), crlf);
  const env = { TZ: 'Pacific/Chatham', LC_ALL: 'tr_TR.UTF-8', LANG: 'tr_TR.UTF-8' };
  expect(await gate({ args: ['--strict'], env })).toEqual({ code: 0, found: [] });
});
