import { createHash } from 'node:crypto';
import type { JsonObject, Operation } from '../../document';
import type { LoadedContract } from '../../validators';
import { type ValueGenerator, valueSchema } from '../../samples';
import {
  ID_NAMES,
  membersOf,
  namesOf,
  partAt,
  referenceNames,
  requestSchema,
  type Resource,
  sameName,
} from '../../resources';
import type { Shape, ThingNames } from './shape';

/** The identifier of a resource's items. */
export interface Identifier {
  /** The name of its member; absent if only the path contains it. */
  readonly member: string | undefined;
  /** JSON Pointers of the schemas that it must match, in responses and in paths. */
  readonly response: string | undefined;
  readonly parameter: string | undefined;
}

/** A value that a path can contain. */
export type Id = string | number | bigint;

/** The possible values of an id's text in a path. */
export function readingsOf(id: Id): Id[] {
  const text = String(id);
  return [id, text, ...(/^-?\d{1,19}$/.test(text) ? [BigInt(text)] : [])];
}

function isId(value: unknown): value is Id {
  return ['string', 'number', 'bigint'].includes(typeof value) && value !== '';
}

/** The id of an item, if it has one that a path can contain. */
export function idIn({ member }: Identifier, thing: JsonObject): Id | undefined {
  const id = member === undefined || !Object.hasOwn(thing, member) ? undefined : thing[member];
  return isId(id) ? id : undefined;
}

/** The possible names of a resource's items and ids, the likeliest first. */
export function namesOfThings(loaded: LoadedContract, resource: Resource): ThingNames {
  const [own] = namesOf(resource.itemPath ?? '').slice(-1);
  const references = referenceNames(resource);
  const nouns = references.map((name) => name.replace(/_?id$/i, '').toLowerCase());
  const ids = [...(own === undefined ? [] : [own]), ...ID_NAMES, ...references];
  return {
    ids: [...new Set(ids)],
    nouns: nouns.filter(Boolean),
    sent: namesOfSent(loaded, resource),
  };
}

function namesOfSent(
  loaded: LoadedContract,
  { create, replace, change }: Resource,
): readonly string[] {
  const sending = [create, replace, change].filter((operation) => operation !== undefined);
  return sending.flatMap((operation) => {
    const pointer = requestSchema(loaded, operation);
    return pointer === undefined ? [] : [...membersOf(loaded, partAt(loaded, pointer)).keys()];
  });
}

/**
 * The member that the path identifies an item by: the one with the name of the last path parameter, else a usual
 * name such as `id`, else one such as `petId`.
 * @param shapes of its responses
 */
export function findIdentifier(
  loaded: LoadedContract,
  { ids }: ThingNames,
  resource: Resource,
  roles: readonly { readonly operation: Operation }[],
  shapes: readonly Shape[],
): Identifier {
  const shown = shapes.map(({ pointer }) => membersOf(loaded, partAt(loaded, pointer)));
  const [found] = ids.flatMap((id) =>
    shown.flatMap((members) => {
      const name = sameName(members.keys(), id);
      return name === undefined ? [] : [{ name, part: members.get(name) }];
    }),
  );
  return {
    member: found?.name,
    response: found?.part?.places[0]?.pointer,
    parameter: parameterOf(resource, roles),
  };
}

function parameterOf(
  { itemPath = '' }: Resource,
  roles: readonly { readonly operation: Operation }[],
): string | undefined {
  const depth = namesOf(itemPath).length;
  const onItem = roles.find(({ operation }) => namesOf(operation.path).length === depth);
  const name = namesOf(onItem?.operation.path ?? '').at(-1);
  const parameter = onItem?.operation.parameters.find(
    ({ value }) => value.in === 'path' && value.name === name,
  );
  return parameter && valueSchema(parameter);
}

/** Maximum tries for an id that is valid and free. */
const TRIES = 1000;

/** No URL can contain it. @see https://www.rfc-editor.org/rfc/rfc3629#section-3 */
const LONE_SURROGATE = /\p{Surrogate}/u;

/**
 * Makes the ids of one resource: 1, 2, 3 and so on if these are valid, else UUIDs, else values of the schemas,
 * followed by the number if that is valid, as in `cus_1`.
 */
export class NewIds {
  private last = 0;

  /** @param seed equal seeds give equal ids */
  constructor(
    private readonly maker: ValueGenerator,
    private readonly identifier: Identifier,
    private readonly seed: string,
  ) {}

  /** @returns undefined if none was found */
  next(isTaken: (id: string) => boolean): Id | undefined {
    for (let tries = 0; tries < TRIES; tries++) {
      this.last++;
      const id = this.candidates().find((each) => this.fits(each));
      if (id !== undefined && !isTaken(String(id))) return id;
    }
    return undefined;
  }

  /** True for an id that is valid in responses and paths. */
  fits(id: Id): boolean {
    const { response, parameter } = this.identifier;
    if (LONE_SURROGATE.test(String(id))) return false;
    const isShown = response === undefined || this.maker.takes(response, 'response', id);
    return isShown && (parameter === undefined || this.isNamed(parameter, id));
  }

  /** Paths contain texts, which are read in the type of the schema. */
  private isNamed(parameter: string, id: Id): boolean {
    return readingsOf(id).some((reading) => this.maker.takes(parameter, 'request', reading));
  }

  private candidates(): Id[] {
    const { last, seed } = this;
    const pointer = this.identifier.response ?? this.identifier.parameter;
    const made =
      pointer &&
      this.maker.make(pointer, 'response', { examples: false, vary: `id ${last}` }).value;
    const counted = typeof made === 'string' ? `${made}${last}` : undefined;
    return [last, String(last), uuid(`${seed} ${last}`), counted, made].filter(isId);
  }
}

/** A UUID in the format of version 4, derived from a text. @see https://www.rfc-editor.org/rfc/rfc9562#section-5.4 */
function uuid(text: string): string {
  const hex = createHash('sha256').update(text).digest('hex');
  const variant = (8 + (parseInt(hex.charAt(16), 16) % 4)).toString(16);
  const parts = [hex.slice(0, 8), hex.slice(8, 12), `4${hex.slice(13, 16)}`];
  return [...parts, variant + hex.slice(17, 20), hex.slice(20, 32)].join('-');
}
