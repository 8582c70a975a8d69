import {
  canonicalText,
  type DefaultsTable,
  describeError,
  parseJson,
  stringifyJson,
  validateJson,
} from 'openapi-trellis/tools';
import {
  greatestOf,
  type DocumentFault,
  type JsonObject,
  strings,
  childPointer,
  type Resolver,
  isPlace,
  itemSchemas,
  prefixLength,
  mapAt,
  memberAt,
  type ObjectSchemaAt,
  type SchemaAt,
  pointerBeforeHierarchies,
  ALWAYS,
  effective,
  walkInPlace,
  placesKey,
  propertyPlaces,
} from '../../document';
import type { SchemaCompiler } from '../../validators';
import {
  completed,
  defaultsOf,
  isFilled,
  reachable,
  settle,
  type Candidate,
  type DefaultsNode,
} from './defaults-graph';
import { refusedParts } from './refused-defaults';
import { isBinarySchema } from './value-types';

/**
 * Finds the defaults that are applied to requests (docs/defaults.md): of parameters and properties that no schema
 * requires, from schemas that always apply. Defaults that are invalid or contradict each other are not applied, and the
 * author gets a warning.
 *
 * @see https://json-schema.org/draft/2020-12/json-schema-validation#section-9.2
 */
export class DefaultsBuilder {
  private readonly nodes = new Map<string, DefaultsNode>();
  /** By `placesKey` of the value's schemas; undefined without a usable default. */
  private readonly candidates = new Map<string, Candidate | undefined>();
  private readonly found = new Map<string, DocumentFault>();
  private pending: Candidate[] = [];

  /** @param written the document as its author wrote it, for messages */
  constructor(
    private readonly resolver: Resolver,
    private readonly compiler: SchemaCompiler,
    private readonly keywords: readonly string[],
    private readonly written: JsonObject,
  ) {}

  /** @param validatorFor returns the name of the validator of the schema at a pointer */
  finish(validatorFor: (pointer: string) => string): FilledDefaults {
    const nodes = [...this.nodes.values()].filter(isFilled);
    const optional = this.optional(nodes, validatorFor);
    const filled = [...this.candidates].filter(
      ([, candidate]) => candidate?.text !== undefined && !optional.has(candidate),
    );
    const table = Object.fromEntries(nodes.map((node) => [node.name, defaultsOf(node)]));
    return {
      ...(nodes.length > 0 && { table }),
      filled: new Set(filled.map(([key]) => key)),
      warnings: [...this.found.values()],
    };
  }

  /** The defaults to leave out where they would make a value invalid. */
  private optional(
    nodes: readonly DefaultsNode[],
    validatorFor: (pointer: string) => string,
  ): ReadonlySet<Candidate> {
    const found = new Set<Candidate>();
    const holders: DefaultsNode[] = [];
    for (const node of nodes) {
      const { absent, parts } = refusedParts(this.resolver, node, this.keywords);
      if (absent.length + parts.length === 0) continue;
      node.validators = node.schemas.filter(isPlace).map(({ pointer }) => validatorFor(pointer));
      for (const candidate of absent) found.add(candidate);
      for (const each of parts) holders.push(each);
    }
    for (const { absent } of reachable(holders)) absent.forEach((each) => found.add(each));
    return found;
  }

  nameOf(pointer: string): string | undefined {
    const at = [this.resolver.at(pointer)];
    const node = this.node(at, this.always(at));
    this.settle(node);
    return node?.isFilled === true ? node.name : undefined;
  }

  /** The JSON text of the default of the schema at a pointer; undefined without a valid one. */
  textOf(pointer: string): string | undefined {
    const at = [this.resolver.at(pointer)];
    const places = this.always(at);
    const candidate = this.candidate(at, places, this.node(at, places));
    this.settle(candidate?.inner);
    return candidate?.text;
  }

  private always(schemas: readonly SchemaAt[]): ObjectSchemaAt[] {
    return [...walkInPlace(this.resolver, schemas, ALWAYS)].filter(isPlace);
  }

  /** @param places the value's schemas and all that always apply with them */
  private node(
    schemas: readonly SchemaAt[],
    places: readonly ObjectSchemaAt[],
  ): DefaultsNode | undefined {
    if (!places.some(({ schema }) => INNER.some((keyword) => keyword in schema))) return undefined;
    const own = schemas.map((each) => effective(this.resolver, each));
    const name = placesKey(own);
    const known = this.nodes.get(name);
    if (known !== undefined) return known;
    const none = { additional: undefined, prefix: [], items: undefined };
    const of = { name, schemas: own, places };
    const node: DefaultsNode = { ...of, absent: new Map(), properties: new Map(), ...none };
    // Stored before it is complete, since its values may contain others of the same schema.
    this.nodes.set(name, node);
    this.addProperties(node, places);
    node.additional = this.part(places.flatMap(additional));
    const longest = greatestOf(places.map(prefixLength), 0);
    const item = (index: number): DefaultsNode | undefined =>
      this.part(places.flatMap((place) => itemSchemas(place, index)));
    node.prefix = Array.from({ length: longest }, (_, index) => item(index));
    node.items = item(longest);
    return node;
  }

  private part(schemas: readonly SchemaAt[]): DefaultsNode | undefined {
    return this.node(schemas, this.always(schemas));
  }

  private addProperties(node: DefaultsNode, places: readonly ObjectSchemaAt[]): void {
    const required = new Set(places.flatMap(({ schema }) => strings(schema.required)));
    const names = places.flatMap((place) => mapAt(place, 'properties').map(([name]) => name));
    const hasAdditional = places.some((place) => additional(place).length > 0);
    for (const name of new Set(names)) {
      const schemas = hasAdditional
        ? places.flatMap((place) => propertyAt(place, name))
        : propertyPlaces(places, name);
      const always = this.always(schemas);
      const inner = this.node(schemas, always);
      node.properties.set(name, inner);
      const isHidden = always.some(({ schema }) => schema.readOnly === true);
      if (isHidden || required.has(name)) continue;
      const candidate = this.candidate(propertyPlaces(places, name), always, inner);
      if (candidate !== undefined) node.absent.set(name, candidate);
    }
  }

  private candidate(
    schemas: readonly SchemaAt[],
    places: readonly ObjectSchemaAt[],
    inner: DefaultsNode | undefined,
  ): Candidate | undefined {
    const key = placesKey(schemas);
    if (this.candidates.has(key)) return this.candidates.get(key);
    const candidate = this.newCandidate(schemas, places, inner);
    this.candidates.set(key, candidate);
    if (candidate !== undefined) this.pending.push(candidate);
    return candidate;
  }

  private newCandidate(
    schemas: readonly SchemaAt[],
    places: readonly ObjectSchemaAt[],
    inner: DefaultsNode | undefined,
  ): Candidate | undefined {
    const stated = places.filter(({ schema }) => 'default' in schema && !isBinarySchema(schema));
    const [first, ...others] = stated;
    if (first === undefined) return undefined;
    const text = canonicalText(first.schema.default);
    const other = others.find(({ schema }) => canonicalText(schema.default) !== text);
    if (other !== undefined) {
      const place = pointerBeforeHierarchies(this.written, first.pointer);
      const message = `the default differs from the one at ${place}, which is of the same value, so neither is filled in; keep one`;
      this.warn(other.pointer, message);
      return undefined;
    }
    const { pointer, schema } = first;
    return { pointer, value: schema.default, schemas, inner, isRefused: false };
  }

  /** Completes and validates the pending defaults, innermost first. */
  private settle(node: DefaultsNode | undefined): void {
    for (const candidate of this.pending) this.judge(candidate);
    this.pending = [];
    if (node !== undefined) settle(node);
  }

  private judge(candidate: Candidate): void {
    const fault = this.complete(candidate, new Set());
    if (fault === undefined || (fault !== CIRCLE && this.completeInPart(candidate))) return;
    candidate.isRefused = true;
    this.warn(candidate.pointer, `the default is not filled in, since it ${fault}; correct it`);
  }

  /** Leaves out inner defaults of a default that is valid as written, but not with all of them. */
  private completeInPart(candidate: Candidate): boolean {
    const { inner } = candidate;
    const all = (inner ? reachable([inner]) : []).flatMap(({ absent }) => [...absent.values()]);
    const without = new Set(all);
    if (this.complete(candidate, without) !== undefined) return false;
    for (const each of all) {
      without.delete(each);
      if (this.complete(candidate, without) !== undefined) without.add(each);
    }
    return true;
  }

  /** @returns the reason why it is invalid, as the end of a sentence */
  private complete(candidate: Candidate, without: ReadonlySet<Candidate>): string | undefined {
    const { steps } = this.resolver;
    const { value, inner } = candidate;
    const complete = completed(value, inner, { within: [candidate], without, steps });
    if (complete === undefined) return CIRCLE;
    const text = stringifyJson(complete);
    const fault = this.faultOf(candidate, text);
    if (fault === undefined) candidate.text = text;
    return fault;
  }

  private faultOf({ schemas }: Candidate, text: string): string | undefined {
    const json = parseJson(Buffer.from(text));
    if ('fault' in json) return json.fault;
    for (const { schema, pointer } of schemas) {
      if (schema === true) continue;
      const error = validateJson(this.compiler.validatorAt(pointer, 'request'), json);
      if (error !== undefined) return describeError(error);
    }
    return undefined;
  }

  private warn(pointer: string, message: string): void {
    const at = childPointer(pointer, 'default');
    this.found.set(`${at} ${message}`, { pointer: at, message });
  }
}

interface FilledDefaults {
  /** The named defaults; absent without any. */
  readonly table?: DefaultsTable;
  /** The properties that handlers always get, by `placesKey` of their schemas. */
  readonly filled: ReadonlySet<string>;
  readonly warnings: readonly DocumentFault[];
}

const CIRCLE = 'would hold itself';

/** Keywords that lead to defaults inside a value. */
const INNER = ['properties', 'additionalProperties', 'items', 'prefixItems'];

/** The schema of properties with any name; none where the name decides. */
function additional(place: ObjectSchemaAt): ObjectSchemaAt[] {
  if ('patternProperties' in place.schema) return [];
  return [memberAt(place, 'additionalProperties')].filter(isPlace);
}

function propertyAt(place: ObjectSchemaAt, name: string): readonly SchemaAt[] {
  const named = propertyPlaces([place], name);
  return named.length > 0 ? named : additional(place);
}
