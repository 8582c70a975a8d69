import { UnreachableError } from '../../judge';
import { visibleLine } from '../../cli';
import {
  type JsonObject,
  type SourceDocument,
  without,
  childPointer,
  isJsonObject,
} from '../../document';
import type { Finding } from '../finding';
import { cut, stringifyJson } from 'openapi-trellis/tools';
import type { UnknownPathBaseline } from './unknown-path-baseline';
import type { ownRules, ServiceComparison } from './part';
import type { Prober } from './prober';
import { readServed, type Served } from './served-document';

/** The path of the document in a service of this layer. */
const USUAL = '/-/openapi.json';

/** Maximum differing places to name. */
const MOST_PLACES = 10;

/** The media types of JSON and YAML documents of any kind. */
const MEDIA_TYPE = /(?:[/+-](?:json|yaml)|\/vnd\.oai\.openapi)$/;

/** The documents to compare, and their service. */
interface ServedComparison {
  readonly source: SourceDocument;
  /** The document in the form that this project publishes. */
  readonly published: JsonObject;
  readonly prober: Prober;
  readonly baseline: UnknownPathBaseline;
  /** A path or URL; undefined if it was not given. */
  readonly place: string | undefined;
}

/** Compares the document that a service serves with its own. */
export async function compareServed(comparison: ServedComparison): Promise<ServiceComparison> {
  const { place } = comparison;
  try {
    return place === undefined
      ? await compareUsual(comparison)
      : await compareAt(comparison, place);
  } catch (error) {
    if (error instanceof UnreachableError) return { faults: [error.message] };
    throw error;
  }
}

/** A service need not serve its document, unless its place was given. */
async function compareUsual(comparison: ServedComparison): Promise<ServiceComparison> {
  const { prober, baseline } = comparison;
  const base = new URL(prober.url).pathname.replace(/\/+$/, '');
  const places = [...new Set([base + USUAL, USUAL])];
  let reason = '';
  for (const place of places) {
    const served = await readServed(prober, place, baseline);
    if (served.kind !== 'absent') return compared(comparison, place, served);
    ({ reason } = served);
  }
  const what = `${reason}; name where it is with --served-document`;
  return { rows: [['served document', `GET ${USUAL}`, what]] };
}

async function compareAt(comparison: ServedComparison, place: string): Promise<ServiceComparison> {
  const { prober, baseline } = comparison;
  const { origin, pathname, search } = new URL(place, prober.url);
  const isElsewhere = origin !== new URL(prober.url).origin;
  const asked = isElsewhere ? prober.at(origin) : prober;
  try {
    const target = pathname + search;
    const served = await readServed(asked, target, isElsewhere ? undefined : baseline);
    return compared(comparison, place, served);
  } finally {
    if (isElsewhere) asked.close();
  }
}

type Rule = keyof typeof ownRules;

function compared(comparison: ServedComparison, place: string, served: Served): ServiceComparison {
  const { source } = comparison;
  const found = (rule: Rule, message: string, remedy: string, pointer = ''): Finding<Rule> => ({
    rule,
    ...source.placeOf(pointer),
    message: visibleLine(message),
    remedy,
  });
  if (served.kind === 'absent') {
    const message = `the service does not serve the document at ${place}: ${served.reason}`;
    const remedy = 'serve it there, or correct --served-document';
    return { findings: [found('no-served-document', message, remedy)] };
  }
  if (served.kind === 'unreadable') {
    const message = `what the service serves at ${place} cannot be read as a document: ${served.reason}`;
    return {
      findings: [found('unreadable-document', message, 'serve the document as JSON or YAML')],
    };
  }
  const where = `GET ${place}`;
  const { mediaType } = served;
  const differences = differencesOf(comparison, served.document);
  const other = `the document at ${place} has the media type "${mediaType}"`;
  const typed = found(
    'document-media-type',
    other,
    'serve it as application/json or application/yaml',
  );
  const servers = differences.servers.map(({ pointer, message }) =>
    found('other-servers', `the served document ${message} at ${pointer}`, SERVE_AS_IT_IS, pointer),
  );
  const listed = MEDIA_TYPE.test(mediaType) ? servers : [typed, ...servers];
  const isSame = differences.interface.length === 0;
  return {
    findings: namedDifferences(differences.interface).map(({ pointer, message }) =>
      found('other-document', `the document at ${place} ${message}`, DEPLOY, pointer),
    ),
    listed: listed.map((finding) => ({ where, finding })),
    rows: isSame ? [['served document', where, 'says the same']] : [],
  };
}

const SERVE_AS_IT_IS = 'serve the document as it is';
const DEPLOY =
  'deploy the service with this document, or check the document that it was deployed with';

/** The field that generation adds to the documents it writes. */
const MARK = 'x-generated';

/**
 * The differences of a served document from the published one or from the author's, whichever has fewer. Services
 * often list themselves as the only server, so servers are compared separately.
 */
function differencesOf(
  { published, source }: ServedComparison,
  served: JsonObject,
): Record<'interface' | 'servers', Difference[]> {
  const readings = [published, source.document].map((document) => {
    const all = [...jsonDifferences(without(document, MARK), without(served, MARK))];
    const isOfServers = ({ pointer }: Difference): boolean => /^\/servers(?:\/|$)/.test(pointer);
    return {
      interface: all.filter((each) => !isOfServers(each)),
      servers: all.filter(isOfServers),
    };
  });
  const [first, second] = readings;
  const sizeOf = (reading: (typeof readings)[number]): number => reading.interface.length;
  const empty = { interface: [], servers: [] };
  if (first === undefined || second === undefined) return empty;
  return sizeOf(second) < sizeOf(first) ? second : first;
}

/** The first ones, with their places. */
function namedDifferences(differences: readonly Difference[]): Difference[] {
  const rest = differences.length - MOST_PLACES;
  return differences.slice(0, MOST_PLACES).map(({ pointer, message }, index) => {
    const more =
      rest > 0 && index === MOST_PLACES - 1 ? `, and differs in ${rest} more places` : '';
    return { pointer, message: `${message} at ${pointer === '' ? 'its root' : pointer}${more}` };
  });
}

interface Difference {
  /** JSON Pointer, in the first value. */
  readonly pointer: string;
  /** The difference, such as `has 2 in place of 1`, as a statement about the second value. */
  readonly message: string;
}

/**
 * The differences of a JSON value from another one, at the highest place that only one of them has. The order of
 * members is ignored.
 * @param expected bigints are exact integers, as in `actual`
 */
export function* jsonDifferences(
  expected: unknown,
  actual: unknown,
  pointer = '',
): Generator<Difference> {
  if (Array.isArray(expected) && Array.isArray(actual)) {
    const most = Math.max(expected.length, actual.length);
    for (let index = 0; index < most; index++) {
      const at = childPointer(pointer, index);
      const [is, was] = [index < actual.length, index < expected.length];
      yield* memberDifferences({ is, was }, expected[index], actual[index], at);
    }
  } else if (isJsonObject(expected) && isJsonObject(actual)) {
    for (const name of new Set([...Object.keys(expected), ...Object.keys(actual)])) {
      const at = childPointer(pointer, name);
      const [is, was] = [Object.hasOwn(actual, name), Object.hasOwn(expected, name)];
      yield* memberDifferences({ is, was }, expected[name], actual[name], at);
    }
  } else if (expected !== actual) {
    yield { pointer, message: `has ${shown(actual)} in place of ${shown(expected)}` };
  }
}

function* memberDifferences(
  { is, was }: { readonly is: boolean; readonly was: boolean },
  expected: unknown,
  actual: unknown,
  pointer: string,
): Generator<Difference> {
  if (is && was) yield* jsonDifferences(expected, actual, pointer);
  else if (is) yield { pointer, message: `has ${shown(actual)}, which the document has not` };
  else yield { pointer, message: `lacks ${shown(expected)}` };
}

/** Maximum characters shown of a value, enough to recognize it. */
const MOST_SHOWN = 60;

function shown(value: unknown): string {
  return cut(stringifyJson(value), MOST_SHOWN);
}
