import { canonicalText } from '../../../contract';
import { isJsonObject } from '../../../document/model/json-object';
import { listAt, memberAt, type SchemaAt } from '../../../document/model/schema-at';
import type { Candidate, CandidateTable, Site } from './site';
import { MAX_SIZE } from './string-candidates';
import { refusedBy } from './type-candidates';

/** Items that are equal in some languages, and not in JSON. */
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
  minItems: {
    *valid(site) {
      const count = Number(site.bound);
      yield* counted(site, count, `exactly minItems (${count}) items`);
    },
    broken: (site) =>
      miscounted(
        site,
        Number(site.bound) - 1,
        `one item fewer than minItems (${String(site.bound)})`,
      ),
  },
  maxItems: {
    *valid(site) {
      const count = Number(site.bound);
      yield* counted(site, count, `exactly maxItems (${count}) items`);
    },
    broken: (site) =>
      miscounted(
        site,
        Number(site.bound) + 1,
        `one item more than maxItems (${String(site.bound)})`,
      ),
  },
  uniqueItems: {
    *valid(site) {
      for (const items of NEARLY_EQUAL) {
        yield { value: items, description: `items that are not equal: ${canonicalText(items)}` };
      }
      yield { value: site.meeting({ minItems: 2 }), description: 'two items that are not equal' };
    },
    *broken(site) {
      const items = someItems(site);
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
    *valid(site) {
      yield { value: [], description: 'no item' };
      yield* counted(site, 1, 'one item');
      yield* counted(site, 3, 'three items');
      yield { value: site.meeting({ minItems: 1 }), description: 'items' };
    },
    *broken(site) {
      const at = memberAt(site.place, 'items');
      const start = listAt(site.place, 'prefixItems').length;
      const items = someItems(site);
      const wrong = refusedBy(site, at);
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
    *valid(site) {
      const count = listAt(site.place, 'prefixItems').length;
      yield* counted(site, count, 'all items of prefixItems');
      yield { value: [], description: 'no item' };
      yield* counted(site, count + 1, 'one item more than prefixItems');
    },
    *broken(site) {
      const schemas = listAt(site.place, 'prefixItems');
      const made = site.meeting({ minItems: schemas.length });
      const items: readonly unknown[] = Array.isArray(made) ? made : someItems(site);
      for (const [index, at] of schemas.entries()) {
        const wrong = refusedBy(site, at);
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
    *valid(site) {
      yield* contained(site, 1, 'one item that contains asks for');
      const other = unfitItem(site, memberAt(site.place, 'contains'));
      if (other === undefined) return;
      const value = [other, ...someItems(site)];
      yield { value, description: 'the item that contains asks for behind another' };
    },
    *broken(site) {
      yield* uncontained(site, 0, 'no item that contains asks for');
      yield { value: [], description: 'no item where contains asks for one' };
    },
  },
  minContains: {
    *valid(site) {
      const count = Number(site.bound);
      yield* contained(site, count, `exactly minContains (${count}) items that contains asks for`);
    },
    broken: (site) => {
      const count = Number(site.bound);
      return uncontained(site, count - 1, `one item fewer than minContains (${count}) asks for`);
    },
  },
  maxContains: {
    *valid(site) {
      const count = Number(site.bound);
      yield* contained(site, count, `exactly maxContains (${count}) items that contains asks for`);
    },
    broken: (site) => {
      const count = Number(site.bound);
      return uncontained(site, count + 1, `one item more than maxContains (${count}) allows`);
    },
  },
  unevaluatedItems: {
    *valid(site) {
      yield { value: site.value, description: 'no item that unevaluatedItems refuses' };
      const items = someItems(site);
      const more = site.valueOf(memberAt(site.place, 'unevaluatedItems'));
      if (more === undefined) return;
      const description = 'an item that unevaluatedItems takes';
      yield { value: [...items, more], description };
      yield { value: [more], description };
    },
    *broken(site) {
      const items = someItems(site);
      const wrong = refusedBy(site, memberAt(site.place, 'unevaluatedItems'));
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

function itemsOf({ value }: Site): readonly unknown[] {
  return Array.isArray(value) ? value : [];
}

/** The items that are there, else made ones. */
function someItems(site: Site): readonly unknown[] {
  const items = itemsOf(site);
  if (items.length > 0) return items;
  const made = site.meeting({ type: 'array', minItems: 1 });
  return Array.isArray(made) ? made : [];
}

function* counted(site: Site, count: number, description: string): Iterable<Candidate> {
  if (count < 0 || count > MAX_SIZE) return;
  yield { value: resized(site, count), description };
  yield {
    value: site.meeting({ type: 'array', minItems: count, maxItems: count }),
    description,
  };
}

function* miscounted(site: Site, count: number, description: string): Iterable<Candidate> {
  if (count < 0 || count > MAX_SIZE) return;
  yield { value: resized(site, count), description };
  yield {
    value: site.breaking({ type: 'array', minItems: count, maxItems: count }),
    description,
  };
  // Of whatever, where nothing is said of items.
  yield { value: Array.from({ length: count }, (_, index) => index), description };
}

function resized(site: Site, count: number): readonly unknown[] | undefined {
  const items = count === 0 ? itemsOf(site) : someItems(site);
  if (items.length >= count) return items.slice(0, count);
  if (items.length === 0) return undefined;
  const last = items.at(-1);
  return [...items, ...Array.from({ length: count - items.length }, () => last)];
}

function* contained(site: Site, count: number, description: string): Iterable<Candidate> {
  if (count > MAX_SIZE) return;
  yield { value: withContained(site, count), description };
  const demand = { type: 'array', contains: site.place.schema.contains };
  yield {
    value: site.meeting({ ...demand, minContains: count, maxContains: count }),
    description,
  };
}

function* uncontained(site: Site, count: number, description: string): Iterable<Candidate> {
  if (count < 0 || count > MAX_SIZE) return;
  const items = withContained(site, count);
  yield { value: items, description };
  yield { value: items?.slice(0, count), description };
  const demand = { type: 'array', contains: site.place.schema.contains };
  yield {
    value: site.breaking({ ...demand, minContains: count, maxContains: count }),
    description,
  };
}

/** The items with as many that `contains` asks for. */
function withContained(site: Site, count: number): readonly unknown[] | undefined {
  const at = memberAt(site.place, 'contains');
  const items = itemsOf(site);
  const fitting = items.filter((item) => site.takes(at, item));
  const others = items.filter((item) => !site.takes(at, item));
  const fit = fitting.at(-1) ?? site.valueOf(at);
  if (fit === undefined && count > 0) return undefined;
  const wanted = Array.from({ length: count }, (_, index) => fitting[index] ?? fit);
  const lacking = Math.max(0, items.length - others.length - count);
  const unfit = unfitItem(site, at);
  const fill = unfit === undefined ? [] : Array.from({ length: lacking }, () => unfit);
  return [...wanted, ...others, ...fill];
}

/** An item that `contains` does not ask for, one that `items` takes if there is one. */
function unfitItem(site: Site, contains: SchemaAt): unknown {
  const items = site.beside.flatMap(({ schema }) => ('items' in schema ? [schema.items] : []));
  const demand = { allOf: [...items, { not: contains.schema }] };
  return site.valueOf({ pointer: '', schema: demand }) ?? refusedBy(site, contains);
}
