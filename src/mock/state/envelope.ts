import type { JsonObject, LoadedContract, ValueMaker } from '../../generate/index';
import { keywordOf, membersOf, type Part } from '../../resources/index';
import { type Page, plain } from './pages';
import { isArray, isObject } from './shape';

/** What members around a list say of it, by their names. */
const NUMBERS: readonly (readonly [
  names: readonly string[],
  numberOf: (page: Page<unknown>) => number | undefined,
])[] = [
  [['total', 'count', 'totalcount', 'totalitems', 'totalelements'], ({ total }) => total],
  [['numberofelements'], ({ items }) => items.length],
  [['offset', 'skip'], ({ offset }) => offset],
  [['limit', 'size', 'perpage', 'pagesize'], ({ size, total }) => size ?? total],
  [['page', 'pagenumber', 'currentpage'], ({ number }) => number],
  [['totalpages', 'pagecount'], ({ total, size }) => (size ? Math.ceil(total / size) : 1)],
];

/** Members that lead to more: one that is made up would have clients ask without end. */
const LEADS_ON = /^(?:next|nextcursor|nextpage|nextpagetoken|nexttoken|nexturl|nextlink|cursor)$/;
const HAS_MORE = /^(?:hasmore|hasnext|hasnextpage)$/;

/** Objects within an envelope, such as `meta`, are looked into so deep. */
const DEPTH = 2;

/**
 * What is known of a list, for the members that its envelope has by its schema: how many there are, which part
 * this is, and that nothing leads on from here but what the client counts itself.
 *
 * @param within the names of the members that hold the list
 */
export function toldOf(
  loaded: LoadedContract,
  maker: ValueMaker,
  envelope: Part,
  page: Page<unknown>,
  depth = DEPTH,
): JsonObject {
  const required = keywordOf(envelope, 'required').flat();
  const told = [...membersOf(loaded, envelope)].flatMap(([name, member]) => {
    if (isArray(member)) return [];
    if (isObject(member)) {
      const inner = depth === 0 ? {} : toldOf(loaded, maker, member, page, depth - 1);
      return Object.keys(inner).length === 0 ? [] : [[name, inner] as const];
    }
    const pointer = member.places[0]?.pointer;
    const value = valuesOf(plain(name), page, required.includes(name)).find(
      (each) => pointer === undefined || maker.errorOf(pointer, 'response', each) === undefined,
    );
    return value === undefined ? [] : [[name, value] as const];
  });
  return Object.fromEntries(told);
}

/** The first of them that fits counts. */
function valuesOf(name: string, page: Page<unknown>, isRequired: boolean): unknown[] {
  if (HAS_MORE.test(name)) return [page.offset + page.items.length < page.total];
  if (LEADS_ON.test(name)) return isRequired ? [null, ''] : [];
  const [, numberOf] = NUMBERS.find(([names]) => names.includes(name)) ?? [];
  const number = numberOf?.(page);
  return number === undefined ? [] : [number];
}
