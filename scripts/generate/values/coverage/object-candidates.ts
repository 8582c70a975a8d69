import {
  asObject,
  isJsonObject,
  type JsonObject,
  strings,
  without,
} from '../../document/json-object';
import { childPointer } from '../../document/json-pointer';
import { mapAt, memberAt } from '../../document/schema-at';
import { isNamed } from './evaluation-step';
import type { Candidate, CandidateTable, Site } from './site';
import { MAX_SIZE } from './string-candidates';
import { refusedBy } from './type-candidates';

/** Names that hardly any schema knows; the last ones are hardly ever allowed where names are bounded. */
const UNKNOWN_NAMES = ['undocumented', 'x', '__proto__', 'constructor'];
const ODD_NAMES = ['', ' ', '(%{', '\u0007', '\u{1F33F}', 'UPPER', 'lower', '0', 'x'.repeat(1000)];

/** @see https://json-schema.org/draft/2020-12/json-schema-validation#section-6.5 */
export const OBJECT_CANDIDATES: CandidateTable = {
  required: {
    *valid(site) {
      const names = new Set(site.beside.flatMap(({ schema }) => strings(schema.required)));
      const object = objectOf(site);
      const others = Object.keys(object).filter((name) => !names.has(name));
      yield { value: without(object, ...others), description: 'only what required names' };
      const bare = site.meeting({ maxProperties: names.size });
      yield { value: bare, description: 'only what required names' };
    },
    *broken(site) {
      const object = objectOf(site);
      for (const name of strings(site.bound)) {
        yield {
          value: without(object, name),
          description: `without the required property ${JSON.stringify(name)}`,
        };
      }
    },
  },
  properties: {
    *valid(site) {
      const object = objectOf(site);
      const known = mapAt(site.place, 'properties').filter(([name]) => !site.isHidden(name));
      const all = known.filter(
        ([name, { schema }]) => schema !== false && !Object.hasOwn(object, name),
      );
      const values = all.map(([name, at]) => [name, site.valueOf(at)] as const);
      const made = values.filter(([, value]) => value !== undefined);
      if (made.length > 0) {
        const value = { ...object, ...Object.fromEntries(made) };
        yield { value, description: 'all properties' };
      }
      for (const [name, value] of made) {
        yield {
          value: { ...object, [name]: value },
          description: `with the property ${JSON.stringify(name)}`,
          at: childPointer('', name),
        };
        const demanded = site.meeting({ type: 'object', required: [name] });
        yield {
          value: demanded,
          description: `with the property ${JSON.stringify(name)}`,
          at: childPointer('', name),
        };
      }
      for (const [name] of known.filter(([each]) => Object.hasOwn(object, each))) {
        yield {
          value: without(object, name),
          description: `without the optional property ${JSON.stringify(name)}`,
        };
      }
    },
    *broken(site) {
      const object = objectOf(site);
      for (const [name, { schema }] of mapAt(site.place, 'properties')) {
        if (schema !== false || site.isHidden(name)) continue;
        yield* withAny(object, name, `the property ${JSON.stringify(name)}, which is never valid`);
      }
    },
  },
  patternProperties: {
    *valid(site) {
      for (const [pattern, at] of mapAt(site.place, 'patternProperties')) {
        const name = nameLike(site, pattern);
        const value = site.valueOf(at);
        if (name === undefined || value === undefined) continue;
        yield {
          value: { ...objectOf(site), [name]: value },
          description: `a property whose name matches ${pattern}`,
          at: childPointer('', name),
        };
      }
    },
    *broken(site) {
      for (const [pattern, at] of mapAt(site.place, 'patternProperties')) {
        const name = nameLike(site, pattern);
        if (name === undefined) continue;
        const wrong = at.schema === false ? null : refusedBy(site, at);
        if (wrong === undefined) continue;
        yield {
          value: { ...objectOf(site), [name]: wrong },
          description: `a wrong value for the name ${JSON.stringify(name)}, which matches ${pattern}`,
          at: childPointer('', name),
        };
      }
    },
  },
  additionalProperties: {
    valid: (site) => withUnknown(site),
    broken: (site) => withWrongUnknown(site),
  },
  unevaluatedProperties: {
    valid: (site) => withUnknown(site),
    broken: (site) => withWrongUnknown(site),
  },
  propertyNames: {
    *valid(site) {
      const name = site.valueOf(memberAt(site.place, 'propertyNames'));
      if (typeof name !== 'string') return;
      yield* withAny(objectOf(site), name, `the name ${JSON.stringify(name)}`);
    },
    *broken(site) {
      const at = memberAt(site.place, 'propertyNames');
      const isRefused = (name: string): boolean => !site.takes(at, name);
      const longer = Number(asObject(at.schema).maxLength ?? 0) + 1;
      const known = Object.keys(objectOf(site));
      const beyond = known.flatMap((name) => [name.padEnd(longer, 'x'), `${name}!`]);
      const refused = [...beyond, ...ODD_NAMES];
      for (const name of refused.filter(isRefused)) {
        yield* withAny(objectOf(site), name, `a name that propertyNames refuses`);
      }
    },
  },
  minProperties: {
    *valid(site) {
      const count = Number(site.bound);
      yield* counted(site, count, `exactly minProperties (${count}) properties`);
    },
    broken: (site) =>
      miscounted(
        site,
        Number(site.bound) - 1,
        `one property fewer than minProperties (${String(site.bound)})`,
      ),
  },
  maxProperties: {
    *valid(site) {
      const count = Number(site.bound);
      yield* counted(site, count, `exactly maxProperties (${count}) properties`);
    },
    broken: (site) =>
      miscounted(
        site,
        Number(site.bound) + 1,
        `one property more than maxProperties (${String(site.bound)})`,
      ),
  },
  dependentRequired: {
    *valid(site) {
      for (const [name, names] of dependents(site)) {
        const value = site.meeting({ type: 'object', required: [name, ...names] });
        const description = `${JSON.stringify(name)} with ${names.join(', ') || 'nothing else'}`;
        yield { value, description };
        yield {
          value: without(objectOf(site), name),
          description: `without ${JSON.stringify(name)}`,
        };
      }
    },
    *broken(site) {
      for (const [name, names] of dependents(site)) {
        const whole = site.meeting({ type: 'object', required: [name, ...names] });
        if (!isJsonObject(whole)) continue;
        for (const missing of names) {
          const description = `${JSON.stringify(name)} without ${JSON.stringify(missing)}, which it asks for`;
          yield { value: without(whole, missing), description };
        }
      }
    },
  },
  dependentSchemas: {
    *valid(site) {
      for (const [name, at] of mapAt(site.place, 'dependentSchemas')) {
        const demand = { type: 'object', required: [name], allOf: [at.schema] };
        const description = `with ${JSON.stringify(name)}, and as it asks then`;
        yield { value: site.meeting(demand), description };
        yield {
          value: without(objectOf(site), name),
          description: `without ${JSON.stringify(name)}`,
        };
      }
    },
    *broken(site) {
      for (const [name, at] of mapAt(site.place, 'dependentSchemas')) {
        const demand = { type: 'object', required: [name], not: at.schema };
        const description = `with ${JSON.stringify(name)}, and not as it asks then`;
        yield* withAny(objectOf(site), name, description);
        yield { value: site.breaking(demand), description };
      }
    },
  },
};

function objectOf({ value }: Site): JsonObject {
  return isJsonObject(value) ? value : {};
}

function dependents({ bound }: Site): [name: string, names: string[]][] {
  if (!isJsonObject(bound)) return [];
  return Object.entries(bound).map(([name, names]) => [name, strings(names)]);
}

/** The object with a property of some value, as its other schemas may want it. */
function* withAny(object: JsonObject, name: string, description: string): Iterable<Candidate> {
  const known: unknown[] = Object.values(object).slice(0, 1);
  for (const value of ['text', 1, null, {}, [], true, ...known]) {
    yield { value: withProperty(object, name, value), description, at: childPointer('', name) };
  }
}

/** Also one called `__proto__`. */
function withProperty(object: JsonObject, name: string, value: unknown): JsonObject {
  return Object.fromEntries([...Object.entries(object), [name, value]]);
}

/** Names for an additional or unevaluated property. */
function unknownNames(site: Site): string[] {
  const object = objectOf(site);
  const names = [...UNKNOWN_NAMES, ...nameAsBounded(site)];
  return names.filter((name) => !Object.hasOwn(object, name) && !isNamed(site.place, name));
}

/** A name that propertyNames takes and no other keyword knows; none where names are not bounded. */
function nameAsBounded({ beside, valueOf }: Site): string[] {
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

function* withUnknown(site: Site): Iterable<Candidate> {
  yield { value: site.value, description: 'no additional property' };
  const at = memberAt(site.place, site.keyword);
  const value = at.schema === true ? 'text' : site.valueOf(at);
  if (value === undefined) return;
  for (const name of unknownNames(site)) {
    yield {
      value: withProperty(objectOf(site), name, value),
      description: `the additional property ${JSON.stringify(name)}`,
      at: childPointer('', name),
    };
  }
  const more = site.meeting({
    type: 'object',
    minProperties: Object.keys(objectOf(site)).length + 1,
  });
  yield { value: more, description: 'one more property' };
}

function* withWrongUnknown(site: Site): Iterable<Candidate> {
  const at = memberAt(site.place, site.keyword);
  const isClosed = at.schema === false;
  for (const name of unknownNames(site)) {
    const description = `the additional property ${JSON.stringify(name)}`;
    if (isClosed) yield* withAny(objectOf(site), name, `${description}, where none is allowed`);
    const wrong = refusedBy(site, at);
    if (wrong === undefined) return;
    yield {
      value: withProperty(objectOf(site), name, wrong),
      description: `${description} with a wrong value`,
      at: childPointer('', name),
    };
  }
  // Names that are bounded by another keyword.
  const more = site.breaking({
    type: 'object',
    minProperties: Object.keys(objectOf(site)).length + 1,
    ...(isClosed && { additionalProperties: true }),
  });
  yield { value: more, description: 'an additional property that is not allowed' };
}

function nameLike(site: Site, pattern: string): string | undefined {
  // Most patterns are a prefix, which is a name as it stands.
  const names = [...Object.keys(objectOf(site)), pattern.replace(/^\^|\$$/g, '')];
  const known = names.find((name) =>
    isNamed({ schema: { patternProperties: { [pattern]: true } }, pointer: '' }, name),
  );
  if (known !== undefined) return known;
  const name = site.valueOf({ schema: { type: 'string', pattern }, pointer: '' });
  return typeof name === 'string' ? name : undefined;
}

function* counted(site: Site, count: number, description: string): Iterable<Candidate> {
  if (count < 0 || count > MAX_SIZE) return;
  yield { value: resized(site, count), description };
  yield {
    value: site.meeting({ type: 'object', minProperties: count, maxProperties: count }),
    description,
  };
}

function* miscounted(site: Site, count: number, description: string): Iterable<Candidate> {
  if (count < 0 || count > MAX_SIZE) return;
  yield { value: resized(site, count), description };
  yield {
    value: site.breaking({ type: 'object', minProperties: count, maxProperties: count }),
    description,
  };
}

/** With the first properties, those first that must be there; with unknown ones where it has fewer. */
function resized(site: Site, count: number): JsonObject {
  const object = objectOf(site);
  const required = new Set(site.beside.flatMap(({ schema }) => strings(schema.required)));
  const entries = Object.entries(object);
  const ordered = [
    ...entries.filter(([name]) => required.has(name)),
    ...entries.filter(([name]) => !required.has(name)),
  ];
  const [, value = 'text'] = entries.at(-1) ?? [];
  const lacking = Math.max(0, count - entries.length);
  const more = Array.from({ length: lacking }, (_, index): [string, unknown] => [
    `p${index}`,
    value,
  ]);
  return Object.fromEntries([...ordered, ...more].slice(0, count));
}
