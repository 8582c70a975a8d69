import { canonicalText } from '../../../src/contract';
import {
  ALWAYS,
  type Direction,
  isPlace,
  type LoadedContract,
  mapAt,
  memberAt,
  type Place,
  placesInPlace,
  type SchemaAt,
} from '../../generate/index';
import type { OperationChange } from './change';
import type { VersionedSchema } from './version';

/** Keywords that say what content is, and that no validator holds a value to. */
const CONTENT = ['contentEncoding', 'contentMediaType', 'contentSchema'];

/** As deep as places are compared: schemas may hold themselves. */
const MAX_DEPTH = 12;

/**
 * Changes of what schemas state of values and do not demand: what a value that is left out of a request
 * stands for, and what a text holds.
 *
 * @see https://json-schema.org/draft/2020-12/json-schema-validation#section-9.2
 */
export function comparisonOfStatements(
  base: VersionedSchema,
  revision: VersionedSchema,
  direction: Direction,
  subject: string,
): OperationChange[] {
  const before = statements(base);
  const after = statements(revision);
  const places = [...new Set([...before.keys(), ...after.keys()])];
  return places.flatMap((place): OperationChange[] => {
    const [was, is] = [before.get(place), after.get(place)];
    const [instance = '', keyword = ''] = place.split('\n');
    // A part that is new, or that is gone, states nothing otherwise.
    if (was?.text === is?.text || !isIn(before, instance) || !isIn(after, instance)) return [];
    const isContent = CONTENT.includes(keyword);
    if (!isContent && direction === 'response') return [];
    const where = instance === '' ? subject : `${subject} at "${instance}"`;
    return [
      {
        rule: isContent ? 'content-changed' : 'default-changed',
        level: 'major',
        message: `${where} has ${stated(keyword, is)}, where the base has ${stated(keyword, was)}`,
        version: 'revision',
        pointer: is?.pointer ?? revision.pointer,
      },
    ];
  });
}

interface Statement {
  readonly text: string | undefined;
  readonly pointer: string;
}

function stated(keyword: string, statement: Statement | undefined): string {
  return statement?.text === undefined ? `no ${keyword}` : `the ${keyword} ${statement.text}`;
}

/** By place in the value and keyword; the empty keyword for a place as such. */
type Statements = ReadonlyMap<string, Statement>;

function isIn(statements: Statements, instance: string): boolean {
  return statements.has(`${instance}\n`);
}

function statements({ version: { loaded }, pointer }: VersionedSchema): Statements {
  const found = new Map<string, Statement>();
  collect(loaded, [loaded.resolver.at(pointer)], '', 0, found);
  return found;
}

function collect(
  loaded: LoadedContract,
  schemas: readonly SchemaAt[],
  instance: string,
  depth: number,
  found: Map<string, Statement>,
): void {
  if (depth > MAX_DEPTH) return;
  const places = schemas
    .flatMap((each) => placesInPlace(loaded.resolver, each, ALWAYS))
    .filter(isPlace);
  found.set(`${instance}\n`, { text: undefined, pointer: '' });
  for (const { schema, pointer } of places) {
    for (const keyword of ['default', ...CONTENT]) {
      if (!Object.hasOwn(schema, keyword)) continue;
      found.set(`${instance}\n${keyword}`, { text: canonicalText(schema[keyword]), pointer });
    }
  }
  for (const [name, inner] of innerSchemas(places)) {
    collect(loaded, inner, `${instance}/${name}`, depth + 1, found);
  }
}

function innerSchemas(places: readonly Place[]): Map<string, SchemaAt[]> {
  const inner = new Map<string, SchemaAt[]>();
  const add = (name: string, at: SchemaAt): void => {
    inner.set(name, [...(inner.get(name) ?? []), at]);
  };
  for (const place of places) {
    for (const [name, at] of mapAt(place, 'properties')) add(name, at);
    if ('items' in place.schema) add('*', memberAt(place, 'items'));
  }
  return inner;
}
