import {
  isJsonObject,
  type JsonObject,
  strings,
  without,
  childPointer,
  mapAt,
} from '../../../document';
import { objectOf, withAny, type Candidate, type CandidateTable, type Location } from './location';
import { MAX_SIZE } from './string-candidates';

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
      const object = objectOf(location);
      for (const name of strings(location.bound)) {
        yield {
          value: without(object, name),
          description: `without the required property ${JSON.stringify(name)}`,
        };
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
        yield {
          value: { ...object, [name]: value },
          description: `with the property ${JSON.stringify(name)}`,
          at: childPointer('', name),
        };
        const demanded = location.meeting({ type: 'object', required: [name] });
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
    *broken(location) {
      const object = objectOf(location);
      for (const [name, { schema }] of mapAt(location.place, 'properties')) {
        if (schema !== false || location.isHidden(name)) continue;
        yield* withAny(object, name, `the property ${JSON.stringify(name)}, which is never valid`);
      }
    },
  },
  minProperties: {
    *valid(location) {
      const count = Number(location.bound);
      yield* counted(location, count, `exactly minProperties (${count}) properties`);
    },
    broken: (location) =>
      miscounted(
        location,
        Number(location.bound) - 1,
        `one property fewer than minProperties (${String(location.bound)})`,
      ),
  },
  maxProperties: {
    *valid(location) {
      const count = Number(location.bound);
      yield* counted(location, count, `exactly maxProperties (${count}) properties`);
    },
    broken: (location) =>
      miscounted(
        location,
        Number(location.bound) + 1,
        `one property more than maxProperties (${String(location.bound)})`,
      ),
  },
  dependentRequired: {
    *valid(location) {
      for (const [name, names] of dependents(location)) {
        const value = location.meeting({ type: 'object', required: [name, ...names] });
        const description = `${JSON.stringify(name)} with ${names.join(', ') || 'nothing else'}`;
        yield { value, description };
        yield {
          value: without(objectOf(location), name),
          description: `without ${JSON.stringify(name)}`,
        };
      }
    },
    *broken(location) {
      for (const [name, names] of dependents(location)) {
        const whole = location.meeting({ type: 'object', required: [name, ...names] });
        if (!isJsonObject(whole)) continue;
        for (const missing of names) {
          const description = `${JSON.stringify(name)} without ${JSON.stringify(missing)}, which it asks for`;
          yield { value: without(whole, missing), description };
        }
      }
    },
  },
  dependentSchemas: {
    *valid(location) {
      for (const [name, at] of mapAt(location.place, 'dependentSchemas')) {
        const requirement = { type: 'object', required: [name], allOf: [at.schema] };
        const description = `with ${JSON.stringify(name)}, and as it asks then`;
        yield { value: location.meeting(requirement), description };
        yield {
          value: without(objectOf(location), name),
          description: `without ${JSON.stringify(name)}`,
        };
      }
    },
    *broken(location) {
      for (const [name, at] of mapAt(location.place, 'dependentSchemas')) {
        const requirement = { type: 'object', required: [name], not: at.schema };
        const description = `with ${JSON.stringify(name)}, and not as it asks then`;
        yield* withAny(objectOf(location), name, description);
        yield { value: location.breaking(requirement), description };
      }
    },
  },
};

function dependents({ bound }: Location): [name: string, names: string[]][] {
  if (!isJsonObject(bound)) return [];
  return Object.entries(bound).map(([name, names]) => [name, strings(names)]);
}

function* counted(location: Location, count: number, description: string): Iterable<Candidate> {
  if (count < 0 || count > MAX_SIZE) return;
  yield { value: resized(location, count), description };
  yield {
    value: location.meeting({ type: 'object', minProperties: count, maxProperties: count }),
    description,
  };
}

function* miscounted(location: Location, count: number, description: string): Iterable<Candidate> {
  if (count < 0 || count > MAX_SIZE) return;
  yield { value: resized(location, count), description };
  yield {
    value: location.breaking({ type: 'object', minProperties: count, maxProperties: count }),
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
