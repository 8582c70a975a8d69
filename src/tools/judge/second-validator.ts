import { createRequire } from 'node:module';
import { createContext, Script } from 'node:vm';
import type * as Hyperjump from '@hyperjump/json-schema/draft-2020-12';
import { regularExpression, stringifyJson } from 'openapi-trellis/tools';
import {
  appliedSchemas,
  asObject,
  IN_PLACE,
  isJsonObject,
  isPlace,
  type JsonObject,
  type Operation,
  Resolver,
  type SchemaAt,
  type SourceDocument,
  strings,
  visitSchemas,
  getOrMake,
} from '../document';
import { isPlainJson } from '../schema';
import type { LoadedContract } from '../validators';
import { directionalDocument, type SchemaUse } from './directional-document';

/** Validates values by the schemas of a document with a validator that is independent of the contract's. */
export interface SecondValidator {
  /** True if the value is valid; undefined if the validator cannot decide. */
  accepts(pointer: string, use: SchemaUse, value: unknown): Promise<boolean | undefined>;
}

/** True if a validator certainly refuses each of the values. */
export async function refusesEach(
  validator: SecondValidator,
  pointer: string,
  use: SchemaUse,
  values: readonly unknown[],
): Promise<boolean> {
  for (const value of values) {
    if ((await validator.accepts(pointer, use, value)) !== false) return false;
  }
  return true;
}

/**
 * The second validator: @hyperjump/json-schema with its formats. It ignores keywords that only the contract's
 * validators know, such as the format `byte` and patterns like `[\w-.]`.
 */
export class HyperjumpValidator implements SecondValidator {
  /** Validators by use and pointer, compiled on demand. */
  private readonly validators = new Map<string, Promise<Validate | undefined>>();

  private constructor(
    private readonly loaded: Pick<LoadedContract, 'resolver'>,
    private readonly hyperjump: typeof Hyperjump,
  ) {}

  static of(loaded: Pick<LoadedContract, 'resolver'>): HyperjumpValidator {
    const hyperjump = loadHyperjump();
    hyperjump.setShouldValidateFormat(true);
    // Generation checks the schemas; a fault would be reported here late, and twice.
    hyperjump.setShouldValidateSchema(false);
    return new HyperjumpValidator(loaded, hyperjump);
  }

  /**
   * Returns undefined if the validator cannot decide: if rounding to a double may matter, for values that are not
   * JSON or have more than 1,000,000 characters, if matching a text takes long, or if over 100,000 schemas apply.
   */
  async accepts(pointer: string, use: SchemaUse, value: unknown): Promise<boolean | undefined> {
    if (!isPlainJson(value)) return undefined;
    const key = `${use} ${pointer}`;
    const validate = await getOrMake(this.validators, key, () => this.compile(pointer, use));
    const text = stringifyJson(value);
    return text.length > MOST_CHARACTERS ? undefined : validate?.(schemaObject(text));
  }

  /** @returns undefined for a schema it cannot read, for example with patterns of another dialect */
  private async compile(pointer: string, use: SchemaUse): Promise<Validate | undefined> {
    const { registerSchema, unregisterSchema, validate } = this.hyperjump;
    const { schema, hasOtherPatterns } = directionalDocument(this.loaded, pointer, use);
    if (hasOtherPatterns && mayRefuseMore(schema)) return undefined;
    if (mostWays(schema) > MOST_WAYS) return undefined;
    const uri = `https://schemas.invalid/${nextNumber++}`;
    registerSchema(schemaObject(stringifyJson(schema)), uri, DIALECT);
    try {
      const validator = await validate(uri);
      const accepts = bounded((value, plugins) =>
        quietly(() => validator(value, { plugins }).valid),
      );
      return mayBacktrack(schema) ? (value) => inTime(() => accepts(value)) : accepts;
    } catch {
      // Generation accepted the schema; that this package does not is no fault of the document.
      return undefined;
    } finally {
      unregisterSchema(uri);
    }
  }
}

function schemaObject(json: string): Hyperjump.SchemaObject {
  return JSON.parse(json) as Hyperjump.SchemaObject;
}

/** True if a keyword makes the schema refuse more when one of its subschemas accepts more. */
function mayRefuseMore(document: JsonObject): boolean {
  let found = false;
  visitSchemas(document, '', (schema) => {
    found ||= COUNTING.some((keyword) => keyword in schema);
  });
  return found;
}

const COUNTING = ['not', 'oneOf', 'if', 'contains', 'unevaluatedProperties', 'unevaluatedItems'];

/** The package needs about 30 times the memory of a value's text. */
const MOST_CHARACTERS = 1_000_000;

type Validate = (value: Hyperjump.SchemaObject) => boolean | undefined;

/** Maximum number of schemas for one part of a value, each counted once per path of references to it. */
const MOST_WAYS = 1_000;

function mostWays(document: JsonObject): number {
  const resolver = new Resolver(document);
  const known = new Map<unknown, number>();
  const waysFrom = (at: SchemaAt): number => {
    if (!isPlace(at)) return 1;
    if (!known.has(at.schema)) {
      known.set(at.schema, 1);
      // The package evaluates "if" again for "then" and "else".
      const applied = [...IN_PLACE, ...AGAIN].flatMap((each) =>
        appliedSchemas(resolver, at, [each]),
      );
      known.set(
        at.schema,
        applied.reduce((sum, each) => sum + waysFrom(each), 1),
      );
    }
    return known.get(at.schema) ?? 1;
  };
  let most = 0;
  visitSchemas(document, '', (schema, pointer) => {
    most = Math.max(most, waysFrom({ schema, pointer }));
  });
  return most;
}

const AGAIN = ['if', 'if'] as const;

type Plugin = NonNullable<Hyperjump.ValidationOptions['plugins']>[number];

/** Maximum number of schemas applied to one value. */
const MOST_SCHEMAS = 100_000;

/** Gives up on a value that needs more, and on the schema for all later values. */
function bounded(accepts: (value: Hyperjump.SchemaObject, plugins: Plugin[]) => boolean): Validate {
  let isGivenUp = false;
  return (value) => {
    let count = 0;
    const beforeSchema = (): void => {
      if (++count <= MOST_SCHEMAS) return;
      isGivenUp = true;
      throw new RangeError(`more than ${MOST_SCHEMAS} schemas`);
    };
    try {
      return isGivenUp ? undefined : accepts(value, [{ beforeSchema }]);
    } catch (error) {
      if (isGivenUp) return undefined;
      throw error;
    }
  };
}

/** True for a schema with a pattern that the contract layer does not match with `RegExp`. */
function mayBacktrack(schema: JsonObject): boolean {
  let found = false;
  visitSchemas(schema, '', ({ pattern, patternProperties }) => {
    const patterns = strings([pattern, ...Object.keys(asObject(patternProperties))]);
    found ||= patterns.some((each) => !(regularExpression(each) instanceof RegExp));
  });
  return found;
}

const DIALECT = 'https://json-schema.org/draft/2020-12/schema';

/** The package has one registry for all documents. */
let nextNumber = 0;

/** In milliseconds. Watching a call costs 0.15 ms. */
const TIMEOUT_MS = 50;

const context = createContext();
const script = new Script('work()');

/**
 * Runs a synchronous function, which may backtrack, with a timeout of 50 ms.
 *
 * @returns undefined if it timed out
 */
function inTime<Result>(work: () => Result): Result | undefined {
  context.work = work;
  try {
    return script.runInContext(context, { timeout: TIMEOUT_MS }) as Result;
  } catch (error) {
    if (isJsonObject(error) && error.code === 'ERR_SCRIPT_EXECUTION_TIMEOUT') return undefined;
    throw error;
  } finally {
    context.work = undefined;
  }
}

/** Runs a synchronous function without `console.log`, by which the package prints the fault of each host name. */
export function quietly<Result>(work: () => Result): Result {
  /* eslint-disable no-console -- restored before anything else runs */
  const { log } = console;
  console.log = () => undefined;
  try {
    return work();
  } finally {
    console.log = log;
  }
  /* eslint-enable no-console */
}

/** Loads the package on demand: only the judges of values need it. */
function loadHyperjump(): typeof Hyperjump {
  return createRequire(__filename)('#json-schema') as typeof Hyperjump;
}

export interface JudgedDocument {
  readonly source: SourceDocument;
  readonly loaded: LoadedContract;
  /** Operations with faults in the document, which are neither served nor tested. */
  readonly leftOut?: readonly Pick<Operation, 'method' | 'path'>[];
  /** A validator that is independent of the contract's. */
  readonly second: SecondValidator;
}
