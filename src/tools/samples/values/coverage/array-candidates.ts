import { canonicalText } from 'openapi-trellis/tools';
import { isJsonObject, type JsonObject, listAt, memberAt, type SchemaAt } from '../../../document';
import {
  counted,
  MAX_SIZE,
  type Candidate,
  type CandidateTable,
  type Location,
  type Sized,
} from './location';
import { refusedBy } from './type-candidates';

/** Items that are equal in some languages, but not in JSON. */
const NEARLY_EQUAL: readonly (readonly unknown[])[] = [
  [1, true],
  [0, false],
  ['1', 1],
  ['a', 'A'],
  ['a', 'a '],
  [{ a: 1 }, { a: '1' }],
  [[1], [true]],
];

/** @see https://json-schema.org/draft/2020-12/json-schema-validation#section-6.4 */
export const ARRAY_CANDIDATES: CandidateTable = {
  minItems: counted(-1, 'items', (bound) => `one item fewer than ${bound}`, sized, missized),
  maxItems: counted(1, 'items', (bound) => `one item more than ${bound}`, sized, missized),
  uniqueItems: {
    *valid(location) {
      for (const items of NEARLY_EQUAL) {
        yield { value: items, description: `items that are not equal: ${canonicalText(items)}` };
      }
      yield {
        value: location.meeting({ minItems: 2 }),
        description: 'two items that are not equal',
      };
    },
    *broken(location) {
      const items = someItems(location);
      const [first] = items;
      if (items.length === 0) return;
      const description = 'an item that is there twice';
      yield { value: [...items, first], description, at: `/${items.length}` };
      yield { value: [...items.slice(0, -1), first], description, at: `/${items.length - 1}` };
      yield { value: [items[0], items[0]], description, at: '/1' };
      for (const item of items) {
        if (!isJsonObject(item) || Object.keys(item).length < 2) continue;
        const turned = Object.fromEntries(Object.entries(item).reverse());
        yield {
          value: [item, turned],
          description: 'equal objects whose properties have another order',
          at: '/1',
        };
      }
    },
  },
  items: {
    *valid(location) {
      yield { value: [], description: 'no item' };
      yield* sized(location, 1, location.meeting, 'one item');
      yield* sized(location, 3, location.meeting, 'three items');
      yield { value: location.meeting({ minItems: 1 }), description: 'items' };
    },
    *broken(location) {
      const at = memberAt(location.place, 'items');
      const start = listAt(location.place, 'prefixItems').length;
      const items = someItems(location);
      const wrong = refusedBy(location, at);
      if (wrong === undefined) return;
      const description = 'an item that items refuses';
      const rest = items.slice(start + 1);
      yield {
        value: [...items.slice(0, start), wrong, ...rest],
        description:
          at.schema === false ? 'an item where items allows none' : `${description}, first`,
        at: `/${start}`,
      };
      if (at.schema === false || items.length <= start) return;
      const two = [...items, items.at(-1)];
      yield {
        value: [...two.slice(0, -1), wrong],
        description: `${description}, behind one that is right`,
        at: `/${two.length - 1}`,
      };
    },
  },
  prefixItems: {
    *valid(location) {
      const count = listAt(location.place, 'prefixItems').length;
      yield* sized(location, count, location.meeting, 'all items of prefixItems');
      yield { value: [], description: 'no item' };
      yield* sized(location, count + 1, location.meeting, 'one item more than prefixItems');
    },
    *broken(location) {
      const schemas = listAt(location.place, 'prefixItems');
      const made = location.meeting({ minItems: schemas.length });
      const items: readonly unknown[] = Array.isArray(made) ? made : someItems(location);
      for (const [index, at] of schemas.entries()) {
        const wrong = refusedBy(location, at);
        if (wrong === undefined || index > items.length) continue;
        yield {
          value: [...items.slice(0, index), wrong, ...items.slice(index + 1)],
          description: `an item that prefixItems refuses at index ${index}`,
          at: `/${index}`,
        };
      }
    },
  },
  contains: {
    *valid(location) {
      yield* contained(location, 1, location.meeting, 'one item that contains asks for');
      const other = unfitItem(location, memberAt(location.place, 'contains'));
      if (other === undefined) return;
      const value = [other, ...someItems(location)];
      yield { value, description: 'the item that contains asks for behind another' };
    },
    *broken(location) {
      yield* uncontained(location, 0, location.breaking, 'no item that contains asks for');
      yield { value: [], description: 'no item where contains asks for one' };
    },
  },
  minContains: counted(
    -1,
    'items that contains asks for',
    (bound) => `one item fewer than ${bound} asks for`,
    contained,
    uncontained,
  ),
  maxContains: counted(
    1,
    'items that contains asks for',
    (bound) => `one item more than ${bound} allows`,
    contained,
    uncontained,
  ),
  unevaluatedItems: {
    *valid(location) {
      yield { value: location.value, description: 'no item that unevaluatedItems refuses' };
      const items = someItems(location);
      const more = location.valueOf(memberAt(location.place, 'unevaluatedItems'));
      if (more === undefined) return;
      const description = 'an item that unevaluatedItems takes';
      yield { value: [...items, more], description };
      yield { value: [more], description };
    },
    *broken(location) {
      const items = someItems(location);
      const wrong = refusedBy(location, memberAt(location.place, 'unevaluatedItems'));
      for (const value of [wrong, null, 'text', 1, {}]) {
        if (value === undefined) continue;
        yield {
          value: [...items, value],
          description: 'an item that unevaluatedItems refuses',
          at: `/${items.length}`,
        };
      }
    },
  },
};

function itemsOf({ value }: Location): readonly unknown[] {
  return Array.isArray(value) ? value : [];
}

/** The present items, or generated ones. */
function someItems(location: Location): readonly unknown[] {
  const items = itemsOf(location);
  if (items.length > 0) return items;
  const made = location.meeting({ type: 'array', minItems: 1 });
  return Array.isArray(made) ? made : [];
}

function* sized(...[location, count, make, description]: Parameters<Sized>): Iterable<Candidate> {
  if (count < 0 || count > MAX_SIZE) return;
  yield { value: resized(location, count), description };
  yield { value: make({ type: 'array', minItems: count, maxItems: count }), description };
}

function* missized(...given: Parameters<Sized>): Iterable<Candidate> {
  const [, count, , description] = given;
  yield* sized(...given);
  if (count < 0 || count > MAX_SIZE) return;
  // Any items, for schemas that do not describe them.
  yield { value: Array.from({ length: count }, (_, index) => index), description };
}

function resized(location: Location, count: number): readonly unknown[] | undefined {
  const items = count === 0 ? itemsOf(location) : someItems(location);
  if (items.length >= count) return items.slice(0, count);
  if (items.length === 0) return undefined;
  const last = items.at(-1);
  return [...items, ...Array.from({ length: count - items.length }, () => last)];
}

function* contained(
  ...[location, count, make, description]: Parameters<Sized>
): Iterable<Candidate> {
  if (count > MAX_SIZE) return;
  yield { value: withContained(location, count), description };
  yield { value: make(containing(location, count)), description };
}

function* uncontained(
  ...[location, count, make, description]: Parameters<Sized>
): Iterable<Candidate> {
  if (count < 0 || count > MAX_SIZE) return;
  const items = withContained(location, count);
  yield { value: items, description };
  yield { value: items?.slice(0, count), description };
  yield { value: make(containing(location, count)), description };
}

function containing({ place }: Location, count: number): JsonObject {
  const { contains } = place.schema;
  return { type: 'array', contains, minContains: count, maxContains: count };
}

/** The items, with the given count that `contains` matches. */
function withContained(location: Location, count: number): readonly unknown[] | undefined {
  const at = memberAt(location.place, 'contains');
  const items = itemsOf(location);
  const fitting = items.filter((item) => location.takes(at, item));
  const others = items.filter((item) => !location.takes(at, item));
  const fit = fitting.at(-1) ?? location.valueOf(at);
  if (fit === undefined && count > 0) return undefined;
  const wanted = Array.from({ length: count }, (_, index) => fitting[index] ?? fit);
  const lacking = Math.max(0, items.length - others.length - count);
  const unfit = unfitItem(location, at);
  const fill = unfit === undefined ? [] : Array.from({ length: lacking }, () => unfit);
  return [...wanted, ...others, ...fill];
}

/** An item that `contains` does not match; one that `items` accepts, if there is one. */
function unfitItem(location: Location, contains: SchemaAt): unknown {
  const items = location.beside.flatMap(({ schema }) => ('items' in schema ? [schema.items] : []));
  const requirement = { allOf: [...items, { not: contains.schema }] };
  return location.valueOf({ pointer: '', schema: requirement }) ?? refusedBy(location, contains);
}
