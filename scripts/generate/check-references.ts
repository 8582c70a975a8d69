import { circleFaults, type SchemaInPlace } from './check-circles';
import { DocumentError, type DocumentFault } from './document-error';
import { isJsonObject, type JsonObject } from './json-object';
import { Resolver } from './resolve';
import { schemasOf, visitObjects, type Kind } from './walk-document';
import { visitSchemas } from './walk-schema';

/** Where references lead: to something, to something of the right kind, and not in a circle. */
export function referenceFaults(document: JsonObject): DocumentFault[] {
  const faults = [...schemaReferenceFaults(document), ...objectReferenceFaults(document)];
  return faults.length > 0 ? faults : circleFaults(document, schemaPlaces(document));
}

function schemaReferenceFaults(document: JsonObject): DocumentFault[] {
  const resolver = new Resolver(document);
  return schemaPlaces(document).flatMap(({ schema: { $ref }, pointer }) =>
    typeof $ref === 'string' ? faultsOf(() => resolver.target($ref, pointer)) : [],
  );
}

/** @see https://spec.openapis.org/oas/v3.1.1#reference-object */
function objectReferenceFaults(document: JsonObject): DocumentFault[] {
  const resolver = new Resolver(document);
  const kinds = new Map<string, Kind>();
  const references: { kind: Kind; pointer: string }[] = [];
  visitObjects('openapi', document, '', (kind, value, pointer) => {
    kinds.set(pointer, kind);
    if (kind === 'schema' || !isJsonObject(value)) return;
    if (typeof value.$ref === 'string') references.push({ kind, pointer });
  });
  const faults = references.flatMap(({ kind, pointer }) =>
    faultsOf(() => {
      const target = resolver.resolve(pointer).pointer;
      if (kinds.get(target) === kind) return;
      const message = `what it refers to, "#${target}", is not ${NAMES[kind] ?? kind}; mend the reference`;
      throw new DocumentError([{ pointer, message }]);
    }),
  );
  // Those who refer to a faulty reference only repeat its fault.
  return [...new Map(faults.map((fault) => [`${fault.pointer} ${fault.message}`, fault])).values()];
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

function schemaPlaces(document: JsonObject): SchemaInPlace[] {
  const places: SchemaInPlace[] = [];
  for (const { schema, pointer } of schemasOf(document)) {
    visitSchemas(schema, pointer, (each, at) => places.push({ schema: each, pointer: at }));
  }
  return places;
}

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
