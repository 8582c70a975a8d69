import path from 'node:path';
import {
  type CompiledContract,
  type CompiledOperation,
  orRename,
  schemesInUse,
} from 'openapi-trellis/tools';
import { CommandError, loadUserModule } from '../cli';
import { asObject, childPointer, type Operation, type SourceDocument } from '../document';
import { handlerNames, type HandlerName, usualHandlers } from '../generate';
import type { LoadedContract } from '../validators';
import {
  type AccessSetup,
  createServiceLog,
  type Environment,
  readServiceConfig,
} from 'openapi-trellis/service';
import { CheckedDocument } from './checked-document';
import type { Check, CheckOptions } from './drift-check';
import type { Finding } from './finding';
import { handlerFiles, handlerModules, unnamedFiles } from './handlers/handler-files';
import type * as HandlerModuleReader from './handlers/handler-module';
import { statusNotes } from './handlers/given-statuses';

const rules = {
  'missing-handler': 'The document promises an operation that the service does not have.',
  'stray-handler': 'What nothing calls is read, kept and tested as if it were served.',
  'wrong-export': 'The service does not start.',
  'not-callable': 'The service does not start.',
  'missing-authenticator': 'Nobody can call what asks for these credentials.',
};

type Rule = keyof typeof rules;

/** Finds operations without a handler, handlers without an operation, and files that export none. */
export const handlersCheck: Check<Rule> = {
  name: 'handlers',
  claim: 'each operation has its handler, and each handler its operation',
  failure: 'operations and handlers do not belong together',
  rules,
  isFor: (options) => handlersFolder(options) !== undefined,
  isOfProject: true,
  leftOut: 'no folder of handlers is known; --handlers DIR names it',
  async run(options, checked = new CheckedDocument(options)) {
    const folder = handlersFolder(options);
    if (folder === undefined) {
      throw new CommandError('--handlers DIR says where the handlers of the document are');
    }
    const { source, loaded } = checked;
    const { contract } = loaded;
    const described = describedOf(loaded);
    const files = handlerFiles(folder);
    const modules = handlerModules(folder, files);
    const names = handlerNames(described.map(({ operation }) => operation.operationId));
    const there = new Set(files);
    const isMissing = ({ file }: HandlerName): boolean => !there.has(`${file}.ts`);
    const missing = names.filter(isMissing);
    const rows: string[][] = [];
    const wrong = described.flatMap(({ operation, compiled }, index): Finding<Rule>[] => {
      const name = names[index];
      if (name === undefined) return [];
      if (isMissing(name)) return [missingHandler(source, operation, folder, name)];
      const module = modules.read(`${name.file}.ts`, name.identifier);
      const notes = compiled === undefined ? [] : statusNotes(compiled, module);
      for (const { status, note } of notes) rows.push([operation.operationId, status, note]);
      return wrongExport(folder, name, module);
    });
    const stray = unnamedFiles(files, names, source.part).filter(
      (file) => !modules.isImported(file),
    );
    const findings = [
      ...wrong,
      ...stray.map((file) => strayFile(folder, file, missing)),
      ...missingAuthenticators(source, contract, options.authenticators),
    ];
    const table = { columns: ['operation', 'status', 'what differs'], rows };
    return Promise.resolve({ findings, ...(rows.length > 0 && { table }) });
  },
};

/** Undefined if no folder is given and there is none in the default place. */
function handlersFolder({ handlers = usualHandlers() }: CheckOptions): string | undefined {
  return handlers && path.resolve(handlers);
}

interface Described {
  readonly operation: Operation;
  readonly compiled: CompiledOperation | undefined;
}

function describedOf({ operations, contract }: LoadedContract): Described[] {
  const compiled = new Map(contract.operations.map((each) => [each.operationId, each]));
  return operations.map((operation) => {
    return { operation, compiled: compiled.get(operation.operationId) };
  });
}

function missingHandler(
  source: SourceDocument,
  { operationId, method, path: template, pointer }: Operation,
  folder: string,
  { file, identifier }: HandlerName,
): Finding<Rule> {
  return {
    rule: 'missing-handler',
    ...source.placeOf(pointer),
    message: `the operation "${operationId}" (${method} ${template}) has no handler`,
    remedy: `write ${relative(folder, `${file}.ts`)}, which exports the function ${identifier}`,
  };
}

function wrongExport(
  folder: string,
  { file, identifier }: HandlerName,
  { exported, notCallable }: HandlerModuleReader.HandlerModule,
): Finding<Rule>[] {
  const found = (rule: Rule, message: string, remedy: string): Finding<Rule>[] => [
    { rule, file: relative(folder, `${file}.ts`), message, remedy },
  ];
  if (notCallable !== undefined) {
    return found(
      'not-callable',
      `${identifier} cannot be called, since its type is ${notCallable}`,
      `export the handler, an asynchronous function, as ${identifier}`,
    );
  }
  if (exported.includes(identifier)) return [];
  const others = exported.length === 0 ? 'nothing' : exported.join(', ');
  return found(
    'wrong-export',
    `the file exports ${others}, and not ${identifier}`,
    `export the handler of the operation as ${identifier}`,
  );
}

/**
 * The security schemes that operations require and that have no authenticator.
 * @param module undefined if the authenticators are unknown
 * @throws CommandError naming the module, if it cannot be loaded
 */
function missingAuthenticators(
  source: SourceDocument,
  contract: CompiledContract,
  module: string | undefined,
): Finding<Rule>[] {
  if (module === undefined) return [];
  const authenticators = load(module, contract);
  const missing = schemesInUse(contract).filter((name) => authenticators[name] === undefined);
  return missing.map((name) => ({
    rule: 'missing-authenticator',
    ...source.placeOf(childPointer('', 'components', 'securitySchemes', name)),
    message: `the security scheme "${name}" has no authenticator`,
    remedy: `${orRename(contract, authenticators)}give it one in ${module}`,
  }));
}

/** @param missing absent handlers, of which the file may be a renamed one */
function strayFile(folder: string, file: string, missing: readonly HandlerName[]): Finding<Rule> {
  const [only, ...others] = missing;
  const renamed =
    only !== undefined && others.length === 0
      ? `, or rename it to ${only.file}.ts if it is the handler of "${only.operationId}"`
      : '';
  return {
    rule: 'stray-handler',
    file: relative(folder, file),
    message: `no operation of the document is called "${path.basename(file, '.ts')}"`,
    remedy: `remove the file${renamed}`,
  };
}

function relative(folder: string, file: string): string {
  return path.relative(process.cwd(), path.join(folder, file));
}

function load(module: string, contract: CompiledContract): Readonly<Record<string, unknown>> {
  const { authenticators } = loadUserModule(module, `The authenticators ${module}`);
  if (typeof authenticators !== 'function') return asObject(authenticators);
  const config = readServiceConfig(ISSUER);
  const log = createServiceLog({ logLevel: 'silent' }, {});
  return asObject((authenticators as MakeAuthenticators)({ contract, config, log }));
}

type MakeAuthenticators = (setup: AccessSetup) => unknown;

/** A placeholder for the authenticators' module, which fetches nothing from it before a token arrives. */
const ISSUER: Environment = {
  JWKS_URL: 'https://issuer.invalid/jwks',
  TOKEN_ISSUER: 'https://issuer.invalid',
  TOKEN_AUDIENCE: 'https://service.invalid',
};
