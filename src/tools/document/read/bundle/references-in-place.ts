import { getOrMake } from '../../get-or-make';
import type { DocumentNotice } from '../../model/document-error';
import {
  isJsonObject,
  type JsonObject,
  mapEntries,
  mapItems,
  without,
} from '../../model/json-object';
import { childPointer, valueAt } from '../../model/json-pointer';
import { isContainer, type Kind, SECTIONS } from '../../model/walk-document';
import type { Origins } from './source-file';
import { below, targetKey, type BundledPlace, type Targets } from './references';

/** A value and its origin. */
interface Standing {
  readonly value: unknown;
  readonly place: BundledPlace;
}

/**
 * References where OpenAPI allows none, such as for an operation or for all paths. Like other tools, it reads each as
 * its target, and warns.
 *
 * @see https://spec.openapis.org/oas/v3.1.1#reference-object
 */
export class ReferencesInPlace {
  readonly warnings: DocumentNotice[] = [];
  /** The targets of references that replace lists and maps, by pointer in the bundled document. */
  private readonly containers = new Map<string, BundledPlace>();
  /** The origins of merged fields, by the same. */
  private readonly merged = new Map<string, BundledPlace>();
  private readonly known = new Map<string, Standing>();
  private readonly used = new Set<string>();

  constructor(
    private readonly targets: Targets,
    private readonly origins: Origins,
    private readonly hasMediaTypeReferences: boolean,
  ) {}

  /** The object itself, or the target of a reference where OpenAPI has none. */
  at(kind: Kind, value: unknown, place: BundledPlace): Standing {
    const mayRefer =
      kind === 'mediaType' ? this.hasMediaTypeReferences : SECTIONS[kind] !== undefined;
    return mayRefer ? { value, place } : this.standing(value, place);
  }

  /** The object with references in its lists, maps and plain fields replaced by their targets. */
  fields(kind: Kind, owner: JsonObject, place: BundledPlace): JsonObject {
    return mapEntries(owner, (key, member) => {
      const isPlain = PLAIN[kind]?.includes(key) === true;
      if (!isPlain && !isContainer(kind, key)) return member;
      const suffix = childPointer('', key);
      const at = this.merged.get(place.out + suffix) ?? below(place, suffix);
      return isPlain ? this.throughout(member, at) : this.container(member, at).value;
    });
  }

  /** The place of a value in an object, up to two levels down. */
  below(place: BundledPlace, suffix: string): BundledPlace {
    // Hashing long pointers is slow, and most documents have no such references.
    if (this.containers.size + this.merged.size === 0) return below(place, suffix);
    for (const end of [suffix.length, suffix.lastIndexOf('/')]) {
      const out = place.out + suffix.slice(0, end);
      const found = this.containers.get(out) ?? this.merged.get(out);
      if (end > 0 && found !== undefined) return below(found, suffix.slice(end));
    }
    return below(place, suffix);
  }

  private container(value: unknown, at: BundledPlace): Standing {
    const found = this.standing(value, at);
    if (found.place !== at) this.containers.set(at.out, found.place);
    return found;
  }

  private throughout(given: unknown, outer: BundledPlace): unknown {
    const { value, place } = this.container(given, outer);
    const inner = (key: string | number, member: unknown): unknown => {
      const suffix = childPointer('', key);
      return this.throughout(member, this.merged.get(place.out + suffix) ?? below(place, suffix));
    };
    if (Array.isArray(value)) return mapItems(value, (item, index) => inner(index, item));
    return isJsonObject(value) ? mapEntries(value, inner) : value;
  }

  private standing(value: unknown, place: BundledPlace): Standing {
    if (!isJsonObject(value) || typeof value.$ref !== 'string') return { value, place };
    const { $ref } = value;
    return getOrMake(this.known, `${place.out} ${targetKey('openapi', place)}`, () => {
      const found = this.follow($ref, place);
      if (found === undefined) return { value: without(value, '$ref'), place };
      const beside = Object.keys(value).length > 1;
      return beside ? this.merge(found, without(value, '$ref'), place) : found;
    });
  }

  private follow($ref: string, place: BundledPlace): Standing | undefined {
    const target = this.targets.demand($ref, place);
    if (target === undefined) return undefined;
    const { file, pointer, out, within = [] } = place;
    const at = { pointer: out, place: { file: file.name, line: file.lineOf(pointer), pointer } };
    const key = targetKey('openapi', target);
    const isCircle = within.includes(key);
    if (isCircle || within.length === MAX_WITHIN) {
      const message = isCircle ? `"${$ref}" refers to itself in a circle` : TOO_DEEP;
      this.targets.faults.push({ ...at, message });
      return undefined;
    }
    const isCopy = place.isCopy === true || this.used.has(key);
    this.used.add(key);
    this.origins.set(out, target);
    const message = `OpenAPI allows no $ref here; replace "${$ref}" by its target`;
    this.warnings.push({ ...at, severity: 'warning', message });
    return this.standing(valueAt(target.file.value, target.pointer), {
      ...this.targets.within(target, out),
      within: [...within, key],
      isCopy,
    });
  }

  /** Merges the fields next to a reference with those of its target. */
  private merge(found: Standing, beside: JsonObject, place: BundledPlace): Standing {
    if (!isJsonObject(found.value)) return found;
    for (const key of Object.keys(found.value)) {
      const suffix = childPointer('', key);
      if (Object.hasOwn(beside, key)) {
        const message = `stands beside a reference to an object that has "${key}" too; keep one`;
        this.targets.faults.push({ pointer: place.out + suffix, message });
      } else this.merged.set(place.out + suffix, below(found.place, suffix));
    }
    for (const key of Object.keys(beside)) {
      const at = below(place, childPointer('', key));
      this.origins.set(at.out, at);
    }
    return { value: { ...found.value, ...beside }, place };
  }
}

/** References within targets of references; no author nests them deeper. */
const MAX_WITHIN = 20;
const TOO_DEEP = `OpenAPI allows no $ref here, and this one stands within ${MAX_WITHIN} others like it; replace it by its target`;

/** Fields without a kind, for which authors may write a reference too. */
const PLAIN: Readonly<Partial<Record<Kind, readonly string[]>>> = {
  openapi: ['info', 'servers', 'tags', 'security', 'externalDocs'],
  pathItem: ['servers'],
  operation: ['servers', 'tags', 'security', 'externalDocs'],
  link: ['server'],
  securityScheme: ['flows'],
};
