import { isJsonObject, type JsonObject, strings, without, mapAt } from '../../../document';
import {
  counted,
  MAX_SIZE,
  objectOf,
  quoted,
  withAny,
  withProperty,
  type Candidate,
  type CandidateTable,
  type Location,
  type Sized,
} from './location';

/** @see https://json-schema.org/draft/2020-12/json-schema-validation#section-6.5 */
export const OBJECT_CANDIDATES: CandidateTable = {
  required: {
    *valid(location) {
      const names = new Set(location.beside.flatMap(({ schema }) => strings(schema.required)));
      const object = objectOf(location);
      const others = Object.keys(object).filter((name) => !names.has(name));
      yield { value: without(object, ...others), description: 'only what required names' };
      const bare = location.meeting({ maxProperties: names.size });
      yield { value: bare, description: 'only what required names' };
    },
    *broken(location) {
      for (const name of strings(location.bound)) {
        yield lacking(location, name, 'the required property ');
      }
    },
  },
  properties: {
    *valid(location) {
      const object = objectOf(location);
      const known = mapAt(location.place, 'properties').filter(
        ([name]) => !location.isHidden(name),
      );
      const all = known.filter(
        ([name, { schema }]) => schema !== false && !Object.hasOwn(object, name),
      );
      const values = all.map(([name, at]) => [name, location.valueOf(at)] as const);
      const made = values.filter(([, value]) => value !== undefined);
      if (made.length > 0) {
        const value = { ...object, ...Object.fromEntries(made) };
        yield { value, description: 'all properties' };
      }
      for (const [name, value] of made) {
        const having = withProperty(object, name, value, `with the property ${quoted(name)}`);
        yield having;
        yield { ...having, value: location.meeting({ type: 'object', required: [name] }) };
      }
      for (const [name] of known.filter(([each]) => Object.hasOwn(object, each))) {
        yield lacking(location, name, 'the optional property ');
      }
    },
    *broken(location) {
      const object = objectOf(location);
      for (const [name, { schema }] of mapAt(location.place, 'properties')) {
        if (schema !== false || location.isHidden(name)) continue;
        yield* withAny(object, name, `the property ${quoted(name)}, which is never valid`);
      }
    },
  },
  minProperties: counted(-1, 'properties', (bound) => `one property fewer than ${bound}`, sized),
  maxProperties: counted(1, 'properties', (bound) => `one property more than ${bound}`, sized),
  dependentRequired: {
    *valid(location) {
      for (const [name, names] of dependents(location)) {
        const value = location.meeting({ type: 'object', required: [name, ...names] });
        const description = `${quoted(name)} with ${names.join(', ') || 'nothing else'}`;
        yield { value, description };
        yield lacking(location, name);
      }
    },
    *broken(location) {
      for (const [name, names] of dependents(location)) {
        const whole = location.meeting({ type: 'object', required: [name, ...names] });
        if (!isJsonObject(whole)) continue;
        for (const missing of names) {
          const description = `${quoted(name)} without ${quoted(missing)}, which it asks for`;
          yield { value: without(whole, missing), description };
        }
      }
    },
  },
  dependentSchemas: {
    *valid(location) {
      for (const [name, at] of mapAt(location.place, 'dependentSchemas')) {
        const requirement = { type: 'object', required: [name], allOf: [at.schema] };
        const description = `with ${quoted(name)}, and as it asks then`;
        yield { value: location.meeting(requirement), description };
        yield lacking(location, name);
      }
    },
    *broken(location) {
      for (const [name, at] of mapAt(location.place, 'dependentSchemas')) {
        const requirement = { type: 'object', required: [name], not: at.schema };
        const description = `with ${quoted(name)}, and not as it asks then`;
        yield* withAny(objectOf(location), name, description);
        yield { value: location.breaking(requirement), description };
      }
    },
  },
};

function lacking(location: Location, name: string, what = ''): Candidate {
  return {
    value: without(objectOf(location), name),
    description: `without ${what}${quoted(name)}`,
  };
}

function dependents({ bound }: Location): [name: string, names: string[]][] {
  if (!isJsonObject(bound)) return [];
  return Object.entries(bound).map(([name, names]) => [name, strings(names)]);
}

function* sized(...[location, count, make, description]: Parameters<Sized>): Iterable<Candidate> {
  if (count < 0 || count > MAX_SIZE) return;
  yield { value: resized(location, count), description };
  yield {
    value: make({ type: 'object', minProperties: count, maxProperties: count }),
    description,
  };
}

/** The object with the given number of properties: required ones first, then others, then unknown ones. */
function resized(location: Location, count: number): JsonObject {
  const object = objectOf(location);
  const required = new Set(location.beside.flatMap(({ schema }) => strings(schema.required)));
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
