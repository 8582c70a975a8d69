import { asObject, isJsonObject, without } from '../../../document/model/json-object';
import { listAt } from '../../../document/model/schema-at';
import type { Candidate, CandidateTable, Site } from './site';
import { refusedBy } from './type-candidates';

/** Branches, and pairs of them, that are tried each. */
const MAX_BRANCHES = 20;
const MAX_PAIRS = 6;

/** Values one of which fits no branch, of most schemas. */
const ODD: readonly unknown[] = [null, 1.5, 'text', true, {}, [], [null], { undocumented: true }];

/** @see https://json-schema.org/draft/2020-12/json-schema-core#section-10.2 */
export const BRANCH_CANDIDATES: CandidateTable = {
  anyOf: {
    valid: eachBranch,
    broken: noBranch,
  },
  oneOf: {
    valid: eachBranch,
    *broken(site) {
      yield* otherAlternatives(site);
      yield* noBranch(site);
      const schemas = listAt(site.place, 'oneOf').map(({ schema }) => schema);
      const pairs = schemas.flatMap((one, index) =>
        schemas.slice(index + 1).map((other) => [one, other]),
      );
      for (const pair of pairs.slice(0, MAX_PAIRS)) {
        yield {
          value: site.breaking({ allOf: pair }),
          description: 'a value that two branches take',
        };
      }
    },
  },
  not: {
    *valid({ value }) {
      yield { value, description: 'a value that not lets pass' };
    },
    *broken(site) {
      const description = 'a value that not forbids';
      yield { value: site.breaking({ allOf: [site.bound] }), description };
      for (const value of ODD) yield { value, description };
    },
  },
  if: {
    *valid(site) {
      const { then = true, else: otherwise = true } = site.place.schema;
      const met = site.meeting({ allOf: [site.bound, then] });
      yield { value: met, description: 'a value that meets if, and then' };
      const unmet = site.meeting({ not: site.bound, allOf: [otherwise] });
      yield { value: unmet, description: 'a value that does not meet if, and else' };
    },
  },
  then: {
    *broken(site) {
      const demand = { allOf: [site.place.schema.if], not: site.bound };
      yield* breakingCondition(site, site.breaking(demand), 'that meets if, but not then');
    },
  },
  else: {
    *broken(site) {
      const demand = { allOf: [{ not: site.place.schema.if }, { not: site.bound }] };
      yield* breakingCondition(site, site.breaking(demand), 'that meets neither if nor else');
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

function* eachBranch(site: Site): Iterable<Candidate> {
  const branches = listAt(site.place, site.keyword).slice(0, MAX_BRANCHES);
  for (const [index, branch] of branches.entries()) {
    if (branch.schema === false) continue;
    const description = `a value of branch ${index} of ${site.keyword}`;
    yield { value: site.valueOf(branch), description };
    yield { value: site.meeting({ allOf: [branch.schema] }), description };
  }
}

function* noBranch(site: Site): Iterable<Candidate> {
  const description = `a value that no branch of ${site.keyword} takes`;
  const { value } = site;
  if (isJsonObject(value)) {
    for (const name of Object.keys(value).slice(0, 5)) {
      for (const odd of ODD)
        yield { value: { ...value, [name]: odd }, description, at: `/${name}` };
    }
  }
  const schemas = listAt(site.place, site.keyword).map(({ schema }) => schema);
  for (const odd of ODD) yield { value: odd, description };
  const at = { schema: { anyOf: schemas }, pointer: site.place.pointer };
  yield { value: refusedBy(site, at), description };
  yield { value: site.breaking({ not: { anyOf: schemas } }), description };
}

/** Values of which the discriminator says that they are of one alternative, and the rest is of another. */
function* otherAlternatives(site: Site): Iterable<Candidate> {
  const { propertyName } = asObject(site.place.schema.discriminator);
  if (typeof propertyName !== 'string') return;
  const branches = listAt(site.place, 'oneOf').slice(0, MAX_BRANCHES);
  const values = branches.map((branch) => site.valueOf(branch)).filter(isJsonObject);
  // Each with the next one, before each with the one after that.
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

function* breakingCondition({ value }: Site, made: unknown, verdict: string): Iterable<Candidate> {
  const description = `a value ${verdict}`;
  yield { value: made, description };
  if (isJsonObject(value)) {
    for (const name of Object.keys(value)) {
      yield { value: without(value, name), description };
    }
  }
  for (const odd of ODD) yield { value: odd, description };
}
