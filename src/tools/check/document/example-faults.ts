import {
  describeError,
  isJson,
  parseMediaType,
  pointerKeys,
  type ValidationError,
} from 'openapi-trellis/tools';
import { exampleItems, itemsAt, valueSchema, ValueGenerator } from '../../samples';
import { childPointer, type Direction, DocumentError, type SourceDocument } from '../../document';
import type { LoadedContract } from '../../validators';
import { type Example, examplesOf } from './examples';
import type { Fault } from './fault';
import type { Severity } from './lint-config';

/** Redocly's rules that set the severity of an invalid example, by its kind. */
const RULES: Readonly<Record<Exclude<Example['kind'], 'default'>, string>> = {
  content: 'no-invalid-media-type-examples',
  parameter: 'no-invalid-parameter-examples',
  schema: 'no-invalid-schema-examples',
};

/**
 * Validates the examples and defaults of a document by their schemas, as a service validates messages. An example
 * that may be in both requests and responses must be valid in one.
 * @param severityOf the severity of a rule
 */
export function exampleFaults(
  loaded: LoadedContract,
  source: SourceDocument,
  severityOf: (rule: string) => Severity,
): Fault[] {
  const judge = new Judge(loaded);
  return examplesOf(loaded).flatMap((example): Fault[] => {
    const { kind, pointer, value } = example;
    const severity = kind === 'default' ? 'warn' : severityOf(RULES[kind]);
    const error = severity === 'off' ? undefined : judge.errorOf(example);
    if (error === undefined) return [];
    const isReference = Object.keys(Object(value) as object).join() === '$ref';
    const { line } = source.placeOf(pointer + error.instancePath);
    return [
      {
        rule: 'example',
        isWarning: isReference || severity === 'warn',
        pointer,
        place: { ...source.placeOf(pointer), line },
        message: isReference
          ? LITERAL
          : `the ${kind === 'default' ? 'default' : 'example'} ${describeError(error)}`,
        remedy: 'correct it, or its schema',
      },
    ];
  });
}

/** A slip that authors make in all their examples. */
const LITERAL =
  'the example is a "$ref", which stands for itself there; under "examples", write "$ref" in place of "value"';

class Judge {
  private readonly maker: ValueGenerator;

  constructor(private readonly loaded: LoadedContract) {
    this.maker = new ValueGenerator(loaded, '');
  }

  /** Why an example is invalid; undefined if it is valid, or if that is uncertain. */
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
      // A schema that no operation uses need not compile.
      if (error instanceof DocumentError) return undefined;
      throw error;
    }
  }
}

/**
 * The schemas of which an example must match one. For a part of a schema, such as an alternative, the whole schema
 * is among them, since authors write its examples there.
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

/** False for an error in an example that may be right anyway. */
function isCertain({ kind, value, holder }: Example, error: ValidationError): boolean {
  // Rejecting integers that it cannot represent is this service's own limit.
  if (error.keyword === 'exactInteger') return false;
  // Defaults of its properties may complete it.
  if (kind === 'default') return typeof value !== 'object' || value === null;
  const isText = typeof value === 'string' && error.keyword === 'type' && !error.instancePath;
  if (!isText) return true;
  // OpenAPI 3.0 allows a serialized list or object as an example, and so does each version for content other
  // than JSON.
  if (kind === 'parameter') return !isStructure(error);
  return kind !== 'content' || isJsonAt(holder.pointer);
}

function isStructure({ params }: ValidationError): boolean {
  return [params.type].flat().some((type) => type === 'array' || type === 'object');
}

function isJsonAt(pointer: string): boolean {
  return isJson(parseMediaType(pointerKeys(pointer).at(-1) ?? '')?.essence ?? '');
}
