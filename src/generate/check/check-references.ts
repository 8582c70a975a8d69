import { DocumentError, type DocumentFault } from '../../document/model/document-error';
import { isJsonObject, type JsonObject } from '../../document/model/json-object';
import { Resolver } from '../../document/model/resolve';
import { visitObjects, type Kind } from '../../document/model/walk-document';
import { loopsOf } from '../../document/graph';

/**
 * Where references of objects other than schemas lead: to something, to something of the right kind, and
 * not in a circle.
 *
 * @see https://spec.openapis.org/oas/v3.1.1#reference-object
 */
export function referenceFaults(document: JsonObject): DocumentFault[] {
  const resolver = new Resolver(document);
  const kinds = new Map<string, Kind>();
  const references = new Map<string, string>();
  visitObjects('openapi', document, '', (kind, value, pointer) => {
    kinds.set(pointer, kind);
    if (kind === 'schema' || !isJsonObject(value)) return;
    if (typeof value.$ref === 'string') references.set(pointer, value.$ref);
  });
  const places = [...references.keys()];
  const indexes = new Map(places.map((place, index) => [place, index]));
  const faults: DocumentFault[] = [];
  const graph = [...references].map(([pointer, reference]) => {
    const target = targetOf(resolver, reference, pointer, faults);
    if (target === undefined) return [];
    const kind = kinds.get(pointer) ?? 'schema';
    if (kinds.get(target) !== kind) {
      const message = `what it refers to, "#${target}", is not ${NAMES[kind] ?? kind}; correct the reference`;
      faults.push({ pointer, message });
    }
    const index = indexes.get(target);
    return index === undefined ? [] : [index];
  });
  const circles = loopsOf(graph)
    .flat()
    .map((index) => {
      const pointer = places[index] ?? '';
      const message = `"${references.get(pointer) ?? ''}" refers to itself in a circle`;
      return { pointer, message };
    });
  return [...faults, ...circles];
}

const NAMES: Readonly<Partial<Record<Kind, string>>> = {
  parameter: 'a parameter',
  header: 'a header',
  requestBody: 'a request body',
  response: 'a response',
  callback: 'a callback',
  pathItem: 'a path item',
  example: 'an example',
  link: 'a link',
  mediaType: 'a media type',
  securityScheme: 'a security scheme',
};

/** What a reference names; where it names nothing, that is a fault. */
function targetOf(
  resolver: Resolver,
  reference: string,
  from: string,
  faults: DocumentFault[],
): string | undefined {
  try {
    return resolver.target(reference, from);
  } catch (error) {
    if (!(error instanceof DocumentError)) throw error;
    faults.push(...error.faults);
    return undefined;
  }
}
