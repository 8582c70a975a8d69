import {
  frameItem,
  type Framing,
  framingOf,
  parseItems,
  parseMediaType,
  stringifyJson,
  type ValidationError,
} from 'openapi-trellis/tools';
import {
  asObject,
  isJsonObject,
  type JsonObject,
  childPointer,
  type Located,
  type Direction,
} from '../../document';
import type { GeneratedValue, ValueGenerator } from '../values/value-generator';

/**
 * Lists of items, as values of sequential media types whose items have a schema.
 *
 * @see https://spec.openapis.org/oas/v3.2.0#streaming-sequential-media-types
 */

/** The items that a Media Type Object describes. */
export interface ItemsAt {
  readonly framing: Framing;
  /** The pointer of their schema. */
  readonly pointer: string;
}

/** The items, or undefined where the Media Type Object describes none. */
export function itemsAt(mediaType: string, media: Located): ItemsAt | undefined {
  const framing = framingOf(parseMediaType(mediaType)?.essence ?? '');
  if (framing === undefined || !('itemSchema' in media.value)) return undefined;
  return { framing, pointer: childPointer(media.pointer, 'itemSchema') };
}

/** The items of an example, which is a list or the text of a body; else the reason why it has none. */
export function exampleItems(
  maker: ValueGenerator,
  { framing, pointer }: ItemsAt,
  direction: Direction,
  example: unknown,
): { readonly items: readonly unknown[] } | { readonly error: ValidationError } {
  const items = Array.isArray(example) ? example : textItems(framing, String(example));
  for (const [index, item] of items.entries()) {
    const error =
      item === undefined || !isFramed(framing, item)
        ? NO_ITEM
        : maker.errorOf(pointer, direction, item);
    if (error) return { error: { ...error, instancePath: `/${index}${error.instancePath}` } };
  }
  return { items };
}

/** The error for a value that cannot be read or written as an item of its media type. */
const NO_ITEM: ValidationError = { instancePath: '', keyword: 'itemSchema', params: {} };

/** Without their boundary, parts cannot be separated. */
function textItems(framing: Framing, text: string): readonly unknown[] {
  if (framing === 'parts') return [undefined];
  // An event ends with an empty line, which authors often leave out.
  const items = parseItems(framing, Buffer.from(`${text}\n\n`));
  return items.map((item) => ('fault' in item ? undefined : item.value));
}

function isFramed(framing: Framing, item: unknown): boolean {
  if (framing === 'parts') return true;
  try {
    frameItem(framing, stringifyJson(item));
    return true;
  } catch {
    return false;
  }
}

/** Number of items to generate. */
const COUNT = 3;

/**
 * Generates a few items for the schema, and keeps those that the framing can hold.
 *
 * @param options as of ValueGenerator.make
 */
export function makeItems(
  maker: ValueGenerator,
  { framing, pointer }: ItemsAt,
  direction: Direction,
  options: Parameters<ValueGenerator['make']>[2] = {},
): GeneratedValue & { readonly value: readonly unknown[] } {
  const { vary, ...others } = options;
  const made = Array.from({ length: COUNT }, (_, index) =>
    maker.make(pointer, direction, {
      ...others,
      ...((vary !== undefined || index > 0) && { vary: `${vary ?? ''} ${index}` }),
    }),
  );
  const value = made.map((each) => each.value).filter((item) => isFramed(framing, item));
  const [error] = [
    ...made.flatMap((each) => each.error ?? []),
    ...(value.length < made.length ? [NO_ITEM] : []),
  ];
  return { value, ...(error && { error }) };
}

/**
 * The example values of a Media Type or Parameter Object, by name; `example` has the name ''. External
 * (`externalValue`) and serialized examples (`serializedValue`) are left out.
 *
 * @param resolve gives the Example Object that a reference names
 * @see https://spec.openapis.org/oas/v3.2.0#example-object
 */
export function namedExamples(
  holder: JsonObject,
  resolve: (example: JsonObject) => JsonObject = (example) => example,
): Map<string, unknown> {
  const found = new Map<string, unknown>();
  if ('example' in holder) found.set('', holder.example);
  for (const [name, example] of Object.entries(asObject(holder.examples))) {
    if (!isJsonObject(example)) continue;
    const resolved = resolve(example);
    if ('value' in resolved) found.set(name, resolved.value);
    else if ('dataValue' in resolved) found.set(name, resolved.dataValue);
  }
  return found;
}

/** The same without names, in document order. */
export function exampleValues(holder: JsonObject): unknown[] {
  return [...namedExamples(holder).values()];
}
