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
import { check as checkCommand } from '../../scripts/check';
import { breakingCheck } from '../../scripts/check/breaking';
import { documentCheck } from '../../scripts/check/document';
import type { Check, CheckOptions } from '../../scripts/check/drift-check';
import type { Finding } from '../../scripts/check/finding';
import { handlersCheck } from '../../scripts/check/handlers';
import { startPlantService, TOKEN } from '../support/plant-service';
import { runInProcess } from '../support/run-in-process';
import { TYPESCRIPT } from '../support/run-script';
import { copyProject } from '../support/project-copy';

/** The third workflow: the drift gate as CI runs it, in a copy of the project that has drifted. */

const ROOT = path.join(__dirname, '..', '..');
const BASE = path.join(ROOT, 'spec', 'openapi.yaml');
const HANDLERS = 'src/plants/handlers';
const HANDLER = `${HANDLERS}/createPlant.ts`;

interface Report {
  readonly code: number;
  /** `check/rule file:line`, of which lines are those of documents. */
  readonly found: readonly string[];
}

type CheckFinding = Finding & { readonly check: string };

const project = copyProject();
const copy = project.folder;
const SPEC = path.join(copy, 'spec', 'openapi.yaml');
afterAll(() => {
  project.remove();
});

// One copy for all tests, whose scripts are compiled once: what they change is put back after each.
afterEach(() => {
  for (const name of ['spec', 'generated', HANDLERS]) {
    rmSync(path.join(copy, name), { recursive: true });
    cpSync(path.join(ROOT, name), path.join(copy, name), { recursive: true });
  }
});

/** Runs the gate of the copy, as it is now. */
async function gate({ args = [], env = {} }: Partial<Run> = {}): Promise<Report> {
  const { stdout, code } = await run(['--base', BASE, '--format', 'json', ...args], env);
  return { code, found: told(findingsIn(stdout)) };
}

function findingsIn(json: string): readonly CheckFinding[] {
  return (JSON.parse(json) as { findings: CheckFinding[] }).findings;
}

/** What one check finds in the copy, run in this process. */
async function find(check: Check, options: Partial<CheckOptions> = {}): Promise<readonly string[]> {
  const { findings } = await check.run({
    spec: SPEC,
    handlers: path.join(copy, HANDLERS),
    base: BASE,
    ...options,
    generated: undefined,
  });
  return told(hereNamed(findings.map((finding) => ({ ...finding, check: check.name }))));
}

/** Findings of this process, which names files as its own folder does. */
function hereNamed(findings: readonly CheckFinding[]): CheckFinding[] {
  return findings.map((each) => ({ ...each, file: path.resolve(each.file) }));
}

function told(findings: readonly CheckFinding[]): string[] {
  return findings
    .map(({ check, rule, file, line }) => {
      const name = path.relative(copy, path.resolve(copy, file));
      return `${check}/${rule} ${name}${line === undefined ? '' : `:${line}`}`;
    })
    .sort();
}

interface Run {
  readonly args: readonly string[];
  readonly env: NodeJS.ProcessEnv;
}

function run(
  args: readonly string[],
  env: NodeJS.ProcessEnv,
): Promise<{ readonly code: number; readonly stdout: string }> {
  const command = [...TYPESCRIPT, path.join(copy, 'scripts', 'check.ts'), ...args];
  return new Promise((resolve) => {
    const options = { cwd: copy, env: { ...process.env, ...env }, maxBuffer: 2 ** 26 };
    execFile(process.execPath, command, options, (error, stdout) => {
      resolve({ code: error === null ? 0 : Number(error.code), stdout });
    });
  });
}

const edit = (file: string, from: string | RegExp, to: string): void => {
  const text = readFileSync(file, 'utf8');
  expect(text).toMatch(from);
  writeFileSync(file, text.replace(from, to));
};

function everyFile(folder: string, change: (text: string) => string): void {
  for (const entry of readdirSync(folder, { recursive: true, withFileTypes: true })) {
    const file = path.join(entry.parentPath, entry.name);
    if (entry.isFile()) writeFileSync(file, change(readFileSync(file, 'utf8')));
  }
}

describe('the drift gate finds', () => {
  it('generated files that were edited, removed, added or made by other tools, and a renamed handler', async () => {
    const generated = path.join(copy, 'generated');
    appendFileSync(path.join(generated, 'types.ts'), 'export type Mine = string;\n');
    rmSync(path.join(generated, 'operations.ts'));
    cpSync(path.join(generated, 'handlers.ts'), path.join(generated, 'old-handlers.ts'));
    edit(
      path.join(generated, 'tools.json'),
      /"openapi-typescript": "[^"]*"/,
      '"openapi-typescript": "6.0.0"',
    );
    renameSync(path.join(copy, HANDLER), path.join(copy, HANDLERS, 'addPlant.ts'));
    expect(await gate({ args: ['--only', 'generated,handlers'] })).toEqual({
      code: 1,
      found: [
        'generated/edited generated/types.ts',
        'generated/missing generated/operations.ts',
        'generated/other-tools generated/tools.json',
        'generated/stray generated/old-handlers.ts',
        'handlers/missing-handler spec/openapi.yaml:29',
        'handlers/stray-handler src/plants/handlers/addPlant.ts',
      ],
    });
  });

  it.each<[string, { change: (file: string) => void; want: string }]>([
    [
      'is gone',
      {
        change: (file) => {
          rmSync(file);
        },
        want: 'handlers/missing-handler spec/openapi.yaml:29',
      },
    ],
    [
      'is empty',
      {
        change: (file) => {
          writeFileSync(file, '');
        },
        want: `handlers/wrong-export ${HANDLER}`,
      },
    ],
    [
      'is exported under another name',
      {
        change: (file) => {
          edit(file, 'export const createPlant', 'export const addPlant');
        },
        want: `handlers/wrong-export ${HANDLER}`,
      },
    ],
    [
      'cannot be called',
      {
        change: (file) => {
          writeFileSync(file, 'export const createPlant = { status: 200 };\n');
        },
        want: `handlers/not-callable ${HANDLER}`,
      },
    ],
  ])('a handler that %s', async (_, { change, want }) => {
    change(path.join(copy, HANDLER));
    expect(await find(handlersCheck)).toEqual([want]);
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
    edit(SPEC, '\ncomponents:\n', operations);
    edit(
      SPEC,
      '  securitySchemes:\n',
      '  securitySchemes:\n    certificate: { type: mutualTLS }\n    unused: { type: http, scheme: basic }\n',
    );
    edit(SPEC, 'The name of the plant', 'The name of the plant\n          maxLength: 30');
    edit(SPEC, 'Tag that specifies the type of the plant', 'The tag\n          minLenght: 1');
    writeFileSync(path.join(copy, 'spec', 'openapi.changes.txt'), 'narrowed /info # Known\n');
    expect(await gate()).toEqual({
      code: 1,
      found: [
        'breaking/narrowed spec/openapi.yaml:110',
        'breaking/stale-line spec/openapi.changes.txt',
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
    edit(SPEC, 'title: Plant Store', 'title: Plants');
    const service = await startPlantService();
    try {
      const only = ['--spec', SPEC, '--only', 'service', '--format', 'json'];
      const run = ['--url', service.url, '--token', TOKEN, '--runs', '0', '--seconds', '2'];
      const { code, stdout } = await runInProcess(checkCommand, [...only, ...run]);
      const found = told(hereNamed(findingsIn(stdout)));
      expect({ code, found }).toEqual({
        code: 1,
        found: ['service/other-document spec/openapi.yaml:3'],
      });
    } finally {
      await service.close();
    }
  });

  it('a document that breaks a lint rule', async () => {
    edit(SPEC, '      summary: Create a plant\n', '');
    const found = await find(documentCheck, { strict: true });
    expect(found).toEqual(['document/lint spec/openapi.yaml:29']);
  });

  it.each<[string, { from: string; to: string; want: string }]>([
    [
      'an operation that is gone',
      {
        from: '\n  /plants:\n',
        to: '\n  /flowers:\n',
        want: 'operation-removed spec/openapi.yaml:27',
      },
    ],
    [
      'a response that may be what it was not',
      {
        from: 'type: string\n          description: The name of',
        to: "type: [string, 'null']\n          description: The name of",
        want: 'widened spec/openapi.yaml:96',
      },
    ],
  ])('%s, and the version does not say so', async (_, { from, to, want }) => {
    edit(SPEC, from, to);
    expect(await find(breakingCheck)).toEqual([`breaking/${want}`]);
  });
});

// The last one, since it writes all of src.
it('the drift gate finds nothing in a copy, whatever its line ends, the time zone and the language', async () => {
  const crlf = (text: string): string => text.replaceAll('\n', '\r\n');
  for (const name of ['spec', 'generated', 'src']) everyFile(path.join(copy, name), crlf);
  const env = { TZ: 'Pacific/Chatham', LC_ALL: 'tr_TR.UTF-8', LANG: 'tr_TR.UTF-8' };
  expect(await gate({ args: ['--strict'], env })).toEqual({ code: 0, found: [] });
});
