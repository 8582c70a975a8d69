import { DocumentError, type DocumentFault } from '../document/document-error';
import { isJsonObject, type JsonObject } from '../document/json-object';
import { Resolver } from '../document/resolve';
import { visitObjects, type Kind } from '../document/walk-document';

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
  const targets = new Map<string, string>();
  const faults = [...references].flatMap(([pointer, reference]) =>
    faultsOf(() => {
      const target = resolver.target(reference, pointer);
      targets.set(pointer, target);
      const kind = kinds.get(pointer) ?? 'schema';
      if (kinds.get(target) === kind) return;
      const message = `what it refers to, "#${target}", is not ${NAMES[kind] ?? kind}; correct the reference`;
      throw new DocumentError([{ pointer, message }]);
    }),
  );
  const circles = inCircles(targets).map((pointer) => {
    const message = `"${references.get(pointer) ?? ''}" refers to itself in a circle`;
    return { pointer, message };
  });
  return [...faults, ...circles];
}

/** The places from which references lead back to them. Each is followed once. */
function inCircles(targets: ReadonlyMap<string, string>): string[] {
  const done = new Set<string>();
  return [...targets.keys()].flatMap((start) => {
    const way = new Set<string>();
    let at: string | undefined = start;
    while (at !== undefined && !done.has(at) && !way.has(at)) {
      way.add(at);
      at = targets.get(at);
    }
    const passed = [...way];
    for (const each of passed) done.add(each);
    return at !== undefined && way.has(at) ? passed.slice(passed.indexOf(at)) : [];
  });
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
  securityScheme: 'a security scheme',
};

/** The faults that a step throws. */
function faultsOf(step: () => unknown): readonly DocumentFault[] {
  try {
    step();
    return [];
  } catch (error) {
    if (!(error instanceof DocumentError)) throw error;
    return error.faults;
  }
}
