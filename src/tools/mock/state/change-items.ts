import { canonicalText, type Failure } from 'openapi-trellis/tools';
import { childPointer, isJsonObject, type JsonObject, getOrMake } from '../../document';
import type { LoadedContract } from '../../validators';
import type { ValueGenerator } from '../../samples';
import { keywordOf, partAt } from '../../resources';
import { badPatch, conflict, notKept } from '../failures';
import type { ValueFitter } from './fit-value';
import { type Id, idIn, readingsOf, NewIds } from './identifier';
import { type Collection, KeptItems, type KeptLimits } from './kept-items';
import type { KeptResource } from './kept-resources';
import { jsonPatch, mergePatch, onlySent, PatchError } from './patches';

/** An item after a change. */
export interface Change {
  readonly id: string;
  readonly thing: JsonObject;
  readonly isNew: boolean;
}

/** Why a request is answered without state. */
export class NotKept {
  constructor(readonly reason: string) {}
}

interface SentPatch {
  readonly decoded: unknown;
  /** Without the defaults of its schema. */
  readonly sent: unknown;
}

/** Creates, replaces, changes and removes items. */
export class ItemChanges {
  readonly items: KeptItems;
  private readonly newIds = new Map<KeptResource, NewIds>();

  constructor(
    private readonly loaded: LoadedContract,
    private readonly maker: ValueGenerator,
    private readonly fitter: ValueFitter,
    private readonly seed: string,
    limits: KeptLimits,
  ) {
    this.items = new KeptItems(limits);
  }

  /** Creating an item with the id and content of an existing one returns that one. */
  create(collection: Collection, sent: JsonObject): Change | Failure | NotKept {
    const { resource } = collection;
    const chosen = this.chosenId(resource, sent);
    const before = chosen === undefined ? undefined : this.items.get(collection, String(chosen));
    if (chosen !== undefined && before !== undefined) {
      const isSame = canonicalText({ ...before, ...sent }) === canonicalText(before);
      if (isSame) return { id: String(chosen), thing: before, isNew: false };
      return conflict(`There is another one with the id "${String(chosen)}"`);
    }
    const isTaken = (id: string): boolean => this.items.get(collection, id) !== undefined;
    const id = chosen ?? this.idsOf(resource).next(isTaken);
    if (id === undefined) return new NotKept('no id was found that the schemas take');
    return this.keep(collection, id, sent, true);
  }

  /** Replaces the content, except for members that only the service sets or that the request cannot contain. */
  replace(collection: Collection, id: string, sent: JsonObject): Change | Failure | NotKept {
    const { isSingle, isMadeByReplacing, beyondPut } = collection.resource;
    const before = this.items.get(collection, id);
    if (before === undefined && !isSingle && !isMadeByReplacing) return missing(id);
    const staying = Object.entries(before ?? {}).filter(([name]) => beyondPut.includes(name));
    const thing = { ...Object.fromEntries(staying), ...sent };
    return this.keep(collection, this.idOf(collection, id, before), thing, before === undefined);
  }

  /** @param first the initial value of a singleton */
  change(
    collection: Collection,
    id: string,
    patch: SentPatch,
    first?: JsonObject,
  ): Change | Failure | NotKept {
    const before = this.items.get(collection, id) ?? first;
    if (before === undefined) return missing(id);
    try {
      const patched = this.patched(collection.resource, before, patch);
      if (!isJsonObject(patched)) return badPatch('The patch leaves nothing that has properties');
      return this.keep(collection, this.idOf(collection, id, before), patched, false);
    } catch (error) {
      if (error instanceof PatchError) return badPatch(error.message);
      throw error;
    }
  }

  remove(collection: Collection, id: string): Change | Failure {
    const thing = this.items.get(collection, id);
    if (thing === undefined) return missing(id);
    this.items.remove(collection, id);
    return { id, thing, isNew: false };
  }

  forgetAll(): void {
    this.items.clear();
    this.newIds.clear();
  }

  private keep(
    collection: Collection,
    id: Id | undefined,
    sent: JsonObject,
    isNew: boolean,
  ): Change | Failure {
    const { resource } = collection;
    const { member } = resource.identifier ?? {};
    const named = member === undefined || id === undefined ? sent : { ...sent, [member]: id };
    const fixed = member === undefined ? [] : [childPointer('', member)];
    const thing = this.fitter.complete(resource.shape.pointer, named, fixed);
    const key = id === undefined ? '' : String(id);
    return this.items.put(collection, key, thing) ?? { id: key, thing, isNew };
  }

  /** The id that the client chose, if a path can contain it. */
  private chosenId(resource: KeptResource, sent: JsonObject): Id | undefined {
    const { identifier } = resource;
    const id = identifier && idIn(identifier, sent);
    return id !== undefined && this.idsOf(resource).fits(id) ? id : undefined;
  }

  /** The id in a path, in the type of its member: that of the existing item, else a valid one. */
  private idOf(
    { resource }: Collection,
    text: string,
    before: JsonObject | undefined,
  ): Id | undefined {
    const { identifier, isSingle } = resource;
    if (isSingle || identifier === undefined) return undefined;
    const known = before && idIn(identifier, before);
    const forms = [...(known === undefined ? [] : [known]), ...readingsOf(text), Number(text)];
    return forms.find((form) => this.idsOf(resource).fits(form)) ?? text;
  }

  private patched(
    { shape }: KeptResource,
    before: JsonObject,
    { decoded, sent }: SentPatch,
  ): unknown {
    if (Array.isArray(decoded)) return jsonPatch(before, decoded);
    const patch = onlySent(decoded, sent);
    const merged = mergePatch(before, patch);
    if (!isJsonObject(patch) || !isJsonObject(merged)) return merged;
    // A member that the schema requires and the patch removes becomes null, if that is valid.
    const demanded = keywordOf(partAt(this.loaded, shape.pointer), 'required').flat();
    const nulls = Object.keys(patch).filter(
      (name) => patch[name] === null && demanded.includes(name),
    );
    const withNulls = { ...merged, ...Object.fromEntries(nulls.map((name) => [name, null])) };
    const error = this.maker.errorOf(shape.pointer, 'response', withNulls);
    return error === undefined ? withNulls : merged;
  }

  private idsOf(resource: KeptResource): NewIds {
    return getOrMake(this.newIds, resource, () => {
      const identifier = resource.identifier ?? NO_IDENTIFIER;
      return new NewIds(this.maker, identifier, `${this.seed} ${resource.path}`);
    });
  }
}

const NO_IDENTIFIER = { member: undefined, response: undefined, parameter: undefined };

function missing(id: string): Failure {
  return notKept(id === '' ? 'There is none' : `There is none with the id "${id}"`);
}
