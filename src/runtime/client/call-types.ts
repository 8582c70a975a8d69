import type { StatusExcept, StatusInRange } from '../contract/runtime';

/**
 * Calls an operation. The input may be absent where nothing is required.
 *
 * @typeParam Operations `operations` of the generated `client-types.ts`
 */
export type TypedCalls<Operations> = <Id extends keyof Operations>(
  operationId: Id,
  ...args: Partial<CallInput<Operations[Id]>> extends CallInput<Operations[Id]>
    ? [input?: CallInput<Operations[Id]>, init?: CallInit]
    : [input: CallInput<Operations[Id]>, init?: CallInit]
) => Promise<CallResponse<Operations[Id]>>;

/** What an operation takes. `mediaType` is required where the document states several for the body. */
type CallInput<Operation> = ParameterInput<Operation> & BodyInput<Operation>;

/** What a call sends beside what the document states. */
export interface CallInit extends Pick<RequestInit, 'signal'> {
  readonly headers?: Readonly<Record<string, string>>;
}

/**
 * A response that the document states: members of the union differ by `status`, and by `mediaType` where it has
 * several. The body is the value of JSON, a text, a Blob or an AsyncIterable of items; undefined where none is stated.
 */
export type CallResponse<Operation> = Operation extends { responses: infer Stated }
  ? { [Key in keyof Stated]: ResponseOf<StatusOf<Key, keyof Stated>, Stated[Key]> }[keyof Stated]
  : never;

type ParameterInput<Operation> = Operation extends { parameters: infer Parameters }
  ? {
      [
        Location in keyof Parameters as Location extends 'header' | 'cookie'
          ? `${Location}s`
          : Location
      ]: Parameters[Location];
    }
  : never;

type BodyInput<Operation> = Operation extends { requestBody: { content: infer Content } }
  ? BodyOf<Content>
  : Operation extends { requestBody?: { content: infer Content } }
    ? BodyOf<Content> | { mediaType?: never; body?: never }
    : never;

type BodyOf<Content> = {
  [Type in keyof Content]: { body: Content[Type] } & ([Exclude<keyof Content, Type>] extends [never]
    ? { mediaType?: MediaType<Type> }
    : { mediaType: MediaType<Type> });
}[keyof Content];

/** A range, such as `image/*`, as a template literal. */
type MediaType<Type> = Type extends `${infer Before}*${infer After}`
  ? `${Before}${string}${MediaType<After> & string}`
  : Type;

type ResponseOf<Status, Response> = Response extends { content: infer Content }
  ? { [Type in keyof Content]: Received<Status, MediaType<Type>, Content[Type]> }[keyof Content]
  : Received<Status, undefined, undefined>;

interface Received<Status, Type, Body> {
  readonly status: Status;
  readonly mediaType: Type;
  readonly headers: Headers;
  readonly body: Body;
}

type StatusOf<Key, Keys> = Key extends number
  ? Key
  : Key extends `${infer First}XX`
    ? Exclude<StatusInRange<First>, Keys>
    : StatusExcept<Covered<Keys>>;

type Covered<Key> = Key extends `${infer First}XX` ? StatusInRange<First> : Key;
