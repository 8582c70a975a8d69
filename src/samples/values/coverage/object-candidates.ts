import {
  isJsonObject,
  type JsonObject,
  strings,
  without,
} from '../../../document/model/json-object';
import { childPointer } from '../../../document/model/json-pointer';
import { mapAt } from '../../../document/model/schema-at';
import { objectOf, withAny, type Candidate, type CandidateTable, type Site } from './site';
import { MAX_SIZE } from './string-candidates';

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

function dependents({ bound }: Site): [name: string, names: string[]][] {
  if (!isJsonObject(bound)) return [];
  return Object.entries(bound).map(([name, names]) => [name, strings(names)]);
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
