import { DocumentError, type DocumentFault, isFinal } from '../model/document-error';
import { defaultDialect, type Dialect, dialectOf } from './dialect';
import {
  DynamicNames,
  type DynamicScope,
  EMPTY_SCOPE,
  entered,
  scopeKey,
  targetKey,
} from './dynamic-scope';
import { asObject, isJsonObject, type JsonObject, mapEntries } from '../model/json-object';
import {
  childPointer,
  fragmentPointer,
  pointerFragment,
  pointerKeys,
  valueAt,
} from '../model/json-pointer';
import {
  type Resource,
  type SchemaDocuments,
  SchemaResources,
  type Target,
} from './schema-resources';
import { FreeNames } from '../free-names';
import { Steps } from '../model/steps';
import { type Kind, mapMembers, mapSubschemas } from '../model/walk-document';

/** Keywords that only identify schemas; pointers replace them. */
const IDENTIFIERS = new Set(['$schema', '$id', '$anchor', '$dynamicAnchor', '$vocabulary']);

/** A document whose schemas have only local references. */
interface NormalizedDocument {
  readonly document: JsonObject;
  /** For each copied schema, by pointer, the place of a reference to it. */
  readonly origins: ReadonlyMap<string, string>;
  readonly warnings: readonly DocumentFault[];
}

/**
 * Replaces every reference in schemas by a pointer into the document. Names and URIs are resolved, dynamic references
 * are bound to their meaning where they are reached, and schemas of other documents and of `$defs` are copied into
 * `components/schemas`. All other places keep their pointers.
 *
 * @param documents other documents by URI, which references may name
 * @throws DocumentError with every reference that leads nowhere, and with duplicate names
 */
export function normalizeSchemas(
  document: JsonObject,
  documents: SchemaDocuments = new Map(),
): NormalizedDocument {
  return new SchemaNormalizer(
    document,
    new SchemaResources(document, documents),
    documents,
  ).result();
}

/** Steps counted for a copy, which is looked up by all dynamic names in scope. */
const COPIED = 500;

/** The surroundings of a schema that is being rewritten. */
interface Context {
  readonly resource: Resource;
  readonly scope: DynamicScope;
  readonly dialect: Dialect;
  /** The place to report faults in other documents at: the reference to them. */
  readonly origin?: string;
}

class SchemaNormalizer {
  private readonly copies = new Map<string, string>();
  private readonly origins = new Map<string, string>();
  private readonly components: Map<string, unknown>;
  private readonly defaultDialect: Dialect;
  private readonly names: DynamicNames;
  private readonly free = new FreeNames((name) => this.components.has(name));
  private readonly steps = new Steps();
  /** Faults by place and message; a schema may be reached several times. */
  private readonly faults = new Map<string, DocumentFault>();

  constructor(
    private readonly source: JsonObject,
    private readonly resources: SchemaResources,
    private readonly documents: SchemaDocuments,
  ) {
    this.names = new DynamicNames(resources);
    this.defaultDialect = defaultDialect(source, documents);
    const components = valueAt(source, '/components/schemas');
    this.components = new Map(isJsonObject(components) ? Object.entries(components) : []);
  }

  result(): NormalizedDocument {
    const named = new Set(this.components.keys());
    const document = this.object('openapi', this.source, '') as JsonObject;
    if (this.faults.size > 0) throw new DocumentError([...this.faults.values()]);
    const added = [...this.components].filter(([name]) => !named.has(name));
    const plain = added.length === 0 ? document : withSchemas(document, added);
    return {
      document: plain,
      origins: this.origins,
      warnings: [...this.resources.warnings.values()],
    };
  }

  /** An object of the document with its schemas rewritten. */
  private object(kind: Kind, value: unknown, pointer: string): unknown {
    if (kind === 'schema') {
      return this.rewriteAt({ document: this.resources.document, pointer }, value, EMPTY_SCOPE);
    }
    if (!isJsonObject(value) || '$ref' in value) return value;
    return mapMembers(kind, value, pointer, (inner, member, at) => this.object(inner, member, at));
  }

  /** @param origin the place to report faults at, for a schema of another document */
  private rewriteAt(
    target: Target,
    schema: unknown,
    scope: DynamicScope,
    origin?: string,
  ): unknown {
    const resource = this.resources.resourceAt(target);
    const dialect = this.dialectAround(target);
    return this.rewrite(schema, target.pointer, {
      resource,
      scope: entered(scope, resource),
      dialect,
      ...(origin !== undefined && { origin }),
    });
  }

  private rewrite(written: unknown, pointer: string, around: Context): unknown {
    if (!isJsonObject(written)) return written;
    const resource = around.resource.document.resources.get(pointer) ?? around.resource;
    const dialect = this.dialect(written, pointer, around);
    const schema = dialect.modernise?.(written) ?? written;
    const context = { ...around, resource, scope: entered(around.scope, resource), dialect };
    const mapped = mapSubschemas(schema, (sub, at) => this.rewrite(sub, at, context), pointer);
    const entries = Object.entries(mapped);
    const kept = entries.filter(
      ([keyword, value]) =>
        !IDENTIFIERS.has(keyword) && keyword !== '$dynamicRef' && !dialect.ignores(keyword, value),
    );
    const { discriminator } = schema;
    const plain = isJsonObject(discriminator)
      ? { discriminator: this.discriminator(discriminator, pointer, context) }
      : {};
    const [first, second] = this.references(schema, pointer, context);
    const references: JsonObject = { ...plain, ...(first !== undefined && { $ref: first }) };
    const isPlain =
      kept.length === entries.length &&
      Object.entries(references).every(([keyword, value]) => mapped[keyword] === value);
    if (isPlain) return mapped;
    const result: JsonObject = { ...Object.fromEntries(kept), ...references };
    if (second === undefined) return result;
    const allOf: unknown[] = Array.isArray(result.allOf) ? result.allOf : [];
    return { ...result, allOf: [...allOf, { $ref: second }] };
  }

  /** The local references that replace `$ref` and `$dynamicRef`, in this order. */
  private references(schema: JsonObject, pointer: string, context: Context): string[] {
    return ['$ref', '$dynamicRef'].flatMap((keyword) => {
      const reference = schema[keyword];
      if (typeof reference !== 'string') return [];
      try {
        const at = context.origin ?? pointer;
        const located = this.resources.locate(reference, context.resource, at);
        const target =
          keyword === '$dynamicRef' && located.dynamicAnchor !== undefined
            ? (context.scope.get(located.dynamicAnchor) ?? located)
            : located;
        const plain = this.place(target, context.scope, at);
        // An equivalent reference stays as the author wrote it.
        return [fragmentPointer(reference) === plain ? reference : pointerFragment(plain)];
      } catch (error) {
        this.keepFaults(error);
        return [];
      }
    });
  }

  /** Mapping values are component names or references like `$ref`; unknown values stay. */
  private discriminator(
    discriminator: JsonObject,
    pointer: string,
    { resource, scope }: Context,
  ): JsonObject {
    const plainReference = (reference: unknown): unknown => {
      if (typeof reference !== 'string' || this.components.has(reference)) return reference;
      try {
        const target = this.resources.locate(reference, resource, pointer);
        return pointerFragment(this.place(target, scope, pointer));
      } catch (error) {
        if (!(error instanceof DocumentError) || isFinal(error)) throw error;
        return reference;
      }
    };
    return mapEntries(discriminator, (field, value) => {
      if (field === 'defaultMapping') return plainReference(value);
      if (field !== 'mapping' || !isJsonObject(value)) return value;
      return mapEntries(value, (_, reference) => plainReference(reference));
    });
  }

  /** The pointer in the result of a schema reached in a dynamic scope. */
  private place(target: Target, scope: DynamicScope, origin: string): string {
    const { document, pointer } = target;
    const resource = this.resources.resourceAt(target);
    const reached = this.names.relevant(entered(scope, resource), target);
    const around = this.resources.resourcesTo(target).reduce(entered, EMPTY_SCOPE);
    const inPlace = this.names.relevant(around, target);
    if (this.isReachable(target) && scopeKey(reached) === scopeKey(inPlace)) return pointer;
    const key = `${targetKey(target)} ${scopeKey(reached)}`;
    const known = this.copies.get(key);
    if (known !== undefined) return known;
    // A schema with dynamic names is copied for each scope that leads to it.
    this.steps.take(origin, COPIED);
    const name = this.freeName(target);
    const copy = childPointer('', 'components', 'schemas', name);
    this.copies.set(key, copy);
    this.origins.set(copy, origin);
    this.components.set(name, true);
    // A copy, because the schema itself stays at its place.
    const schema = structuredClone(valueAt(document.value, pointer));
    const from = document === this.resources.document ? undefined : origin;
    this.components.set(name, this.rewriteAt(target, schema, reached, from));
    return copy;
  }

  private dialect(schema: JsonObject, pointer: string, { dialect, origin }: Context): Dialect {
    const { $schema } = schema;
    if (typeof $schema !== 'string') return dialect;
    try {
      return dialectOf($schema, origin ?? childPointer(pointer, '$schema'), this.documents);
    } catch (error) {
      this.keepFaults(error);
      return dialect;
    }
  }

  /** False for schemas in `$defs`, which get no types. */
  private isReachable({ document, pointer }: Target): boolean {
    if (document !== this.resources.document || !document.schemas.has(pointer)) return false;
    const [, , , ...inner] = pointerKeys(pointer);
    return !inner.some((key) => key === '$defs' || key === 'definitions');
  }

  private keepFaults(error: unknown): void {
    if (!(error instanceof DocumentError) || isFinal(error)) throw error;
    for (const fault of error.faults) {
      this.faults.set(`${fault.pointer} ${fault.message}`, fault);
    }
  }

  /** The dialect of the nearest enclosing `$schema`. */
  private dialectAround({ document, pointer }: Target): Dialect {
    for (let at = pointer; at !== '';) {
      at = at.slice(0, at.lastIndexOf('/'));
      const schema = document.schemas.has(at) ? valueAt(document.value, at) : undefined;
      if (isJsonObject(schema) && typeof schema.$schema === 'string') {
        return dialectOf(schema.$schema, childPointer(at, '$schema'), this.documents);
      }
    }
    return this.defaultDialect;
  }

  /** A free component name for a copy, after the last key of its pointer. */
  private freeName({ document, pointer }: Target): string {
    const [word = 'schema'] = [...pointerKeys(pointer), ...document.uri.split('/')].reverse();
    const last = pointer === '' ? word : (pointerKeys(pointer).at(-1) ?? word);
    const name = last.replace(/[^\w.-]+/g, '_') || 'schema';
    return this.free.of(name);
  }
}

function withSchemas(document: JsonObject, added: readonly [string, unknown][]): JsonObject {
  const components = asObject(document.components);
  const schemas = Object.fromEntries([...Object.entries(asObject(components.schemas)), ...added]);
  return { ...document, components: { ...components, schemas } };
}
