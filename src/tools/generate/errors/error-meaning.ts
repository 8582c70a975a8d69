import { cut, type ErrorDetail, MAX_FAULTS } from 'openapi-trellis/tools';
import {
  greatestOf,
  isAnnotation,
  KEYWORDS,
  leastOf,
  listAt,
  memberAt,
  type ObjectSchemaAt,
  type SchemaAt,
  typeOf,
  strings,
  ALWAYS,
  applicableSchemas,
  type References,
  statedValues,
} from '../../document';
import {
  listedValues,
  type Generation,
  type ValueSource,
  type PartPosition,
  limits,
} from '../../samples';
import { blank, Blank, holdsBlank, PLACES, statesFault, templateOf } from './blank';
import {
  detailsOf,
  type Freedom,
  isContainerName,
  isInList,
  isListName,
  isSecondMessage,
} from './error-names';
import { byLocation, byStatus, hasOwnNumber } from './listed-choice';
import { SAMPLE_DETAILS } from './sample-failures';

/** Decides between alternatives while an error body is derived. */
export interface ChoiceSource {
  readonly freedom: Freedom;
  /** The index of the alternative, modulo their number. */
  readonly branch: number;
  /** Prefers the failure's number where the schema lists it. */
  readonly ownNumbers: boolean;
}

/** Reads a schema as that of an error body; properties with known names become blanks. */
export class ErrorMeaning implements ValueSource {
  /** The largest number of alternatives seen. */
  alternatives = 1;
  /** True when no keyword can make a value with valid parts invalid. */
  isSure = true;
  /** True when a list of numbers contains some of the layer's failures. */
  listsOwnNumbers = false;

  /** True when the schema lists the message as its only value. */
  fixesMessage = false;

  constructor(private readonly choices: ChoiceSource) {}

  valueOf(
    generation: Generation,
    all: readonly ObjectSchemaAt[],
    types: readonly string[],
    depth: number,
  ): unknown {
    const { part } = generation;
    this.isSure &&= areSimple(generation.resolver, all);
    const listed = listedValues(all)?.filter((value) => types.includes(typeOf(value)));
    if (listed !== undefined) return this.listed(part, listed);
    const isList = types.includes('array') && !types.includes('object');
    return (
      this.detail(generation, all, types) ??
      (isList ? this.list(generation, all, depth) : undefined) ??
      (types.includes('object') ? this.openObject(generation, all, depth) : undefined) ??
      this.unknown(generation, all, types)
    );
  }

  wants(part: PartPosition): boolean {
    const { name, path } = part;
    const isAgain = path.slice(0, -1).includes(name) && !isInList(part);
    if (isAgain || (isSecondMessage(part) && !isListName(part))) return false;
    if (this.choices.freedom === 'any text') return true;
    return (
      detailsOf(part, this.choices.freedom).length > 0 || isListName(part) || isContainerName(part)
    );
  }

  keeps(value: unknown): boolean {
    return holdsBlank(value);
  }

  choose(branches: readonly SchemaAt[]): SchemaAt | undefined {
    this.alternatives = Math.max(this.alternatives, branches.length);
    return branches[this.choices.branch % branches.length];
  }

  private listed(part: PartPosition, values: readonly unknown[]): unknown {
    const [only, ...others] = values;
    const details = detailsOf(part, 'strict');
    if (others.length === 0) {
      this.fixesMessage ||= details.includes('message');
      // An optional constant is kept like a filled-in value, since it distinguishes alternatives.
      const isKept = !part.required && !isInList(part);
      return isKept ? new Blank({ kind: 'value', value: only }) : only;
    }
    if (hasOwnNumber(values)) {
      this.listsOwnNumbers = true;
      if (details.includes('number') && this.choices.ownNumbers) return blank('number', []);
    }
    return byLocation(values) ?? byStatus(values, details[0] === 'status');
  }

  /** The detail for the part's name; items use their list's name. */
  private detail(
    generation: Generation,
    all: readonly ObjectSchemaAt[],
    types: readonly string[],
  ): unknown {
    const { part } = generation;
    const isItem = part.path.at(-1) === '[]';
    const isSecond = !part.required && isSecondMessage(part);
    const named = isItem || isSecond ? [] : detailsOf(part, this.choices.freedom);
    const mayBeText =
      isItem || (named.length === 0 && !isSecond && this.choices.freedom === 'any text');
    const details: readonly ErrorDetail[] = mayBeText ? ['message'] : named;
    for (const detail of details) {
      if (!isAccepted(generation, all, types, SAMPLE_DETAILS[detail])) continue;
      if (!PLACES.has(detail) || !part.required) return blank(detail, all);
      const fallback = [null, '', 'request', []].find((value) =>
        isAccepted(generation, all, types, value),
      );
      if (fallback !== undefined) return blank(detail, all, { value: fallback });
    }
    return undefined;
  }

  /** One item for each fault; empty where items cannot state one. */
  private list(generation: Generation, all: readonly ObjectSchemaAt[], depth: number): unknown {
    const { part } = generation;
    const least = greatestOf(limits(all, 'minItems'), 0);
    const none = least === 0 ? [] : undefined;
    const most = leastOf(limits(all, 'maxItems'), MAX_FAULTS);
    const isTold = isListName(part) && all.some(({ schema }) => 'items' in schema);
    const isRead = isTold || this.choices.freedom === 'any text';
    // One list is enough.
    if (isInList(part) && !part.required) return none;
    if (!isRead || most === 0 || all.some(({ schema }) => 'prefixItems' in schema)) return none;
    const item = this.item(generation, all, 'items', depth) ?? blank('message', []);
    const template = templateOf(item);
    if (!statesFault(template)) return none;
    if (least > 1) return Array.from({ length: least }, () => new Blank(template));
    return new Blank({ kind: 'faults', item: template, maxItems: most });
  }

  private item(
    generation: Generation,
    all: readonly ObjectSchemaAt[],
    keyword: string,
    depth: number,
  ): unknown {
    const schemas = all.filter(({ schema }) => keyword in schema);
    if (schemas.length === 0) return undefined;
    const { name, path } = generation.part;
    const part = { name, path: [...path, '[]'], siblings: [], required: true };
    const places = schemas.map((place) => memberAt(place, keyword));
    return generation.at(part).make(places, depth + 1);
  }

  /** An object without named properties: a map of faults, or the default body. */
  private openObject(
    generation: Generation,
    all: readonly ObjectSchemaAt[],
    depth: number,
  ): unknown {
    const { part } = generation;
    if (all.some(({ schema }) => NAMING.some((keyword) => keyword in schema))) return undefined;
    if (part.path.length > 0) {
      if (!isListName(part)) return undefined;
      const each = this.item(generation, all, 'additionalProperties', depth);
      if (each === undefined || !statesFault(templateOf(each))) return undefined;
      return new Blank({ kind: 'named faults', each: templateOf(each) });
    }
    const rest = all.filter(({ schema }) => 'additionalProperties' in schema);
    const places = rest.map((place) => memberAt(place, 'additionalProperties'));
    if (places.some(({ schema }) => schema === false)) return undefined;
    const members = ['error', 'message'].map((name) => {
      const inner = { name, path: [name], siblings: ['error', 'message'], required: true };
      return [
        name,
        generation.at(inner).make([{ schema: {}, pointer: '' }, ...places], depth + 1),
      ] as const;
    });
    return Object.fromEntries(members);
  }

  /** A required part without a known meaning: its default, null, or an example or empty value. */
  private unknown(
    generation: Generation,
    all: readonly ObjectSchemaAt[],
    types: readonly string[],
  ): unknown {
    const isStructure = types.includes('object') || types.includes('array');
    if (isStructure && !isUntyped(all, types)) return undefined;
    const defaults = all.flatMap(({ schema }) => ('default' in schema ? [schema.default] : []));
    const examples = all.flatMap(({ schema }) => [
      ...('example' in schema ? [schema.example] : []),
      ...(Array.isArray(schema.examples) ? (schema.examples as unknown[]) : []),
    ]);
    return [...defaults, null, ...examples, '', 0, false].find((value) =>
      isAccepted(generation, all, types, value),
    );
  }
}

/** Keywords about the properties of an object. */
const NAMING = ['properties', 'required', 'patternProperties', 'minProperties', 'propertyNames'];

/** True for a keyword that a value of the right type may violate. */
function isConstraint(keyword: string): boolean {
  const { about = 'object' } = KEYWORDS.get(keyword) ?? {};
  const isOfOthers = about !== 'object' && !isAnnotation(keyword);
  return isOfOthers || ['format', 'not', 'if'].includes(keyword);
}

/** True where any value is allowed. */
function isUntyped(all: readonly ObjectSchemaAt[], types: readonly string[]): boolean {
  const isTold = all.some(({ schema }) =>
    Object.keys(schema).some((keyword) => NAMING.includes(keyword) || isConstraint(keyword)),
  );
  return !isTold && types.includes('object') && types.includes('array') && types.includes('string');
}

/** True for a value that satisfies the schemas' own keywords. */
function isAccepted(
  generation: Generation,
  all: readonly ObjectSchemaAt[],
  types: readonly string[],
  value: unknown,
): boolean {
  if (value === undefined || !types.includes(typeOf(value))) return false;
  const most = leastOf(limits(all, 'maxLength'));
  const sized = typeof value === 'string' ? cut(value, most) : value;
  const constrained = all.filter(({ schema }) => Object.keys(schema).some(isConstraint));
  return constrained.every((place) => generation.fits(place, sized));
}

/** Applicators and annotations; other keywords need a compiled schema. */
const SIMPLE = new Set(
  `$ref allOf anyOf oneOf type enum const properties required additionalProperties items maxLength format
  default deprecated description example examples externalDocs title xml`.split(/\s+/),
);

/** True for schemas of one value that accept it whenever its parts are valid; they need not be compiled. */
function areSimple(references: References, all: readonly ObjectSchemaAt[]): boolean {
  return all.every((place) => {
    const { schema } = place;
    const keys = Object.keys(schema);
    return (
      keys.every((key) => SIMPLE.has(key) || key.startsWith('x-')) &&
      (schema.additionalProperties !== false || all.every((other) => isSilent(other, place))) &&
      areExclusive(references, listAt(place, 'oneOf'))
    );
  });
}

/** True for the closed schema itself, and for one that names no properties. */
function isSilent({ schema }: ObjectSchemaAt, closed: ObjectSchemaAt): boolean {
  return schema === closed.schema || !('properties' in schema || 'required' in schema);
}

/** True for branches that a required property distinguishes by its values. */
function areExclusive(references: References, branches: readonly SchemaAt[]): boolean {
  const [first, ...others] = branches;
  if (first === undefined || others.length === 0) return true;
  return requiredOf(references, first).some((name) => {
    const values = branches.map((branch) =>
      requiredOf(references, branch).includes(name) ? statedValues(references, branch, name) : [],
    );
    const isTold = values.every((each) => each.length > 0);
    return isTold && new Set(values.flat()).size === values.flat().length;
  });
}

function requiredOf(references: References, branch: SchemaAt): string[] {
  const places = applicableSchemas(references, branch, ALWAYS);
  return places.flatMap(({ schema }) => strings(schema.required));
}
