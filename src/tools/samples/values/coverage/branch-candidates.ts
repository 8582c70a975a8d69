import { asObject, isJsonObject, without, listAt } from '../../../document';
import { type Candidate, type CandidateTable, type Location, MAX_TRIED } from './location';
import { refusedBy } from './type-candidates';

/** Pairs of branches tried for each keyword. */
const MAX_PAIRS = 6;

/** Values, one of which fits no branch of most schemas. */
const ODD: readonly unknown[] = [null, 1.5, 'text', true, {}, [], [null], { undocumented: true }];

/** @see https://json-schema.org/draft/2020-12/json-schema-core#section-10.2 */
export const BRANCH_CANDIDATES: CandidateTable = {
  anyOf: {
    valid: eachBranch,
    broken: noBranch,
  },
  oneOf: {
    valid: eachBranch,
    *broken(location) {
      yield* otherAlternatives(location);
      yield* noBranch(location);
      const schemas = listAt(location.place, 'oneOf').map(({ schema }) => schema);
      const pairs = schemas.flatMap((one, index) =>
        schemas.slice(index + 1).map((other) => [one, other]),
      );
      for (const pair of pairs.slice(0, MAX_PAIRS)) {
        yield {
          value: location.breaking({ allOf: pair }),
          description: 'a value that two branches take',
        };
      }
    },
  },
  not: {
    *valid({ value }) {
      yield { value, description: 'a value that not lets pass' };
    },
    *broken(location) {
      const description = 'a value that not forbids';
      yield { value: location.breaking({ allOf: [location.bound] }), description };
      for (const value of ODD) yield { value, description };
    },
  },
  if: {
    *valid(location) {
      const { then = true, else: otherwise = true } = location.place.schema;
      const met = location.meeting({ allOf: [location.bound, then] });
      yield { value: met, description: 'a value that meets if, and then' };
      const unmet = location.meeting({ not: location.bound, allOf: [otherwise] });
      yield { value: unmet, description: 'a value that does not meet if, and else' };
    },
  },
  then: {
    *broken(location) {
      const requirement = { allOf: [location.place.schema.if], not: location.bound };
      yield* breakingCondition(
        location,
        location.breaking(requirement),
        'that meets if, but not then',
      );
    },
  },
  else: {
    *broken(location) {
      const requirement = { allOf: [{ not: location.place.schema.if }, { not: location.bound }] };
      yield* breakingCondition(
        location,
        location.breaking(requirement),
        'that meets neither if nor else',
      );
    },
  },
  discriminator: {
    *broken({ bound, value }) {
      if (!isJsonObject(bound) || !isJsonObject(value)) return;
      const name = String(bound.propertyName);
      for (const unknown of ['undocumented', '']) {
        yield {
          value: { ...value, [name]: unknown },
          description: `${JSON.stringify(unknown)} for ${name}, which names no alternative`,
          at: `/${name}`,
        };
      }
    },
  },
};

function* eachBranch(location: Location): Iterable<Candidate> {
  const branches = listAt(location.place, location.keyword).slice(0, MAX_TRIED);
  for (const [index, branch] of branches.entries()) {
    if (branch.schema === false) continue;
    const description = `a value of branch ${index} of ${location.keyword}`;
    yield { value: location.valueOf(branch), description };
    yield { value: location.meeting({ allOf: [branch.schema] }), description };
  }
}

function* noBranch(location: Location): Iterable<Candidate> {
  const description = `a value that no branch of ${location.keyword} takes`;
  const { value } = location;
  if (isJsonObject(value)) {
    for (const name of Object.keys(value).slice(0, 5)) {
      for (const odd of ODD)
        yield { value: { ...value, [name]: odd }, description, at: `/${name}` };
    }
  }
  const schemas = listAt(location.place, location.keyword).map(({ schema }) => schema);
  for (const odd of ODD) yield { value: odd, description };
  const at = { schema: { anyOf: schemas }, pointer: location.place.pointer };
  yield { value: refusedBy(location, at), description };
  yield { value: location.breaking({ not: { anyOf: schemas } }), description };
}

/** Values with the discriminator value of one alternative, and the other members of another. */
function* otherAlternatives(location: Location): Iterable<Candidate> {
  const { propertyName } = asObject(location.place.schema.discriminator);
  if (typeof propertyName !== 'string') return;
  const branches = listAt(location.place, 'oneOf').slice(0, MAX_TRIED);
  const values = branches.map((branch) => location.valueOf(branch)).filter(isJsonObject);
  // Pairs of neighbours come before pairs at a greater distance.
  const pairs = values.flatMap((_, distance) =>
    values.map((one, index) => [one, values[(index + distance) % values.length] ?? one] as const),
  );
  for (const [one, other] of pairs.slice(values.length, values.length + MAX_PAIRS)) {
    const [tag, another] = [one, other].map((value) => JSON.stringify(value[propertyName]));
    const under = { ...other, [propertyName]: one[propertyName] };
    yield { value: under, description: `the members of ${another} for ${propertyName} ${tag}` };
    const description = `those of ${another} beside those of ${propertyName} ${tag}`;
    yield { value: { ...other, ...one }, description };
  }
}

function* breakingCondition(
  { value }: Location,
  made: unknown,
  verdict: string,
): Iterable<Candidate> {
  const description = `a value ${verdict}`;
  yield { value: made, description };
  if (isJsonObject(value)) {
    for (const name of Object.keys(value)) {
      yield { value: without(value, name), description };
    }
  }
  for (const odd of ODD) yield { value: odd, description };
}
