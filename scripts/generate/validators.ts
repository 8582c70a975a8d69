import Ajv2020 from 'ajv/dist/2020';
import standaloneCode from 'ajv/dist/standalone';
import addFormats from 'ajv-formats';
import type { Validate } from '../../src/contract/validation';
import { addDiscriminators } from './discriminator-code';
import { regularExpression } from '../../src/contract/regular-expression';
import { DocumentError } from './document-error';
import type { JsonObject } from './json-object';
import { pointerFragment, pointerKeys } from './json-pointer';
import type { Direction } from './direction';
import { addExactKeywords, addReferences, VALIDATOR_RUNTIME_MODULE } from './keyword-code';
import { addUnevaluatedKeywords } from './unevaluated-code';
import { validationSchema } from './validation-schema';
import { schemasOf } from './walk-document';

export { VALIDATOR_RUNTIME_MODULE };

/**
 * Compiles schemas to the source of functions, so that a service compiles nothing when it starts.
 *
 * @see https://ajv.js.org/standalone.html
 */

/** A schema that needs a validator. */
export interface ValidatorRequest {
  readonly name: string;
  readonly pointer: string;
  readonly direction: Direction;
}

/**
 * The source of a CommonJS module that exports each validator under its name.
 *
 * @param document with plain references only (plain-schemas.ts)
 * @throws DocumentError when a schema cannot be compiled, naming it
 */
export function compileValidators(
  document: JsonObject,
  requests: readonly ValidatorRequest[],
): string {
  const directions = new Set(requests.map(({ direction }) => direction));
  const ajv = createCompiler(document, directions, { source: true, lines: true });
  const references: Record<string, string> = {};
  for (const request of requests) {
    compile(ajv, request);
    references[request.name] = referenceTo(request);
  }
  return standaloneCode(ajv, references).replace(/^"use strict";/, '');
}

/** Compiles single schemas of a document, each when it is first asked for. */
export class SchemaCompiler {
  private readonly compilers = new Map<Direction, Ajv2020>();
  private readonly compiled = new Map<string, Validate>();

  constructor(private readonly document: JsonObject) {}

  /** The validator of the schema at a pointer. @throws DocumentError when it cannot be compiled */
  validatorAt(pointer: string, direction: Direction): Validate {
    const reference = referenceTo({ pointer, direction });
    const known = this.compiled.get(reference);
    if (known !== undefined) return known;
    const validate = compile(this.compilerFor(direction), { pointer, direction });
    this.compiled.set(reference, validate);
    return validate;
  }

  private compilerFor(direction: Direction): Ajv2020 {
    let ajv = this.compilers.get(direction);
    if (ajv === undefined) {
      ajv = createCompiler(this.document, [direction], {});
      this.compilers.set(direction, ajv);
    }
    return ajv;
  }
}

type Compilable = Pick<ValidatorRequest, 'pointer' | 'direction'>;

function referenceTo({ pointer, direction }: Compilable): string {
  return direction + pointerFragment(pointer);
}

function compile(ajv: Ajv2020, request: Compilable): Validate {
  const { pointer } = request;
  try {
    // Ajv's own type of the function has not what it takes beside the value.
    const validate = ajv.getSchema(referenceTo(request)) as unknown as Validate | undefined;
    if (validate !== undefined) return validate;
  } catch (error) {
    const cause = error instanceof Error ? error.message : String(error);
    throw new DocumentError([{ pointer, message: `the schema cannot be compiled: ${cause}` }]);
  }
  throw new DocumentError([{ pointer, message: 'the schema cannot be found' }]);
}

/**
 * Formats of OpenAPI's registry that ajv-formats has not, and `url`, for which its expression takes time
 * that grows with the square of the text.
 *
 * @see https://spec.openapis.org/registry/format/
 */
const STRING_FORMATS = {
  base64url: /^(?:[\w-]{4})*(?:[\w-]{2}(?:==)?|[\w-]{3}=?)?$/,
  char: /^.$/su,
  url: /^(?:https?|ftp):\/\/(?:[^\s/?#@]*@)?[^\s/?#@]+(?:[/?#]\S*)?$/i,
};

/** How validators make regular expressions, and the code by which they do. */
const REGULAR_EXPRESSION = Object.assign((pattern: string) => regularExpression(pattern), {
  code: `require("${VALIDATOR_RUNTIME_MODULE}").regularExpression`,
});

function createCompiler(
  document: JsonObject,
  directions: Iterable<Direction>,
  code: { readonly source?: true; readonly lines?: true },
): Ajv2020 {
  const ajv = createAjv(code);
  for (const direction of directions) ajv.addSchema(schemaRoot(document, direction), direction);
  return ajv;
}

function createAjv(code: { readonly source?: true; readonly lines?: true }): Ajv2020 {
  const ajv = new Ajv2020({
    strict: false,
    // Schemas were checked against the metaschema with the place of each fault (check-document.ts).
    validateSchema: false,
    // The keywords of validator-runtime.ts reach what else is known of a value through `this`.
    passContext: true,
    // Without it, `required: [toString]` is met by every object.
    ownProperties: true,
    messages: false,
    logger: false,
    code: { ...code, regExp: REGULAR_EXPRESSION },
  });
  // Both are done elsewhere, so that Ajv need not pass on what each schema evaluates.
  ajv.opts.dynamicRef = false;
  ajv.opts.unevaluated = false;
  addFormats(ajv);
  for (const [name, pattern] of Object.entries(STRING_FORMATS)) ajv.addFormat(name, pattern);
  addExactKeywords(ajv);
  addReferences(ajv);
  addUnevaluatedKeywords(ajv);
  addDiscriminators(ajv);
  return ajv;
}

/** The document with nothing left but its schemas, each in its place, so that references hold. */
function schemaRoot(document: JsonObject, direction: Direction): JsonObject {
  const root = emptyNode();
  for (const { pointer, schema } of schemasOf(document)) {
    const keys = pointerKeys(pointer);
    const last = keys.pop() ?? '';
    let node = root;
    for (const key of keys) node = (node[key] ??= emptyNode()) as Record<string, unknown>;
    node[last] = validationSchema(document, schema, direction);
  }
  return root;
}

/** Without a prototype, since a component may be called `__proto__`. */
function emptyNode(): Record<string, unknown> {
  return Object.create(null) as Record<string, unknown>;
}
