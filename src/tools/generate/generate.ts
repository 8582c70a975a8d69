import {
  type CarefulPatterns,
  type CompiledContract,
  isAjvModuleName,
} from 'openapi-trellis/tools';
import { importName, type ModuleFormat } from './module-format';
import { globalNames } from './types/global-names';
import { handlerRegistry } from './types/handler-registry';
import { operationTypes } from './types/operation-types';
import {
  type CompileCode,
  prepareContract,
  type PreparedContract,
  type PrepareOptions,
} from './prepare-contract';
import { visibleLine, visibleSource } from '../cli';
import { printJson, printParsed, printYaml, quoted, type SourceDocument } from '../document';
import { EXTENSIONS_MODULE, RUNTIME_MODULE, compileValidators } from '../validators';
import type { TypeModules } from './types/type-declarations';
import { typesInThread } from './types/types-thread';
import { FORMAT_VALUES } from './types/schema-types';
import { TOOLS_FILE, toolsAndSelection } from './tools';

/** Options of `generate`. Modules are named as the generated files import them. */
export interface GenerateOptions extends Omit<PrepareOptions, 'documents' | 'faults' | 'part'> {
  /** The module src/runtime/contract/runtime.ts, such as `../src/runtime/contract/runtime`. */
  readonly runtimeModule: string;
  /** The folder of the handlers; without it, no registry of handlers is generated. */
  readonly handlersModule?: string;
  /** The module that exports `extensions`. */
  readonly extensionsModule?: string | undefined;
  /** The command that regenerates files, for their heads; `npm run generate` by default. */
  readonly command?: string;
  /** Clients represent 64-bit integers as `bigint`; by default as `number`. */
  readonly exactClient?: boolean;
  /** Also write `openapi.yaml`. */
  readonly yaml?: boolean;
  /** The module format of the files; CommonJS by default. ES modules import files with their extensions. */
  readonly module?: ModuleFormat;
}

/** Modules as they are imported. */
type Modules = Pick<GenerateOptions, 'runtimeModule' | 'extensionsModule'>;

/** File content by file name, relative to the output folder. */
export type GeneratedFiles = ReadonlyMap<string, string>;

/**
 * Generates all files of a document. The same document gives the same bytes on any machine with the same versions of
 * the tools.
 *
 * @returns the content of the files by name, to compare or to write
 * @throws DocumentError when a fault concerns the whole document; with `strict`, for any fault
 * @example
 * ```ts
 * import { generate, readDocument, writeGenerated } from 'openapi-trellis-tools/generate';
 *
 * const source = readDocument('spec/openapi.yaml');
 * const files = await generate(source, { runtimeModule: 'openapi-trellis/contract/runtime' });
 * writeGenerated('generated', files);
 * ```
 */
export async function generate(
  { document, name, faults, part }: SourceDocument,
  options: GenerateOptions,
): Promise<GeneratedFiles> {
  const compile = codeCompiler(options.exactClient);
  return filesOf(prepareContract(document, compile, { ...options, faults, part }), name, options);
}

/**
 * Generates all files of a prepared document.
 *
 * @throws DocumentError like generate
 */
export async function generateFrom(
  prepared: PreparedContract<unknown>,
  name: string,
  options: GenerateOptions,
): Promise<GeneratedFiles> {
  const code = codeCompiler(options.exactClient)(prepared.parts);
  return filesOf({ ...prepared, code }, name, options);
}

async function filesOf(
  prepared: PreparedContract<GeneratedCode>,
  name: string,
  {
    handlersModule,
    command = 'npm run generate',
    yaml = false,
    module = 'commonjs',
    ...options
  }: GenerateOptions,
): Promise<GeneratedFiles> {
  const { document, part, resolver, operations, contract, patterns, code } = prepared;
  for (const notice of globalNames(document)) options.report?.(notice);
  const careful = Object.keys(patterns).length > 0;
  const { types, clientTypes, names } = await code.types;

  const mark = visibleLine(`@generated from ${name} by ${command}; do not edit`);
  const typescript = (body: string): string =>
    visibleSource(`// ${mark}\n/* eslint-disable */\n\n${body}`);
  const specifierOf = (each: string): string => importName(each, module);
  const runtimeModule = specifierOf(options.runtimeModule);
  const modules = {
    runtimeModule,
    extensionsModule: options.extensionsModule && specifierOf(options.extensionsModule),
  };
  // Both modules import it, since either may be loaded first.
  const imported = careful ? `import '${specifierOf(`./${PATTERNS}`)}';\n` : '';
  const validators = validatorsModule(code.validators, modules, imported);
  const files = new Map([
    ['openapi.json', `${printJson({ 'x-generated': mark, ...document })}\n`],
    ...(yaml ? [['openapi.yaml', `# ${mark}\n${printYaml(document)}`] as const] : []),
    ['types.ts', typescript(formatTypes(types, modules) + types)],
    ['client-types.ts', typescript(clientTypes)],
    [
      'operations.ts',
      typescript(
        operationTypes(resolver, operations, contract, names, {
          runtimeModule,
          typesModule: specifierOf('./types'),
        }),
      ),
    ],
    ['validators.ts', typescript(validators)],
    ['contract.ts', typescript(imported + contractModule(contract, modules))],
    [TOOLS_FILE, `${printJson({ 'x-generated': mark, ...toolsAndSelection(part) })}\n`],
  ]);
  if (careful) files.set(`${PATTERNS}.ts`, typescript(patternsModule(patterns, runtimeModule)));
  if (handlersModule !== undefined) {
    files.set('handlers.ts', typescript(handlerRegistry(operations, handlersModule, module)));
  }
  return files;
}

interface GeneratedCode {
  readonly types: Promise<TypeModules>;
  readonly validators: string;
}

/** Starts the types in their thread, then compiles validators in this one. */
function codeCompiler(exactClient = false): CompileCode<GeneratedCode> {
  return ({ document, operations, validators, schemas, filled, formats }) => {
    const types = typesInThread(document, operations, { filled, formats, exactClient });
    // Nothing awaits the types if the validators cannot be compiled.
    types.catch(() => undefined);
    return { types, validators: compileValidators(schemas, validators) };
  };
}

function contractModule(
  { extensions, ...data }: CompiledContract,
  { runtimeModule, extensionsModule }: Modules,
): string {
  const value = printParsed(data);
  const hasOwn = extensions !== undefined && extensionsModule !== undefined;
  const imported = hasOwn ? `import { extensions } from ${quoted(extensionsModule)};\n` : '';
  return `import type { CompiledContract } from ${quoted(runtimeModule)};
${imported}
export const contract: CompiledContract = ${hasOwn ? `{ ...${value}, extensions }` : value};
`;
}

/** The declarations that types of mapped formats refer to. */
function formatTypes(types: string, { runtimeModule, extensionsModule }: Modules): string {
  if (extensionsModule === undefined || !types.includes(`${FORMAT_VALUES}[`)) return '';
  return `import type { FormatValues } from ${quoted(runtimeModule)};
import type { extensions } from ${quoted(extensionsModule)};

type ${FORMAT_VALUES} = FormatValues<typeof extensions>;

`;
}

/** The module that registers careful matching; only written when a pattern needs it. */
const PATTERNS = 'patterns';

function patternsModule(patterns: CarefulPatterns, runtimeModule: string): string {
  return `import { matchWithCare } from ${quoted(runtimeModule)};

matchWithCare(${printParsed(patterns)});
`;
}

/** Wraps Ajv's code, which is CommonJS, into an expression for a TypeScript module of either format. */
function validatorsModule(
  code: string,
  { runtimeModule, extensionsModule = '' }: Modules,
  imported: string,
): string {
  let own = '';
  // Quotes in texts of the document are escaped.
  const body = code.replace(/\brequire\("([^"]*)"\)/g, (_, name: string) => {
    if (name === RUNTIME_MODULE) return 'runtime';
    if (isAjvModuleName(name)) return `runtime.ajvModule("${name}")`;
    if (name !== EXTENSIONS_MODULE) throw new Error(`validators call ${name}: see ajv-modules.ts`);
    own = `import * as own from ${quoted(extensionsModule)};\n`;
    return 'own';
  });
  return `// @ts-nocheck: compiled code, without types
${imported}import * as runtime from ${quoted(runtimeModule)};
${own}
export const validators: runtime.Validators = ((exports) => {
${body}
return exports;
})({});
`;
}
