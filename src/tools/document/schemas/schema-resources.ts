import { canonicalText, decoded } from 'openapi-trellis/tools';
import { DocumentError, type DocumentFault } from '../model/document-error';
import { isJsonObject, type JsonObject } from '../model/json-object';
import { childPointer, fragmentPointer, pointerPrefixes, valueAt } from '../model/json-pointer';
import { schemasOf, visitSubschemas } from '../model/walk-document';
import { METASCHEMAS } from './metaschemas';

/**
 * Resolves references to schemas by base URI (`$id`), name (`$anchor`, `$dynamicAnchor`) and pointer.
 *
 * @see https://json-schema.org/draft/2020-12/json-schema-core#section-8
 */

/** Other documents by URI. */
export type SchemaDocuments = ReadonlyMap<string, unknown>;

interface SchemaDocument {
  readonly uri: string;
  readonly value: unknown;
  /** Resources by the pointer of their outermost schema. */
  readonly resources: Map<string, Resource>;
  readonly schemas: Set<string>;
}

/**
 * A part of a document with its own base URI. Each outermost schema of an OpenAPI document is one too, but it shares
 * the document's base URI, and its pointers start at the document's root.
 */
export interface Resource {
  readonly document: SchemaDocument;
  readonly uri: string;
  /** The `$id` as written. */
  readonly id?: string;
  /** The root of JSON Pointers in the resource. */
  readonly pointer: string;
  /** Pointers of named schemas. */
  readonly anchors: Map<string, string>;
  readonly dynamicAnchors: Map<string, string>;
}

/** The schema that a reference leads to. */
export interface Target {
  readonly document: SchemaDocument;
  readonly pointer: string;
  /** The anchor's name, if the reference uses a `$dynamicAnchor`. */
  readonly dynamicAnchor?: string;
}

/** The file name of the published document, next to its embedded schemas. */
export const PUBLISHED = 'openapi.json';

/** The base URI of a document without `$self`; no URI in use has its scheme. */
const DOCUMENT_URI = `document:/${PUBLISHED}`;

/** @see https://spec.openapis.org/oas/v3.2.0#oas-self */
function documentUri({ $self }: JsonObject): string {
  if (typeof $self !== 'string' || !URL.canParse($self, DOCUMENT_URI)) return DOCUMENT_URI;
  const [uri = DOCUMENT_URI] = new URL($self, DOCUMENT_URI).href.split('#', 1);
  return uri;
}

export class SchemaResources {
  readonly document: SchemaDocument;
  private readonly byUri = new Map<string, Resource>();
  /** References that resolve only from the document's root, by place. */
  readonly warnings = new Map<string, DocumentFault>();

  /** @throws DocumentError for a duplicate URI, or a duplicate name in one resource */
  constructor(
    document: JsonObject,
    private readonly others: SchemaDocuments = new Map(),
  ) {
    const uri = documentUri(document);
    this.document = this.add(document, uri, schemasOf(document));
    const whole = this.byUri.get(uri);
    const published = new URL(PUBLISHED, uri).href;
    if (whole !== undefined && !this.byUri.has(published)) this.byUri.set(published, whole);
  }

  /**
   * The schema that a reference names.
   *
   * @param at the place of the reference, for errors
   * @throws DocumentError when there is no such schema
   */
  locate(reference: string, resource: Resource, at: string): Target {
    const [base = '', fragment = ''] = resolveUri(reference, resource.uri, at).split(/#(.*)/s);
    const target = base === resource.uri ? resource : this.resource(base);
    if (target === undefined) {
      const message = 'refers out of the document, which is not supported yet';
      throw fault(at, `"${reference}" ${message}`, 'schema');
    }
    const pointer = pointerIn(target, fragment) ?? this.sharedAnchor(target, fragment);
    if (pointer === undefined || valueAt(target.document.value, pointer) === undefined) {
      const atRoot = this.atRoot(reference, target);
      if (atRoot === undefined)
        throw fault(at, `"${reference}" refers to nothing${within(target)}`, 'schema');
      const message = `"${reference}" refers to nothing${within(target)}; it is read as from the root of the document`;
      this.warnings.set(at, { pointer: at, message });
      return atRoot;
    }
    const { document } = target;
    const dynamic = target.dynamicAnchors.get(decoded(fragment)) === pointer;
    return { document, pointer, ...(dynamic && { dynamicAnchor: decoded(fragment) }) };
  }

  /** Resolves a pointer from the document's root, for authors who overlooked an `$id`. */
  private atRoot(reference: string, { document }: Resource): Target | undefined {
    const pointer = fragmentPointer(reference);
    if (pointer === undefined || document !== this.document) return undefined;
    return valueAt(document.value, pointer) === undefined ? undefined : { document, pointer };
  }

  resourceAt(target: Target): Resource {
    const resource = this.resourcesTo(target).at(-1);
    if (resource === undefined) throw new Error(`no resource holds "${target.pointer}"`);
    return resource;
  }

  resourcesTo({ document, pointer }: Target): Resource[] {
    return pointerPrefixes(pointer).flatMap((prefix) => document.resources.get(prefix) ?? []);
  }

  dynamicTargets(name: string): Target[] {
    const resources = new Set([...this.byUri.values(), ...this.document.resources.values()]);
    return [...resources].flatMap(({ document, dynamicAnchors }) => {
      const pointer = dynamicAnchors.get(name);
      return pointer === undefined ? [] : [{ document, pointer }];
    });
  }

  private resource(uri: string): Resource | undefined {
    const known = this.byUri.get(uri);
    if (known !== undefined) return known;
    const value = this.others.get(uri) ?? METASCHEMAS.get(uri);
    if (value === undefined) return undefined;
    const isOpenApi = isJsonObject(value) && 'openapi' in value;
    this.add(value, uri, isOpenApi ? schemasOf(value) : [{ pointer: '', schema: value }]);
    return this.byUri.get(uri);
  }

  private add(
    value: unknown,
    uri: string,
    places: readonly { readonly pointer: string; readonly schema: unknown }[],
  ): SchemaDocument {
    const document = { uri, value, resources: new Map(), schemas: new Set<string>() };
    const whole = newResource(document, uri, '');
    this.byUri.set(uri, whole);
    document.resources.set('', whole);
    for (const { schema, pointer } of places) {
      const outermost = pointer === '' ? whole : newResource(document, uri, '');
      document.resources.set(pointer, outermost);
      this.visit(schema, pointer, outermost);
    }
    return document;
  }

  private visit(schema: unknown, pointer: string, around: Resource): void {
    const { document } = around;
    document.schemas.add(pointer);
    if (!isJsonObject(schema)) return;
    checkIdentifiers(schema, pointer);
    const resource =
      typeof schema.$id === 'string' ? this.embed(schema.$id, pointer, around) : around;
    addAnchor(resource.anchors, schema, '$anchor', resource, pointer);
    addAnchor(resource.dynamicAnchors, schema, '$dynamicAnchor', resource, pointer);
    visitSubschemas(schema, pointer, (subschema, at) => {
      this.visit(subschema, at, resource);
    });
  }

  private embed(id: string, pointer: string, { document, uri }: Resource): Resource {
    const at = childPointer(pointer, '$id');
    const own = resolveUri(id, uri, at).replace(/#$/, '');
    const resource = { ...newResource(document, own, pointer), id };
    const other = this.byUri.get(own);
    const isOther = other !== undefined && (other.document !== document || pointer !== '');
    if (isOther && !isSame(other, resource)) {
      throw fault(at, `the URI "${id}" is also that of another schema; change one`);
    }
    if (!isOther) this.byUri.set(own, resource);
    document.resources.set(pointer, resource);
    // The URI by which a document was requested remains valid.
    if (pointer === '') this.byUri.set(document.uri, resource);
    return resource;
  }

  /** The anchor in another schema of the document, if it is unique. */
  private sharedAnchor({ document, uri }: Resource, fragment: string): string | undefined {
    if (uri !== document.uri) return undefined;
    const pointers = [...document.resources.values()]
      .filter((resource) => resource.uri === uri)
      .flatMap((resource) => pointerIn(resource, fragment) ?? []);
    return pointers.length === 1 ? pointers[0] : undefined;
  }
}

const ANCHOR = /^[A-Za-z_][-A-Za-z0-9._]*$/;

/** The syntax of keywords that name or refer to schemas. */
const IDENTIFIERS = Object.entries<readonly [pattern: RegExp, expected: string]>({
  $schema: [/^/, 'a URI'],
  $id: [/^[^#]*#?$/, 'a URI without a fragment'],
  $anchor: [ANCHOR, 'a name that begins with a letter or "_"'],
  $dynamicAnchor: [ANCHOR, 'a name that begins with a letter or "_"'],
  $ref: [/^/, 'a URI reference'],
  $dynamicRef: [/^/, 'a URI reference'],
});

function checkIdentifiers(schema: JsonObject, pointer: string): void {
  for (const [keyword, [pattern, expected]] of IDENTIFIERS) {
    const value = schema[keyword];
    if (value === undefined || (typeof value === 'string' && pattern.test(value))) continue;
    throw fault(childPointer(pointer, keyword), `must be ${expected}`);
  }
}

/** YAML aliases repeat one schema in several places. */
function isSame(...resources: readonly [Resource, Resource]): boolean {
  const [a, b] = resources.map(({ document, pointer }) => valueAt(document.value, pointer));
  return canonicalText(a) === canonicalText(b);
}

function newResource(document: SchemaDocument, uri: string, pointer: string): Resource {
  return { document, uri, pointer, anchors: new Map(), dynamicAnchors: new Map() };
}

/** @see https://json-schema.org/draft/2020-12/json-schema-core#section-8.2.2 */
function addAnchor(
  anchors: Map<string, string>,
  schema: JsonObject,
  keyword: '$anchor' | '$dynamicAnchor',
  resource: Resource,
  pointer: string,
): void {
  const name = schema[keyword];
  if (typeof name !== 'string') return;
  const known = resource.anchors.get(name) ?? resource.dynamicAnchors.get(name) ?? pointer;
  if (known !== pointer) {
    const message = `the name "${name}" is also that of ${known}; rename one, or give its schema an $id`;
    throw fault(childPointer(pointer, keyword), message);
  }
  anchors.set(name, pointer);
}

/** The pointer of a fragment in a resource; undefined for an unknown anchor. */
function pointerIn(resource: Resource, fragment: string): string | undefined {
  if (fragment === '') return resource.pointer;
  const pointer = fragmentPointer(`#${fragment}`);
  if (pointer !== undefined) return resource.pointer + pointer;
  const name = decoded(fragment);
  return resource.anchors.get(name) ?? resource.dynamicAnchors.get(name);
}

/** @see https://www.rfc-editor.org/rfc/rfc3986#section-5 */
function resolveUri(reference: string, base: string, at: string): string {
  if (reference.startsWith('#')) return base + reference;
  try {
    return new URL(reference, base).href;
  } catch {
    throw fault(at, `"${reference}" is not a reference that can be resolved`);
  }
}

function within({ id, uri }: Resource): string {
  if (id !== undefined) {
    const remedy = 'remove the $id or refer to the target by an $id of its own';
    return ` in the schema of the $id "${id}", which "#" means in there; ${remedy}`;
  }
  return uri === DOCUMENT_URI
    ? '; add it or correct the reference'
    : ` in "${uri}"; correct the reference`;
}

function fault(pointer: string, message: string, unresolved?: 'schema'): DocumentError {
  return new DocumentError([{ pointer, message, ...(unresolved && { unresolved }) }]);
}
