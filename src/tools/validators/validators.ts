import Ajv2020 from 'ajv/dist/2020';
import { _, type CodeOptions } from 'ajv';
import {
  regularExpression,
  type CompiledContract,
  type Validate,
  type Validators,
} from 'openapi-trellis/tools';
import { formats } from 'openapi-trellis/contract/runtime';
import {
  type JsonObject,
  type Operation,
  type Resolver,
  collectFaults,
  type Direction,
} from '../document';
import { getProperty, type SchemaEnv, type ValueScopeName } from './ajv-internals';
import type { CompilableSchemas } from './compilable-schemas';
import { addDiscriminators } from './discriminator-code';
import { addExtensions } from './extension-code';
import { addExactKeywords, addReferences } from './keyword-code';
import { RUNTIME_MODULE, SchemaFunctions } from './schema-functions';
import { addUnevaluatedKeywords } from './unevaluated-code';
import { addWideSchemas } from './wide-schemas';

/**
 * Compiles schemas to the source of functions, so a service compiles nothing at start.
 *
 * @see https://ajv.js.org/standalone.html
 */

export interface ValidatorRequest {
  readonly name: string;
  readonly pointer: string;
  readonly direction: Direction;
}

/**
 * The source of a CommonJS module that exports each validator under its name.
 *
 * @throws DocumentError with each schema that cannot be compiled
 */
export function compileValidators(
  schemas: CompilableSchemas,
  requests: readonly ValidatorRequest[],
): string {
  const functions = createCompiler(schemas, { source: true, lines: true, process: unparsed });
  const exported = new Map(
    collectFaults(requests, ({ name, pointer, direction }) => {
      return [name, functions.at(pointer, direction)] as const;
    }),
  );
  return validatorsModule(functions.all, exported);
}

/** Replaces the source for Ajv; only the final module is parsed. */
const unparsed = (): string => 'return () => true';

/** Validators in memory. Of the schemas that one leads to, only those are compiled that values are held to. */
export class SchemaCompiler {
  private readonly functions: SchemaFunctions;

  constructor(schemas: CompilableSchemas) {
    this.functions = createCompiler(schemas, {}, true);
  }

  /** Compiles what has only been referred to. @throws DocumentError like validatorAt */
  finish(): void {
    Array.from(this.functions.all, ({ validate }) => validate);
  }

  validatorAt(pointer: string, direction: Direction): Validate {
    // Ajv's type of the function lacks the parameters after the value.
    return this.functions.at(pointer, direction).validate as unknown as Validate;
  }
}

/** Everything a service needs to run, in memory. */
export interface LoadedContract {
  readonly document: JsonObject;
  readonly contract: CompiledContract;
  readonly validators: Validators;
  readonly validated: readonly ValidatorRequest[];
  readonly operations: readonly Operation[];
  /** Of the normalized document (normalize-schemas.ts). */
  readonly resolver: Resolver;
  /** A validator for any schema. @throws DocumentError when it cannot be compiled */
  validatorAt(pointer: string, direction: Direction): Validate;
  /** False for a schema that means the same in requests and in responses. */
  isDirectional(pointer: string): boolean;
}

/** Creates regular expressions; compiled validators call it by this code. */
const REGULAR_EXPRESSION = Object.assign((pattern: string) => regularExpression(pattern), {
  code: `require("${RUNTIME_MODULE}").regularExpression`,
});

/** The import of format functions in compiled validators. */
const FORMATS = _`require(${RUNTIME_MODULE}).formats`;

function createCompiler(
  schemas: CompilableSchemas,
  code: Pick<CodeOptions, 'source' | 'lines' | 'process'>,
  lazy = false,
): SchemaFunctions {
  const ajv = new Ajv2020({
    strict: false,
    // Schemas are validated earlier, with the place of each fault (validate-document.ts).
    validateSchema: false,
    // Keywords in runtime.ts get further facts about a value through `this`.
    passContext: true,
    // Without it, every object satisfies `required: [toString]`.
    ownProperties: true,
    messages: false,
    logger: false,
    // References are resolved elsewhere; Ajv would parse a URI for each function.
    uriResolver: { parse: () => ({}), resolve: (base) => base, serialize: () => '' },
    // Removing unused names takes as long as compiling, and saves little.
    code: { ...code, optimize: false, regExp: REGULAR_EXPRESSION, formats: FORMATS },
  });
  // Both keywords are implemented elsewhere, so Ajv need not track evaluated members.
  ajv.opts.dynamicRef = false;
  ajv.opts.unevaluated = false;
  for (const [name, format] of Object.entries(formats)) ajv.addFormat(name, format);
  addExactKeywords(ajv);
  addExtensions(ajv, schemas.extensions);
  const functions = new SchemaFunctions(ajv, schemas, lazy);
  addReferences(ajv, functions);
  addUnevaluatedKeywords(ajv, functions);
  addDiscriminators(ajv, functions);
  addWideSchemas(ajv);
  return functions;
}

/**
 * The source of a CommonJS module of compiled functions. Ajv's own writer copies all previous code for each function,
 * and embeds the text of each schema.
 *
 * @param compiled including all functions that they call
 * @param exported by export name
 */
function validatorsModule(
  compiled: Iterable<SchemaEnv>,
  exported: ReadonlyMap<string, SchemaEnv>,
): string {
  const parts: string[] = [];
  const written = new Set<string>();
  for (const { validate } of compiled) {
    if (validate?.source === undefined) continue;
    const { validateCode, scopeValues } = validate.source;
    const shown = new Set(validateCode.match(/schema(?<!\wschema)\d+/g));
    for (const value of Object.values(scopeValues).flatMap((names) => [...(names ?? [])])) {
      const name = String(value);
      // Functions are written by the outer loop, and hoisted.
      if (value.prefix === 'validate' || written.has(name)) continue;
      if (value.prefix === 'schema' && !shown.has(name)) continue;
      written.add(name);
      parts.push(`const ${name} = ${codeOf(value)};\n`);
    }
    parts.push(validateCode);
  }
  for (const [name, { validateName }] of exported) {
    parts.push(`exports${String(getProperty(name))} = ${String(validateName)};\n`);
  }
  return parts.join('');
}

/** Ajv wraps a function that was still being compiled when it was called. */
function codeOf({ prefix, value }: ValueScopeName): string {
  if (prefix !== 'wrapper') return String(value?.code);
  return `{validate: ${String((value?.ref as SchemaEnv).validateName)}}`;
}
