import {
  type CarefulPatterns,
  type CompiledContract,
  type Extensions,
  matchWithCare,
} from 'openapi-trellis/tools';
import { validateDocument } from './validate/validate-document';
import { compileContract, type ContractParts } from './compile/compile-contract';
import { DefaultsBuilder } from './compile/defaults';
import { SchemaUses } from './compile/schema-uses';
import {
  DocumentError,
  type DocumentFault,
  type DocumentNotice,
  isFinal,
  isNotice,
  type JsonObject,
  type Operation,
  type Part,
  Resolver,
  mappedFormats,
  type MappedFormats,
  type SchemaDocuments,
} from '../document';
import { CompilableSchemas, SchemaCompiler } from '../validators';
import { leftOutOperations } from './validate/left-out';
import { pruneInvalid } from './validate/prune-invalid';

export interface PrepareOptions {
  /** Fails for any fault. By default, affected parts are left out where the rest can be served without them. */
  readonly strict?: boolean;
  /** Documents that schema references may name, by URI. */
  readonly documents?: SchemaDocuments | undefined;
  /** False to leave requests without defaults; true by default. */
  readonly defaults?: boolean;
  /** The formats and keywords of the service. */
  readonly extensions?: Extensions | undefined;
  /** Derives error bodies when they are first sent; there are no warnings about bodies that cannot be derived. */
  readonly lazyErrors?: boolean;
  /** True to leave out operations whose responses refer to nothing; by default nothing is held to these references. */
  readonly resolved?: boolean;
  /** Faults found when the document was read. */
  readonly faults?: readonly (DocumentFault | DocumentNotice)[];
  /** The selection, if the document is a part of another. */
  readonly part?: Part | undefined;
  /** Called with notices for the author: fixes, parts left out, derived names. */
  readonly report?: (notice: DocumentNotice) => void;
}

/** A checked and compiled document. */
export interface PreparedContract<Code> {
  readonly document: JsonObject;
  readonly part?: Part | undefined;
  /** Of the normalized document (normalize-schemas.ts). */
  readonly resolver: Resolver;
  readonly operations: readonly Operation[];
  readonly contract: CompiledContract;
  /** The input of code generation. */
  readonly parts: CodeParts;
  /** How to match patterns for which backtracking may take long. */
  readonly patterns: CarefulPatterns;
  readonly code: Code;
}

interface CodeParts extends Omit<ContractParts, 'contract' | 'warnings'> {
  /** Normalized (normalize-schemas.ts). */
  readonly document: JsonObject;
  readonly operations: readonly Operation[];
  readonly schemas: CompilableSchemas;
  readonly compiler: SchemaCompiler;
  readonly formats: MappedFormats;
}

/** Generates code in any form. @throws DocumentError for a schema that cannot be compiled */
export type CompileCode<Code> = (parts: CodeParts) => Code;

/** Each round leaves out parts affected by its faults; few documents need a third. */
const MAX_ROUNDS = 20;

/**
 * Checks and compiles a document.
 *
 * @throws DocumentError when a fault affects the whole document; if `strict`, for any
 */
export function prepareContract<Code>(
  document: JsonObject,
  compile: CompileCode<Code>,
  { strict = false, resolved = false, faults = [], part, report, ...options }: PrepareOptions = {},
): PreparedContract<Code> {
  const lost = faults.filter(isNotice);
  let rest = document;
  let known = faults.filter((fault) => !isNotice(fault));
  for (let round = 1; ; round++) {
    try {
      if (known.length > 0) throw new DocumentError(known);
      const { notices, ...prepared } = prepare(rest, options, compile);
      const all = [...lost, ...notices];
      for (const notice of all) report?.(notice);
      return { ...prepared, part, contract: withLeftOut(prepared, document, all, part) };
    } catch (error) {
      const isLast = strict || round === MAX_ROUNDS;
      if (!(error instanceof DocumentError) || isLast || isFinal(error)) throw error;
      const remainder = pruneInvalid(rest, error.faults, resolved);
      if (remainder === undefined) throw error;
      for (const each of remainder.notices) lost.push(each);
      rest = remainder.document;
      known = [];
    }
  }
}

function withLeftOut(
  { contract, operations }: Pick<PreparedContract<unknown>, 'contract' | 'operations'>,
  document: JsonObject,
  notices: readonly DocumentNotice[],
  part: Part | undefined,
): CompiledContract {
  const served = new Set(operations.map(({ method, path }) => `${method} ${path}`));
  const leftOut = leftOutOperations(document, served, notices, part);
  return leftOut.length === 0 ? contract : { ...contract, leftOut };
}

function prepare<Code>(
  given: JsonObject,
  { documents, defaults = true, extensions, lazyErrors }: PrepareOptions,
  compile: CompileCode<Code>,
): PreparedContract<Code> & { readonly notices: readonly DocumentNotice[] } {
  const checked = validateDocument(given, documents, Object.keys(extensions?.formats ?? {}));
  const { document, plain, operations, patterns } = checked;
  // Validators in memory keep the expressions they are created with.
  matchWithCare(patterns);
  const resolver = new Resolver(plain);
  try {
    const schemas = new CompilableSchemas(plain, extensions);
    const compiler = new SchemaCompiler(schemas);
    const formats = mappedFormats(extensions);
    const builder = defaults
      ? new DefaultsBuilder(resolver, compiler, Object.keys(extensions?.keywords ?? {}), document)
      : undefined;
    const uses = new SchemaUses(resolver, builder, formats);
    const compiled = compileContract(
      uses,
      operations,
      (pointer, direction) => compiler.validatorAt(pointer, direction),
      lazyErrors,
    );
    const { contract: data, warnings, ...rest } = compiled;
    const contract = extensions === undefined ? data : { ...data, extensions };
    const parts = { document: plain, operations, schemas, compiler, formats, ...rest };
    const code = compile(parts);
    const found = warnings.map((each) =>
      checked.atReference({ ...each, severity: 'warning' as const }),
    );
    const notices = [...checked.notices, ...found];
    return { document, resolver, operations, contract, parts, patterns, code, notices };
  } catch (error) {
    if (error instanceof DocumentError) throw new DocumentError(error.faults.map(withDepth));
    if (!(error instanceof RangeError)) throw error;
    throw new DocumentError([{ pointer: '/components/schemas', message: TOO_DEEP }]);
  }
}

const TOO_DEEP =
  'the schemas in it lead to each other through more levels than can be compiled; break it up';

/** A stack overflow means nothing to the author. */
function withDepth(fault: DocumentFault): DocumentFault {
  return fault.message.includes('Maximum call stack') ? { ...fault, message: TOO_DEEP } : fault;
}
