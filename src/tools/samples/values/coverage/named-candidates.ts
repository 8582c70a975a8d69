import { regularExpression } from 'openapi-trellis/tools';
import { asObject, isNamed, type JsonObject, mapAt, memberAt } from '../../../document';
import {
  objectOf,
  quoted,
  withAny,
  withProperty,
  type Candidate,
  type CandidateTable,
  type Location,
} from './location';
import { refusedBy } from './type-candidates';

/** Names that hardly any schema describes; those at the end are rarely allowed where names are restricted. */
const UNKNOWN_NAMES = ['undocumented', 'x', '__proto__', 'constructor'];
const ODD_NAMES = ['', ' ', '(%{', '\u0007', '\u{1F33F}', 'UPPER', 'lower', '0', 'x'.repeat(1000)];

/** Names of map members that services may lowercase, parse as numbers, or not expect. */
const MAP_NAMES = ['UP', 'aB', 'a-b', '12', '', '\u00e9t\u00e9'];

/**
 * Candidates for keywords that choose properties by their names.
 *
 * @see https://json-schema.org/draft/2020-12/json-schema-core#section-10.3.2
 */
export const NAMED_CANDIDATES: CandidateTable = {
  patternProperties: {
    *valid(location) {
      for (const [pattern, at] of mapAt(location.place, 'patternProperties')) {
        const like = nameLike(location, pattern);
        const value = location.valueOf(at);
        if (like === undefined || value === undefined) continue;
        for (const name of [
          like,
          ...MAP_NAMES.filter((each) => regularExpression(pattern).test(each)),
        ]) {
          const description = `a property ${quoted(name)}, whose name matches ${pattern}`;
          yield withProperty(objectOf(location), name, value, description);
        }
      }
    },
    *broken(location) {
      for (const [pattern, at] of mapAt(location.place, 'patternProperties')) {
        const name = nameLike(location, pattern);
        if (name === undefined) continue;
        const wrong = at.schema === false ? null : refusedBy(location, at);
        if (wrong === undefined) continue;
        const description = `a wrong value for the name ${quoted(name)}, which matches ${pattern}`;
        yield withProperty(objectOf(location), name, wrong, description);
      }
    },
  },
  additionalProperties: { valid: withUnknown, broken: withWrongUnknown },
  unevaluatedProperties: { valid: withUnknown, broken: withWrongUnknown },
  propertyNames: {
    *valid(location) {
      const at = memberAt(location.place, 'propertyNames');
      const name = location.valueOf(at);
      const object = objectOf(location);
      const [value = 'text'] = Object.values(object);
      for (const each of MAP_NAMES.filter((other) => location.takes(at, other))) {
        yield withProperty(object, each, value, `the name ${quoted(each)}`);
      }
      if (typeof name !== 'string') return;
      yield* withAny(object, name, `the name ${quoted(name)}`);
    },
    *broken(location) {
      const at = memberAt(location.place, 'propertyNames');
      const isRefused = (name: string): boolean => !location.takes(at, name);
      const longer = Number(asObject(at.schema).maxLength ?? 0) + 1;
      const known = Object.keys(objectOf(location));
      const beyond = known.flatMap((name) => [name.padEnd(longer, 'x'), `${name}!`]);
      const refused = [...beyond, ...ODD_NAMES];
      for (const name of refused.filter(isRefused)) {
        yield* withAny(objectOf(location), name, `a name that propertyNames refuses`);
      }
    },
  },
};

/** Names for an additional or unevaluated property. */
function unknownNames(location: Location): string[] {
  const object = objectOf(location);
  const names = [...UNKNOWN_NAMES, ...nameAsBounded(location)];
  return names.filter((name) => !Object.hasOwn(object, name) && !isNamed(location.place, name));
}

/** A name that `propertyNames` accepts and no other keyword describes; none where names are unrestricted. */
function nameAsBounded({ beside, valueOf }: Location): string[] {
  const bounds = beside.flatMap(({ schema }) => schema.propertyNames ?? []);
  if (bounds.length === 0) return [];
  const known = beside.flatMap(({ schema }) => [
    { enum: Object.keys(asObject(schema.properties)) },
    ...Object.keys(asObject(schema.patternProperties)).map((pattern) => ({ pattern })),
  ]);
  const schema = { type: 'string', allOf: bounds, not: { anyOf: known } };
  const name = valueOf({ schema, pointer: '' });
  return typeof name === 'string' ? [name] : [];
}

function* withUnknown(location: Location): Iterable<Candidate> {
  yield { value: location.value, description: 'no additional property' };
  const at = memberAt(location.place, location.keyword);
  const value = at.schema === true ? 'text' : location.valueOf(at);
  if (value === undefined) return;
  const isMap = at.schema !== true;
  for (const name of [...unknownNames(location), ...(isMap ? MAP_NAMES : [])]) {
    const description = `the additional property ${quoted(name)}`;
    yield withProperty(objectOf(location), name, value, description);
  }
  const more = location.meeting(withOneMore(location));
  yield { value: more, description: 'one more property' };
}

function* withWrongUnknown(location: Location): Iterable<Candidate> {
  const at = memberAt(location.place, location.keyword);
  const isClosed = at.schema === false;
  for (const name of unknownNames(location)) {
    const description = `the additional property ${quoted(name)}`;
    if (isClosed) yield* withAny(objectOf(location), name, `${description}, where none is allowed`);
    const wrong = refusedBy(location, at);
    if (wrong === undefined) return;
    yield withProperty(objectOf(location), name, wrong, `${description} with a wrong value`);
  }
  // Names that another keyword restricts.
  const open = isClosed && { additionalProperties: true };
  const more = location.breaking({ ...withOneMore(location), ...open });
  yield { value: more, description: 'an additional property that is not allowed' };
}

function withOneMore(location: Location): JsonObject {
  return { type: 'object', minProperties: Object.keys(objectOf(location)).length + 1 };
}

function nameLike(location: Location, pattern: string): string | undefined {
  // Most patterns are a prefix, which is itself a matching name.
  const names = [...Object.keys(objectOf(location)), pattern.replace(/^\^|\$$/g, '')];
  const known = names.find((name) => regularExpression(pattern).test(name));
  if (known !== undefined) return known;
  const name = location.valueOf({ schema: { type: 'string', pattern }, pointer: '' });
  return typeof name === 'string' ? name : undefined;
}
