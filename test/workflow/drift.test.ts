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
import { startPlantService, TOKEN } from '../support/plant-service';
import { TYPESCRIPT } from '../support/run-script';
import { copyProject } from '../support/project-copy';

/** The third workflow: the drift gate as CI runs it, in copies of the project that have drifted. */

const ROOT = path.join(__dirname, '..', '..');
const BASE = path.join(ROOT, 'spec', 'openapi.yaml');
const HANDLER = 'src/plants/handlers/createPlant.ts';

interface Report {
  readonly code: number;
  /** `check/rule file:line`, of which lines are those of documents. */
  readonly found: readonly string[];
}

/** Runs the gate in a copy, after its files were changed. */
async function gate(
  change: (copy: string) => void,
  { args = [], env = {} }: { args?: readonly string[]; env?: NodeJS.ProcessEnv } = {},
): Promise<Report> {
  const project = copyProject();
  const { folder } = project;
  try {
    change(folder);
    const { stdout, code } = await run(folder, ['--base', BASE, '--format', 'json', ...args], env);
    return { code, found: findingsOf(stdout) };
  } finally {
    project.remove();
  }
}

function run(
  cwd: string,
  args: readonly string[],
  env: NodeJS.ProcessEnv,
): Promise<{ readonly code: number; readonly stdout: string }> {
  const command = [...TYPESCRIPT, path.join(cwd, 'scripts', 'check.ts'), ...args];
  return new Promise((resolve) => {
    const options = { cwd, env: { ...process.env, ...env }, maxBuffer: 2 ** 26 };
    execFile(process.execPath, command, options, (error, stdout) => {
      resolve({ code: error === null ? 0 : Number(error.code), stdout });
    });
  });
}

function findingsOf(stdout: string): string[] {
  const { findings } = JSON.parse(stdout) as {
    findings: { check: string; rule: string; file: string; line?: number }[];
  };
  return findings
    .map(({ check, rule, file, line }) => {
      return `${check}/${rule} ${file}${line === undefined ? '' : `:${line}`}`;
    })
    .sort();
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

describe('the drift gate finds nothing', () => {
  const nothing = { code: 0, found: [] };

  it('in a copy, wherever and in whatever language it is run', async () => {
    const env = { TZ: 'Pacific/Chatham', LC_ALL: 'tr_TR.UTF-8', LANG: 'tr_TR.UTF-8' };
    expect(await gate(() => undefined, { args: ['--strict'], env })).toEqual(nothing);
  });

  it('in a copy whose lines end in CRLF', async () => {
    const crlf = (text: string): string => text.replaceAll('\n', '\r\n');
    const change = (copy: string): void => {
      for (const name of ['spec', 'generated', 'src']) everyFile(path.join(copy, name), crlf);
    };
    expect(await gate(change, { args: ['--strict'] })).toEqual(nothing);
  });
});

describe('the drift gate finds', () => {
  it('generated files that were edited, removed, added or made by other tools', async () => {
    const report = await gate((copy) => {
      const generated = path.join(copy, 'generated');
      appendFileSync(path.join(generated, 'types.ts'), 'export type Mine = string;\n');
      rmSync(path.join(generated, 'operations.ts'));
      cpSync(path.join(generated, 'handlers.ts'), path.join(generated, 'old-handlers.ts'));
      edit(
        path.join(generated, 'tools.json'),
        /"openapi-typescript": "[^"]*"/,
        '"openapi-typescript": "6.0.0"',
      );
    });
    expect(report).toEqual({
      code: 1,
      found: [
        'generated/edited generated/types.ts',
        'generated/missing generated/operations.ts',
        'generated/other-tools generated/tools.json',
        'generated/stray generated/old-handlers.ts',
      ],
    });
  });

  it('a handler that was renamed', async () => {
    const report = await gate((copy) => {
      renameSync(path.join(copy, HANDLER), path.join(copy, path.dirname(HANDLER), 'addPlant.ts'));
    });
    expect(report).toEqual({
      code: 1,
      found: [
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
    const args = ['--only', 'handlers'];
    const report = await gate(
      (copy) => {
        change(path.join(copy, HANDLER));
      },
      { args },
    );
    expect(report).toEqual({ code: 1, found: [want] });
  });

  it('in the document what is not served, not enforced, not handled, not generated and not said', async () => {
    const report = await gate((copy) => {
      const spec = path.join(copy, 'spec', 'openapi.yaml');
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
      edit(spec, '\ncomponents:\n', operations);
      edit(
        spec,
        '  securitySchemes:\n',
        '  securitySchemes:\n    certificate: { type: mutualTLS }\n    unused: { type: http, scheme: basic }\n',
      );
      edit(spec, 'The name of the plant', 'The name of the plant\n          maxLength: 30');
      edit(spec, 'Tag that specifies the type of the plant', 'The tag\n          minLenght: 1');
      writeFileSync(path.join(copy, 'spec', 'openapi.changes.txt'), 'narrowed /info # Known\n');
    });
    expect(report).toEqual({
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
    const service = await startPlantService();
    try {
      const change = (copy: string): void => {
        edit(path.join(copy, 'spec', 'openapi.yaml'), 'title: Plant Store', 'title: Plants');
      };
      const run = ['--url', service.url, '--token', TOKEN, '--runs', '0', '--seconds', '2'];
      const report = await gate(change, { args: ['--only', 'service', ...run] });
      expect(report).toEqual({ code: 1, found: ['service/other-document spec/openapi.yaml:3'] });
    } finally {
      await service.close();
    }
  });

  it('a document that breaks a lint rule', async () => {
    const change = (copy: string): void => {
      edit(path.join(copy, 'spec', 'openapi.yaml'), '      summary: Create a plant\n', '');
    };
    const report = await gate(change, { args: ['--only', 'document', '--strict'] });
    expect(report).toEqual({ code: 1, found: ['document/lint spec/openapi.yaml:29'] });
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
    const change = (copy: string): void => {
      edit(path.join(copy, 'spec', 'openapi.yaml'), from, to);
    };
    const report = await gate(change, { args: ['--only', 'breaking'] });
    expect(report).toEqual({ code: 1, found: [`breaking/${want}`] });
  });
});
