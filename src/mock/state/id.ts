import type { JsonObject } from '../../generate/index';

/** What tells the things of a resource apart. */
export interface Identifier {
  /** The name of the member that has it; absent where only the path shows it. */
  readonly member: string | undefined;
  /** JSON Pointers of the schemas that it has to fit, in responses and in paths. */
  readonly response: string | undefined;
  readonly parameter: string | undefined;
}

/** What can stand in a path. */
export type Id = string | number | bigint;

/** What a path may say by the text of an id. */
export function readingsOf(id: Id): Id[] {
  const text = String(id);
  return [id, text, ...(/^-?\d{1,19}$/.test(text) ? [BigInt(text)] : [])];
}

export function isId(value: unknown): value is Id {
  return ['string', 'number', 'bigint'].includes(typeof value) && value !== '';
}

/** The id of a thing, where it has one that can stand in a path. */
export function idIn({ member }: Identifier, thing: JsonObject): Id | undefined {
  const id = member === undefined || !Object.hasOwn(thing, member) ? undefined : thing[member];
  return isId(id) ? id : undefined;
}
