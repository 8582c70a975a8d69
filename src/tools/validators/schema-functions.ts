import type Ajv from 'ajv/dist/2020';
import {
  _,
  type AnySchema,
  type Code,
  type CodeGen,
  type KeywordCxt,
  type Name,
  nil,
  stringify,
} from 'ajv';
import {
  _Code,
  compileSchema,
  getValidate,
  inlineRef,
  names,
  not,
  SchemaEnv,
  strConcat,
  type SubschemaArgs,
  Type,
} from './ajv-internals';
import type { CompilableSchemas } from './compilable-schemas';
import { type Direction, DocumentError, fragmentPointer, getOrMake, type Steps } from '../document';
import * as runtime from 'openapi-trellis/contract/runtime';

/** Schemas with at most this many keywords are inlined. */
const SMALL = 3;

/**
 * The functions that schemas are compiled to. Each schema has one function however many refer to it, which keeps the
 * code proportional to the document instead of the paths through it.
 */
export class SchemaFunctions {
  /** The pointer of the schema being compiled, including all that it calls. */
  current = '';
  private readonly compiled = new Map<unknown, SchemaEnv>();
  /** The first of equal schemas, by direction and text. */
  private readonly first = new Map<string, unknown>();
  private readonly roots: Readonly<Record<Direction, SchemaEnv>> = {
    request: new SchemaEnv({ schema: {} }),
    response: new SchemaEnv({ schema: {} }),
  };

  /** @param lazy compiles a function that others call when it is first called; for validators in memory */
  constructor(
    private readonly ajv: Ajv,
    private readonly schemas: CompilableSchemas,
    private readonly lazy: boolean,
  ) {}

  get steps(): Steps {
    return this.schemas.steps;
  }

  /** All functions compiled so far. */
  get all(): Iterable<SchemaEnv> {
    return this.compiled.values();
  }

  /**
   * The function of the schema at a pointer; the empty pointer accepts any value.
   *
   * @throws DocumentError when it cannot be compiled or found
   */
  at(pointer: string, direction: Direction): SchemaEnv {
    this.current = pointer;
    return withPointer(pointer, () => {
      const schema = pointer === '' ? true : this.schemas.at(pointer, direction);
      if (schema !== undefined) return this.of(schema, this.roots[direction]);
      throw new DocumentError([{ pointer, message: 'the schema cannot be found' }]);
    });
  }

  /** The schema that a reference names, within the same root. */
  target(reference: string, root: SchemaEnv): unknown {
    const pointer = fragmentPointer(reference);
    if (pointer === undefined) return undefined;
    return this.schemas.at(pointer, root === this.roots.response ? 'response' : 'request');
  }

  /** Generates a check that collects errors. */
  check(cxt: KeywordCxt, schema: unknown): Name {
    const { gen } = cxt;
    const valid = gen.name('valid');
    if (isSmall(schema)) {
      cxt.subschema(elsewhere(cxt, schema), valid);
      return valid;
    }
    return checkBy(cxt, this.validateOf(cxt, schema), valid);
  }

  /** Generates a check of the value or one of its items, without collecting errors. */
  fits(cxt: KeywordCxt, schema: unknown, item?: Name): Name {
    const { gen } = cxt;
    const valid = gen.name('fits');
    if (isSmall(schema)) {
      const at = item && { dataProp: item, dataPropType: Type.Num };
      cxt.subschema({ ...elsewhere(cxt, schema), ...WITHOUT_ERRORS, ...at }, valid);
    } else gen.var(valid, callOf(cxt, this.validateOf(cxt, schema), item));
    return valid;
  }

  /** A list of the schemas' validators, for lists too long to name each in code. */
  list({ gen, it }: KeywordCxt, schemas: readonly unknown[]): Name {
    const ref = schemas.map((schema) => this.of(schema, it.schemaEnv.root));
    const items = ref.map(({ validateName }) => `{validate: ${String(validateName)}}`);
    return gen.scopeValue('func', { ref, code: new _Code(`[${items.join(', ')}]`) });
  }

  private validateOf(cxt: KeywordCxt, schema: unknown): Code {
    const env = this.of(schema, cxt.it.schemaEnv.root);
    if (!this.lazy) return getValidate(cxt, env);
    return _`${cxt.gen.scopeValue('wrapper', { ref: env })}.validate`;
  }

  private of(schema: unknown, root: SchemaEnv): SchemaEnv {
    const known = this.compiled.get(schema) ?? this.equal(schema, root);
    const env = known ?? new SchemaEnv({ schema: schema as AnySchema, root });
    // Stored before it is compiled, since it may refer to itself.
    this.compiled.set(schema, env);
    if (known !== undefined) return known;
    if (this.lazy) this.compileLater(env);
    else this.compile(env);
    return env;
  }

  /** The function of an equal schema at another place. Functions that are written are those of their own schemas. */
  private equal(schema: unknown, root: SchemaEnv): SchemaEnv | undefined {
    if (!this.lazy) return undefined;
    const text = `${root === this.roots.response} ${JSON.stringify(schema)}`;
    return this.compiled.get(getOrMake(this.first, text, () => schema));
  }

  private compileLater(env: SchemaEnv): void {
    const { current } = this;
    const get = (): SchemaEnv['validate'] => {
      delete env.validate;
      this.current = current;
      try {
        withPointer(current, () => {
          this.compile(env);
        });
        return env.validate;
      } catch (error) {
        Object.defineProperty(env, 'validate', { get, configurable: true });
        throw error;
      }
    };
    Object.defineProperty(env, 'validate', { get, configurable: true });
  }

  private compile(env: SchemaEnv): void {
    try {
      compileSchema.call(this.ajv, env);
      join(env.validate?.source?.validateCode);
    } catch (error) {
      this.compiled.delete(env.schema);
      throw error;
    }
  }
}

/** Tells which schema could not be compiled. */
function withPointer<Result>(pointer: string, compile: () => Result): Result {
  try {
    return compile();
  } catch (error) {
    if (error instanceof DocumentError) throw error;
    const cause = error instanceof Error ? error.message : String(error);
    throw new DocumentError([{ pointer, message: `the schema cannot be compiled: ${cause}` }]);
  }
}

/** V8 keeps code that was put together from pieces as a tree of them, ten times the size, until it is searched. */
function join(code = ''): void {
  code.search('');
}

/** True for a schema whose code is shorter than a call. */
function isSmall(schema: unknown): boolean {
  return inlineRef(schema as AnySchema, SMALL);
}

const WITHOUT_ERRORS = { compositeRule: true, createErrors: false, allErrors: false } as const;

/** The arguments for a subschema from outside the current schema. */
function elsewhere({ gen }: KeywordCxt, schema: unknown): SubschemaArgs {
  return {
    schema: schema as AnySchema,
    schemaPath: nil,
    topSchemaRef: gen.scopeValue('schema', { ref: schema, code: stringify(schema) }),
    errSchemaPath: '',
    dataTypes: [],
  };
}

/** Generates a call of a validator that collects errors. */
export function checkBy(cxt: KeywordCxt, validate: Code, valid = cxt.gen.name('valid')): Name {
  const { gen } = cxt;
  gen.var(valid, callOf(cxt, validate));
  gen.if(not(valid), () => {
    addErrors(cxt, _`${validate}.errors`);
  });
  return valid;
}

/** Generates a call of a runtime function for alternatives. */
export function callWith(
  cxt: KeywordCxt,
  fn: 'countFitting' | 'faultsOfAlternatives',
  first: number | string,
  validators: Name,
): Code {
  const args = _`this, ${first}, ${validators}, ${cxt.data}, ${placeOf(cxt)}`;
  return _`${runtimeFunction(cxt.gen, fn)}.call(${args})`;
}

function callOf(cxt: KeywordCxt, validate: Code, item?: Name): Code {
  const { gen, data } = cxt;
  const check = runtimeFunction(gen, 'checkOnce');
  const value = item === undefined ? data : _`${data}[${item}]`;
  return _`${check}.call(this, ${validate}, ${value}, ${placeOf(cxt, item)})`;
}

/** The location of the value, or of one of its items, in the form validators take. */
function placeOf({ gen, it, data }: KeywordCxt, item?: Name): Code {
  return gen.object(
    [names.instancePath, strConcat(names.instancePath, it.errorPath)],
    [names.parentData, item === undefined ? it.parentData : data],
    [names.parentDataProperty, item ?? it.parentDataProperty],
    [names.rootData, names.rootData],
  );
}

export function addErrors({ gen }: KeywordCxt, errors: Code): void {
  const { vErrors } = names;
  gen.assign(vErrors, _`${vErrors} === null ? ${errors} : ${vErrors}.concat(${errors})`);
  gen.assign(names.errors, _`${vErrors}.length`);
}

/** Placeholder for the runtime module (src/runtime/contract/runtime.ts) in compiled code. */
export const RUNTIME_MODULE = '#runtime';

export function runtimeFunction(gen: CodeGen, fn: keyof typeof runtime): Name {
  return gen.scopeValue('func', {
    key: fn,
    ref: runtime[fn],
    code: _`require(${RUNTIME_MODULE})[${fn}]`,
  });
}
