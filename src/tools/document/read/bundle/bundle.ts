import { FreeNames } from '../../free-names';
import { getOrMake } from '../../get-or-make';
import {
  asObject,
  isJsonObject,
  type JsonObject,
  mapEntries,
  mapItems,
} from '../../model/json-object';
import {
  childPointer,
  pointerFragment,
  pointerKeys,
  pointerPrefixes,
  valueAt,
} from '../../model/json-pointer';
import { DocumentError, type DocumentFault, type DocumentNotice } from '../../model/document-error';
import { Steps } from '../../model/steps';
import { isStandardDialect } from '../../schemas/dialect';
import { METASCHEMAS } from '../../schemas/metaschemas';
import { type Kind, mapMembers, mapSubschemas, SECTIONS } from '../../model/walk-document';
import {
  baseOf,
  embeddedReference,
  idOf,
  isDynamic,
  isOpenApi32,
  Origins,
  type SourceFile,
  type SourceFiles,
} from './source-file';
import { targetKey, type BundledPlace, type Target, Targets } from './references';
import { ReferencesInPlace } from './references-in-place';
import path from 'node:path';

/**
 * Brings the files of a document into one object whose references are all local. The target of a reference to another
 * file moves to the components under a new name, or, where a component or a path is nothing but that reference, to its
 * place.
 */

export interface Bundle {
  readonly document: JsonObject;
  readonly origins: Origins;
  /** References that lead nowhere, which the document keeps as written; and warnings for inlined references. */
  readonly faults: readonly (DocumentFault | DocumentNotice)[];
}

/** Steps counted for an object that is copied again. */
const WRITTEN_OUT = 20;

interface Moved {
  readonly kind: Kind;
  readonly target: Target;
  readonly section: string;
  readonly name: string;
}

/**
 * @param files undefined for a text that is not in a file
 * @param entry the file that holds the document
 */
export function bundle(
  files: SourceFiles | undefined,
  entry: SourceFile,
  document: JsonObject,
): Bundle {
  return new Bundler(files, entry).bundle(document);
}

class Bundler {
  private readonly origins: Origins;
  private readonly targets: Targets;
  private readonly names: ComponentNames;
  /** The pointers of moved values in the bundled document, by target. */
  private readonly places = new Map<string, string>();
  /** The pointers of paths whose item comes from another file, by target. */
  private readonly paths = new Map<string, string>();
  private readonly queue: Moved[] = [];
  private readonly embedded = new Set<SourceFile>();
  private readonly inPlace: ReferencesInPlace;
  private readonly steps = new Steps();

  constructor(
    private readonly files: SourceFiles | undefined,
    private readonly entry: SourceFile,
  ) {
    this.origins = new Origins(entry);
    this.targets = new Targets(files, entry);
    this.inPlace = new ReferencesInPlace(this.targets, this.origins, isOpenApi32(entry.value));
    this.names = new ComponentNames(asObject(asObject(entry.value).components));
  }

  /** @throws DocumentError for a document that leads to itself in too many ways */
  bundle(document: JsonObject): Bundle {
    try {
      return this.bundled(document);
    } catch (error) {
      if (!(error instanceof DocumentError)) throw error;
      const { origins } = this;
      throw new DocumentError(
        error.faults.map((fault) => ({ place: origins.placeOf(fault.pointer), ...fault })),
      );
    }
  }

  private bundled(document: JsonObject): Bundle {
    const root = { file: this.entry, pointer: '', out: '', base: this.entry.base };
    this.claim('openapi', document, root);
    const rewritten = this.object('openapi', document, root) as JsonObject;
    const added: [Moved, unknown][] = [];
    // Moving a value may queue more.
    for (const moved of this.queue) added.push([moved, this.moved(moved)]);
    return {
      document: withComponents(rewritten, added),
      origins: this.origins,
      faults: [...this.targets.faults, ...this.inPlace.warnings],
    };
  }

  /** Assigns the target to places that consist only of a reference to another file. */
  private claim(kind: Kind, given: unknown, outer: BundledPlace): void {
    const { value, place } = this.inPlace.at(kind, given, outer);
    if (!isJsonObject(value) || kind === 'schema') return;
    mapMembers(kind, this.inPlace.fields(kind, value, place), '', (inner, member, suffix) => {
      const at = this.inPlace.below(place, suffix);
      if (inner === 'components') this.claim(inner, member, at);
      if (SECTIONS[inner] === undefined || !isJsonObject(member)) return member;
      if (at.file !== this.entry) this.places.set(targetKey(inner, at), at.out);
      const target =
        typeof member.$ref === 'string' ? this.targets.find(member.$ref, at) : undefined;
      if (target === undefined || target.file === this.entry) return member;
      if (inner === 'schema' && isDynamic(target.file)) return member;
      const key = targetKey(inner, target);
      if (at.out.startsWith('/paths/') && !this.paths.has(key)) this.paths.set(key, at.out);
      if (Object.keys(member).length === 1 && !this.places.has(key)) this.places.set(key, at.out);
      return member;
    });
  }

  private moved({ kind, target, section, name }: Moved): unknown {
    const out = childPointer('', 'components', section, name);
    this.origins.set(out, target);
    if (!this.embedded.has(target.file)) return this.fromFile(kind, target, out);
    const value = valueAt(target.file.value, target.pointer);
    const schema = this.object(kind, value, {
      ...this.targets.within(target, out),
      isEmbedded: true,
    });
    const $id = idOf(target.file, this.entry);
    return $id === undefined ? schema : { ...asObject(schema), $id };
  }

  private object(kind: Kind, given: unknown, outer: BundledPlace): unknown {
    const { value, place } = this.inPlace.at(kind, given, outer);
    if (!isJsonObject(value)) return value;
    if (place.isCopy === true) this.steps.take(place.out, WRITTEN_OUT);
    if (kind === 'schema') return this.schema(value, place);
    const { $ref } = value;
    if (SECTIONS[kind] === undefined || typeof $ref !== 'string') {
      return this.requirements(this.link(this.members(kind, value, place), place), place);
    }
    const here = Object.keys(value).length === 1 ? this.claimed(kind, $ref, place) : undefined;
    if (here !== undefined) return here;
    const rest = kind === 'pathItem' ? this.members(kind, value, place) : value;
    const reference = this.reference(kind, $ref, place);
    return reference === $ref ? rest : { ...rest, $ref: reference };
  }

  private members(
    kind: Exclude<Kind, 'schema'>,
    value: JsonObject,
    place: BundledPlace,
  ): JsonObject {
    return mapMembers(kind, this.inPlace.fields(kind, value, place), '', (inner, member, suffix) =>
      this.object(inner, member, this.inPlace.below(place, suffix)),
    );
  }

  /** The target in another file, if this place has claimed it. */
  private claimed(kind: Kind, reference: string, place: BundledPlace): unknown {
    const target = this.targets.find(reference, place);
    if (target === undefined || this.places.get(targetKey(kind, target)) !== place.out)
      return undefined;
    this.origins.set(place.out, target);
    return this.fromFile(kind, target, place.out);
  }

  /** A value moved out of a file. A schema keeps its dialect, which its resource's root states. */
  private fromFile(kind: Kind, target: Target, out: string): unknown {
    const value = valueAt(target.file.value, target.pointer);
    const moved = this.object(kind, value, this.targets.within(target, out));
    if (kind !== 'schema' || !isJsonObject(moved) || '$schema' in moved) return moved;
    const $schema = this.dialectAround(target);
    return $schema === undefined ? moved : { $schema, ...moved };
  }

  /**
   * The nearest enclosing `$schema`, except one that names the file's own schema for editors.
   *
   * @see https://json-schema.org/draft/2020-12/json-schema-core#section-8.1.1
   */
  private dialectAround({ file, pointer }: Target): string | undefined {
    return pointerPrefixes(pointer)
      .map((prefix) => asObject(valueAt(file.value, prefix)).$schema)
      .filter((uri) => typeof uri === 'string')
      .findLast((uri) => isStandardDialect(uri) || this.files?.fileOf(uri) !== undefined);
  }

  private schema(given: JsonObject, outer: BundledPlace): unknown {
    const value = this.inPlace.fields('schema', given, outer);
    const here = Object.keys(value).length === 1 && typeof value.$ref === 'string';
    const claimed = here ? this.claimed('schema', String(value.$ref), outer) : undefined;
    if (claimed !== undefined) return claimed;
    const place = { ...outer, base: baseOf(value.$id, outer.base) };
    const mapped = mapSubschemas(value, (subschema, suffix) =>
      this.object('schema', subschema, this.inPlace.below(place, suffix)),
    );
    const { $ref, $dynamicRef, discriminator } = mapped;
    const references: JsonObject = {
      ...(typeof $ref === 'string' && { $ref: this.schemaReference($ref, place) }),
      ...(typeof $dynamicRef === 'string' && {
        $dynamicRef: this.schemaReference($dynamicRef, place),
      }),
      ...(isJsonObject(discriminator) && { discriminator: this.mapping(discriminator, place) }),
    };
    const rewritten = mapEntries(mapped, (key, item) =>
      Object.hasOwn(references, key) ? references[key] : item,
    );
    if (place.file === this.entry || place.isEmbedded === true) return rewritten;
    // All references to it are pointers now.
    const entries = Object.entries(rewritten);
    return Object.fromEntries(entries.filter(([key]) => key !== '$id' && key !== '$anchor'));
  }

  /** A schema's reference as written in the bundled document. */
  private schemaReference(reference: string, place: BundledPlace): string {
    if (reference.startsWith('#')) return this.reference('schema', reference, place);
    if (METASCHEMAS.has(reference.replace(/#.*$/, ''))) return reference;
    const target = this.targets.demand(reference, place, 'schema');
    if (target === undefined) return reference;
    const hasId = place.file === this.entry && place.base !== place.file.base;
    const isNamed = place.isEmbedded === true || hasId;
    if (isNamed && target.file === place.file) return reference;
    if (!isNamed && !isDynamic(target.file)) return this.reference('schema', reference, place);
    if (target.file !== this.entry) this.embed(target.file, place);
    const { hash } = new URL(reference, place.base);
    const base = isNamed ? place.base : this.entry.url;
    const embedded = embeddedReference(target.file, hash, base, this.entry);
    if (embedded !== undefined) return embedded;
    const message = `"${reference}" leads to another file from within a schema whose "$id" is of another place; remove the "$id", or give that file one`;
    this.targets.faults.push({ pointer: place.out, message });
    return reference;
  }

  private embed(file: SourceFile, from: BundledPlace): void {
    if (this.embedded.has(file)) return;
    this.embedded.add(file);
    if (idOf(file, this.entry) === undefined) {
      const message = `"${file.name}" has schemas with names of their own and is outside the folder of ${this.entry.name}; move it there, or give it an "$id"`;
      this.targets.faults.push({ pointer: from.out, message });
    }
    const target = { file, pointer: '' };
    const name = this.names.take('schemas', file.url, '');
    this.queue.push({ kind: 'schema', target, section: 'schemas', name });
  }

  /** The reference of any other object as written in the bundled document. */
  private reference(kind: Kind, reference: string, place: BundledPlace): string {
    const inEntry = place.file === this.entry;
    if ((inEntry || place.isEmbedded === true) && reference.startsWith('#')) return reference;
    const target = this.targets.demand(reference, place, kind);
    if (target === undefined) return reference;
    if (target.file === this.entry) {
      return inEntry && place.base !== place.file.base
        ? reference
        : pointerFragment(target.pointer);
    }
    return pointerFragment(this.placeOf(kind, target));
  }

  private placeOf(kind: Kind, target: Target): string {
    const key = targetKey(kind, target);
    return getOrMake(this.places, key, () => {
      const section = SECTIONS[kind] ?? '';
      const name = this.names.take(section, target.file.url, target.pointer);
      this.queue.push({ kind, target, section, name });
      return childPointer('', 'components', section, name);
    });
  }

  /** @see https://spec.openapis.org/oas/v3.1.1#discriminator-object */
  private mapping(discriminator: JsonObject, place: BundledPlace): JsonObject {
    const mapped = (name: unknown): unknown =>
      typeof name === 'string' ? this.mapped(name, place) : name;
    return mapEntries(discriminator, (field, value) => {
      if (field === 'defaultMapping') return mapped(value);
      if (field !== 'mapping' || !isJsonObject(value)) return value;
      return mapEntries(value, (_, name) => mapped(name));
    });
  }

  /** A mapping value is a component name or a reference. */
  private mapped(name: string, place: BundledPlace): string {
    if (/[#/]/.test(name)) return this.reference('schema', name, place);
    const pointer = childPointer('', 'components', 'schemas', name);
    if (valueAt(this.entry.value, pointer) !== undefined) return name;
    if (valueAt(place.file.value, pointer) !== undefined) {
      return this.reference('schema', pointerFragment(pointer), place);
    }
    return this.targets.find(name, place) === undefined
      ? name
      : this.reference('schema', name, place);
  }

  /** @see https://spec.openapis.org/oas/v3.1.1#link-object */
  private link(value: JsonObject, place: BundledPlace): JsonObject {
    const { operationRef } = value;
    if (typeof operationRef !== 'string') return value;
    const pointer = this.operationAt(operationRef, place);
    return pointer === undefined ? value : { ...value, operationRef: pointerFragment(pointer) };
  }

  /**
   * Replaces references in an object's security requirements by names of security schemes.
   *
   * @see https://spec.openapis.org/oas/v3.2.0#security-requirement-object
   */
  private requirements(value: JsonObject, place: BundledPlace): JsonObject {
    const { security } = value;
    if (!Array.isArray(security) || !isOpenApi32(this.entry.value)) return value;
    const named = mapItems(security, (requirement) => {
      if (!isJsonObject(requirement)) return requirement;
      const schemes = Object.entries(requirement);
      return Object.fromEntries(
        schemes.map(([name, scopes]) => [this.schemeName(name, place), scopes]),
      );
    });
    return { ...value, security: named };
  }

  /** A component's name takes precedence over a reference. */
  private schemeName(name: string, place: BundledPlace): string {
    const schemes = '/components/securitySchemes';
    if (valueAt(this.entry.value, childPointer(schemes, name)) !== undefined) return name;
    const target = this.targets.find(name, place);
    if (target === undefined) return name;
    const isHere = target.file === this.entry;
    const pointer = isHere ? target.pointer : this.placeOf('securityScheme', target);
    const [own = ''] = pointerKeys(pointer).slice(-1);
    return pointer === childPointer(schemes, own) ? own : name;
  }

  /** The pointer of an operation in the bundled document, if it stands under a path. */
  private operationAt(reference: string, place: BundledPlace): string | undefined {
    const { file, pointer } = this.targets.locate(reference, place) ?? {};
    if (file === undefined || pointer === undefined) return undefined;
    if (file === this.entry) return pointer;
    const [found] = pointerPrefixes(pointer).flatMap((prefix) => {
      const item = this.paths.get(targetKey('pathItem', { file, pointer: prefix }));
      return item === undefined ? [] : [item + pointer.slice(prefix.length)];
    });
    return found;
  }
}

function withComponents(document: JsonObject, added: readonly [Moved, unknown][]): JsonObject {
  if (added.length === 0) return document;
  const components = { ...asObject(document.components) } as Record<string, unknown>;
  for (const [{ section, name }, value] of added) {
    components[section] = { ...asObject(components[section]), [name]: value };
  }
  return { ...document, components };
}

/** Pointer prefixes that are not part of a name. */
const CONTAINERS: readonly RegExp[] = [
  /^\/components\/[^/]+\/(?=.)/,
  /^\/(?:\$defs|definitions)\/(?=.)/,
];

/** Chooses names for components that come from other files. */
class ComponentNames {
  private readonly taken = new Map<string, Set<string>>();
  private readonly free = new Map<string, FreeNames>();

  constructor(private readonly components: JsonObject) {}

  /**
   * A free name in a section: the last key of the fragment or the file's name, or both where that is taken.
   *
   * @see https://spec.openapis.org/oas/v3.1.1#components-object
   */
  take(section: string, url: string, pointer: string): string {
    const taken = this.takenOf(section);
    const file = decodeURIComponent(new URL(url).pathname);
    const stem = path.basename(file, path.extname(file));
    const parent = path.basename(path.dirname(file));
    const inner = CONTAINERS.reduce((rest, container) => rest.replace(container, '/'), pointer);
    const short = inner === '' ? [stem] : pointerKeys(inner);
    const long = inner === '' ? [parent, stem] : [stem, ...short];
    const names = [plainName(short), plainName(long)];
    const free =
      names.find((name) => !taken.has(name)) ??
      getOrMake(this.free, section, () => new FreeNames((name) => taken.has(name))).of(
        plainName(short),
      );
    taken.add(free);
    return free;
  }

  private takenOf(section: string): Set<string> {
    const given = Object.hasOwn(this.components, section) ? this.components[section] : {};
    return getOrMake(this.taken, section, () => new Set(Object.keys(asObject(given))));
  }
}

function plainName(words: readonly string[]): string {
  const name = words
    .join('_')
    .replace(/[^A-Za-z0-9._-]+/g, '_')
    .replace(/^_+|_+$/g, '');
  return name === '' ? 'part' : name;
}
