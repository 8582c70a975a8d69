import {
  describeError,
  isJson,
  parseMediaType,
  pointerKeys,
  type ValidationError,
} from '../../contract';
import { exampleItems, itemsAt } from '../../samples/requests/example-items';
import { valueSchema } from '../../samples/requests/sample-values';
import {
  childPointer,
  type Direction,
  DocumentError,
  type LoadedContract,
  type SourceDocument,
  ValueGenerator,
} from '../../generate/index';
import { type Example, examplesOf } from './examples';
import type { Fault } from './fault';
import type { Severity } from './lint-config';

/** The rules of Redocly's that say how bad it is when an example of a kind is not valid. */
const RULES: Readonly<Record<Exclude<Example['kind'], 'default'>, string>> = {
  content: 'no-invalid-media-type-examples',
  parameter: 'no-invalid-parameter-examples',
  schema: 'no-invalid-schema-examples',
};

/**
 * Validates the examples and defaults of a document by their schemas, as the messages of a service are
 * validated. An example for which a message may go either way must be valid in one.
 *
 * @param severityOf how bad it is when a rule is broken
 */
export function exampleFaults(
  loaded: LoadedContract,
  source: SourceDocument,
  severityOf: (rule: string) => Severity,
): Fault[] {
  const judge = new Judge(loaded);
  return examplesOf(loaded).flatMap((example) => {
    const { kind, pointer } = example;
    const severity = kind === 'default' ? 'warn' : severityOf(RULES[kind]);
    const error = severity === 'off' ? undefined : judge.errorOf(example);
    if (error === undefined) return [];
    const { line } = source.placeOf(pointer + error.instancePath);
    return [
      {
        rule: 'example',
        isWarning: severity === 'warn',
        pointer,
        place: { ...source.placeOf(pointer), line },
        message: `the ${kind === 'default' ? 'default' : 'example'} ${describeError(error)}`,
        remedy: 'correct it, or its schema',
      },
    ];
  });
}

/** Finds what is wrong with examples. */
class Judge {
  private readonly maker: ValueGenerator;

  constructor(private readonly loaded: LoadedContract) {
    this.maker = new ValueGenerator(loaded, '');
  }

  /** Why an example is not valid; undefined where it is, or where nothing says so for certain. */
  errorOf(example: Example): ValidationError | undefined {
    const errors = example.directions.map((direction) => this.errorIn(example, direction));
    return errors.includes(undefined) ? undefined : errors[0];
  }

  private errorIn(example: Example, direction: Direction): ValidationError | undefined {
    const { kind, holder, value } = example;
    const items = kind === 'content' && itemsAt(pointerKeys(holder.pointer).at(-1) ?? '', holder);
    if (items) {
      const found = exampleItems(this.maker, items, direction, value);
      return 'error' in found ? found.error : undefined;
    }
    const errors = schemasOf(example).map((schema) => this.valueError(schema, direction, value));
    const [error] = errors;
    if (error === undefined || errors.includes(undefined)) return undefined;
    return isCertain(example, error) ? error : undefined;
  }

  private valueError(
    schema: string,
    direction: Direction,
    value: unknown,
  ): ValidationError | undefined {
    if (this.loaded.resolver.at(schema).schema === undefined) return undefined;
    try {
      return this.maker.errorOf(schema, direction, value);
    } catch (error) {
      // A schema that nothing is served by need not compile.
      if (error instanceof DocumentError) return undefined;
      throw error;
    }
  }
}

/**
 * The schemas of which an example must fit one: of an alternative, or another part of a schema, that whole
 * schema too, since authors give its examples there.
 */
function schemasOf({ kind, holder }: Example): string[] {
  if (kind === 'content') return [childPointer(holder.pointer, 'schema')];
  if (kind === 'parameter') return [valueSchema(holder)];
  const schemas = [holder.pointer];
  for (let at = holder.pointer; PART.test(at);) {
    at = at.replace(PART, '');
    schemas.push(at);
  }
  return schemas;
}

const PART = /\/(?:allOf|anyOf|oneOf)\/\d+$/;

/** False for what may be right all the same. */
function isCertain({ kind, value, holder }: Example, error: ValidationError): boolean {
  // Only this service does not take integers that it cannot hold.
  if (error.keyword === 'exactInteger') return false;
  // The defaults of its properties may complete it.
  if (kind === 'default') return typeof value !== 'object' || value === null;
  const isText = typeof value === 'string' && error.keyword === 'type' && !error.instancePath;
  if (!isText) return true;
  // OpenAPI 3.0 lets a list or an object be written as it is sent, and so does each version for content
  // that is no JSON.
  if (kind === 'parameter') return !isStructure(error);
  return kind !== 'content' || isJsonAt(holder.pointer);
}

function isStructure({ params }: ValidationError): boolean {
  return [params.type].flat().some((type) => type === 'array' || type === 'object');
}

function isJsonAt(pointer: string): boolean {
  return isJson(parseMediaType(pointerKeys(pointer).at(-1) ?? '')?.essence ?? '');
}
