import { headerValues } from '../../judge';
import { statusText } from '../../conformance';
import { visibleLine } from '../../cli';
import { DocumentError, type JsonObject, parseSource } from '../../document';
import { type UnknownPathBaseline, saysNothing } from './unknown-path-baseline';
import { mediaTypeOf, type Prober } from './prober';

/** The outcome of reading the served document. */
export type Served =
  | {
      readonly kind: 'document';
      readonly document: JsonObject;
      readonly mediaType: string;
    }
  /** The route does not exist. */
  | { readonly kind: 'absent'; readonly reason: string }
  /** The route exists, but has no document. */
  | { readonly kind: 'unreadable'; readonly reason: string };

const MOST_REDIRECTS = 5;

const ACCEPTED = 'application/json, application/yaml;q=0.9, */*;q=0.1';

/**
 * Reads the document that a service serves, as JSON or YAML. Redirects within the service are followed.
 * @param target path and query
 * @param baseline the response to unknown paths; undefined if it is not known
 * @throws UnreachableError if the service cannot be reached
 */
export async function readServed(
  prober: Prober,
  target: string,
  baseline: UnknownPathBaseline | undefined,
): Promise<Served> {
  const { origin } = new URL(prober.url);
  let at = new URL(target, origin);
  for (let redirects = 0; redirects <= MOST_REDIRECTS; redirects++) {
    const path = at.pathname + at.search;
    const outcome = await prober.ask('GET', path, [
      ['Accept', ACCEPTED],
      ['Accept-Encoding', 'identity'],
    ]);
    if (outcome.kind !== 'response') return { kind: 'unreadable', reason: outcome.message };
    const { response } = outcome;
    const { status, body } = response;
    if (baseline?.isSame(response, path) ?? saysNothing(status)) return absent(status);
    if (status === 200) return parsed(body, mediaTypeOf(response), at.href);
    const [location] = headerValues(response, 'location');
    if (status < 300 || status >= 400 || location === undefined) return absent(status);
    const next = URL.canParse(location, at.href) ? new URL(location, at.href) : undefined;
    if (next?.origin !== origin) {
      return {
        kind: 'absent',
        reason: visibleLine(`it redirects to ${location}, which is elsewhere`),
      };
    }
    at = next;
  }
  return { kind: 'unreadable', reason: `it redirects more than ${MOST_REDIRECTS} times` };
}

function absent(status: number): Served {
  return { kind: 'absent', reason: statusText(status) };
}

function parsed(body: Buffer, mediaType: string, name: string): Served {
  try {
    const { document } = parseSource(body.toString(), name);
    if (typeof document.openapi === 'string' || typeof document.swagger === 'string') {
      return { kind: 'document', document, mediaType };
    }
    return { kind: 'unreadable', reason: 'it has no field "openapi"' };
  } catch (error) {
    if (!(error instanceof DocumentError)) throw error;
    const [reason = ''] = error.faults.map(({ message, place }) => {
      return place === undefined ? message : `line ${place.line}: ${message}`;
    });
    return { kind: 'unreadable', reason: visibleLine(reason) };
  }
}
