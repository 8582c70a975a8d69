import type { ModuleFormat } from '../../../src/generate/index';

/** The sources of projects that contain the generated files of each document. */

/** Strict compiler settings that users may have; ES modules add those that CommonJS cannot have. */
const SETTINGS = {
  ...{ target: 'ES2023', module: 'nodenext', types: ['node'], skipLibCheck: true },
  ...{ strict: true, exactOptionalPropertyTypes: true, noUncheckedIndexedAccess: true },
  ...{ noImplicitReturns: true, noPropertyAccessFromIndexSignature: true, noUnusedLocals: true },
  ...{ isolatedModules: true, erasableSyntaxOnly: true, rootDir: '.' },
};

/** The files of a project, by name. */
export function projectSources(format: ModuleFormat): Readonly<Record<string, string>> {
  const isEsm = format === 'esm';
  const compilerOptions = { ...SETTINGS, verbatimModuleSyntax: isEsm };
  return {
    'package.json': JSON.stringify({ type: isEsm ? 'module' : 'commonjs' }),
    'tsconfig.json': JSON.stringify({ compilerOptions, exclude: ['**/*.test.ts', 'dist-*'] }),
    'try-service.ts': TRY_SERVICE,
    'run.ts': RUN,
    'jest.config.json': JSON.stringify(jestConfig(isEsm)),
    'vitest.config.mjs': VITEST_CONFIG,
  };
}

/** The source files next to a document's generated ones, by name. */
export function documentSources(format: ModuleFormat): Readonly<Record<string, string>> {
  const ending = format === 'esm' ? '.js' : '';
  return {
    'index.ts': `import { contract } from './generated/contract${ending}';
import { handlers } from './generated/handlers${ending}';
import { validators } from './generated/validators${ending}';
import { tryService } from '../try-service${ending}';

export const outcome = tryService({ contract, validators, handlers });
`,
    'run.test.ts': `import { outcome } from './index${ending}';

it('answers each operation', async () => {
  expect((await outcome).faults).toEqual([]);
});
`,
  };
}

/** The results of the requests to a document's service. */
export interface Outcome {
  /** Number of responses by status. */
  readonly statuses: Readonly<Record<string, number>>;
  readonly faults: readonly string[];
}

/** Sends one request to each operation: none is unknown to the service or brings it to its knees. */
const TRY_SERVICE = String.raw`import { once } from 'node:events';
import { type IncomingMessage, request } from 'node:http';
import type { AddressInfo } from 'node:net';
import { createService, type ServiceOptions } from 'plant-store/contract';
import { contractHandler, createApp, createHttpServer } from 'plant-store/express';

type Program = Pick<ServiceOptions<undefined>, 'contract' | 'validators' | 'handlers'>;

/** What the contract says of an operation, which is generation's own. */
interface Routed {
  readonly operationId: string;
  readonly method: string;
  readonly path: string;
  readonly basePaths?: readonly string[];
}

export async function tryService(program: Program) {
  const { basePaths, operations, securitySchemes } = JSON.parse(JSON.stringify(program.contract)) as {
    readonly basePaths: readonly string[];
    readonly operations: readonly Routed[];
    readonly securitySchemes: Readonly<Record<string, Readonly<Record<string, string>>>>;
  };
  const faults: string[] = [];
  const onFault = (error: unknown): void => void faults.push(String(error));
  const accept = () => ({ outcome: 'accepted' as const, principal: { name: 'anybody' } });
  const service = await createService({
    ...program,
    dependencies: undefined,
    authenticators: Object.fromEntries(Object.keys(securitySchemes).map((name) => [name, accept])),
    maxBodyBytes: 1000,
    validateResponses: true,
    allowMissingHandlers: true,
    onFault,
  });
  const app = createApp({ contract: [contractHandler(service)] });
  const server = createHttpServer(app, {
    requestTimeoutMs: 30_000,
    respond: service.respond,
    onFault,
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  const headers = credentials(Object.values(securitySchemes));
  const statuses: Record<string, number> = {};
  for (const { operationId, method, path, basePaths: own } of operations) {
    const target = ((own ?? basePaths)[0] ?? '') + path.replace(/\{[^}]*\}/g, '1');
    const status = await send(port, method, encodeURI(target), headers);
    statuses[status] = (statuses[status] ?? 0) + 1;
    if (status === 404 || status === 500) {
      faults.push(method + ' ' + target + ' (' + operationId + '): ' + status);
    }
  }
  server.closeAllConnections();
  server.close();
  return { statuses, faults };
}

/** Header fields for each scheme, of which one is Authorization. */
function credentials(schemes: readonly Readonly<Record<string, string>>[]) {
  const fields = schemes.map(({ in: place, name = '', scheme }): [string, string] => {
    if (place === 'header') return [name, 'x'];
    return ['Authorization', scheme === 'basic' ? 'Basic eDp4' : 'Bearer x'];
  });
  return Object.fromEntries([['Content-Type', 'application/json'], ...fields]);
}

/** As fetch does, with methods that it does not send. */
async function send(port: number, method: string, path: string, headers: Record<string, string>) {
  const sent = request({ host: '127.0.0.1', port, method, path, headers });
  sent.end(/^(?:get|head|trace)$/i.test(method) ? undefined : '{}');
  const [response] = (await once(sent, 'response')) as [IncomingMessage];
  response.resume();
  return response.statusCode ?? 0;
}
`;

/** Prints, as JSON, the outcome of each document that it is called with. */
const RUN = `const outcomes: Record<string, unknown> = {};

async function run(): Promise<void> {
  for (const name of process.argv.slice(2)) {
    try {
      const { outcome } = await import('./' + name + '/index.js');
      outcomes[name] = await outcome;
    } catch (error) {
      outcomes[name] = { statuses: {}, faults: [String(Object(error).stack)] };
    }
  }
  process.stdout.write(JSON.stringify(outcomes), () => process.exit());
}

void run();
`;

/** @see https://kulshekhar.github.io/ts-jest/docs/guides/esm-support */
function jestConfig(isEsm: boolean): object {
  const transform = { '^.+\\.ts$': ['ts-jest', { useESM: isEsm, tsconfig: 'tsconfig.json' }] };
  if (!isEsm) return { transform };
  return {
    transform,
    extensionsToTreatAsEsm: ['.ts'],
    moduleNameMapper: { '^(\\.{1,2}/.*)\\.js$': '$1' },
  };
}

const VITEST_CONFIG = `export default { test: { globals: true } };
`;
