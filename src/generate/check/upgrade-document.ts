import { isOlderDialect } from '../../document/schemas/dialect';
import type { DocumentNotice } from '../../document/model/document-error';
import {
  isJsonObject,
  type JsonObject,
  mapEntries,
  mapItems,
  without,
} from '../../document/model/json-object';
import { childPointer, pointerKeys } from '../../document/model/json-pointer';
import { mapMembers, type Kind } from '../../document/model/walk-document';
import { mapSubschemas } from '../../document/model/walk-schema';
import type { LaterVersion, VersionedDocument } from './check-version';
import { upgradeSchema, type Note } from './upgrade-schema';

/** A document of OpenAPI 3.1 or later, and what its author should know of how it came about. */
interface UpgradedDocument {
  readonly document: JsonObject;
  readonly version: LaterVersion;
  readonly notices: readonly DocumentNotice[];
}

/**
 * A document of OpenAPI 3.0 as one of OpenAPI 3.1 that means the same; a later one as it is. Every value that is not written
 * anew keeps its place, so that later messages name the one in the author's text.
 *
 * @see https://spec.openapis.org/oas/v3.0.4
 */
export function upgradeDocument({ document: given, version }: VersionedDocument): UpgradedDocument {
  if (version !== '3.0') return { document: given, version, notices: [] };
  const notices: DocumentNotice[] = [];
  const note: Note = (severity, pointer, message) => notices.push({ severity, pointer, message });
  note('notice', '/openapi', 'OpenAPI 3.0 is read as OpenAPI 3.1 that means the same');
  const upgraded = upgradeObject('openapi', given, '', note) as JsonObject;
  return { document: { ...upgraded, openapi: '3.1.1' }, version: '3.1', notices };
}

function upgradeObject(kind: Kind, value: unknown, pointer: string, note: Note): unknown {
  if (kind === 'schema') return upgradeSchemas(value, pointer, note);
  if (!isJsonObject(value)) return value;
  // What stands beside a reference is ignored, but for that of a path item.
  if (typeof value.$ref === 'string' && kind !== 'pathItem') return { $ref: value.$ref };
  const members = mapMembers(kind, value, pointer, (inner, member, at) =>
    upgradeObject(inner, member, at, note),
  );
  return UPGRADES[kind]?.(members, pointer, note) ?? members;
}

function upgradeSchemas(schema: unknown, pointer: string, note: Note): unknown {
  if (!isJsonObject(schema) || isOlderDialect(schema.$schema)) return schema;
  const members = mapSubschemas(schema, (inner, at) => upgradeSchemas(inner, at, note), pointer);
  return upgradeSchema(members, pointer, note);
}

type Upgrade = (value: JsonObject, pointer: string, note: Note) => JsonObject;

const UPGRADES: Readonly<Partial<Record<Kind, Upgrade>>> = {
  openapi: withServers,
  pathItem: (item, pointer, note) => {
    for (const method of BODILESS) {
      const operation = item[method];
      if (isJsonObject(operation) && 'requestBody' in operation) {
        note('warning', childPointer(pointer, method, 'requestBody'), BODY);
      }
    }
    return withServers(item);
  },
  operation: withServers,
  mediaType: (mediaType, pointer) => {
    const [name = ''] = pointerKeys(pointer).slice(-1);
    const { encoding } = mediaType;
    if (!/^multipart\//i.test(name) || !isJsonObject(encoding)) return mediaType;
    return { ...mediaType, encoding: mapEntries(encoding, (_, each) => withoutStyle(each)) };
  },
};

/** Methods whose request has no content by HTTP. @see https://spec.openapis.org/oas/v3.0.4#fixed-fields-7 */
const BODILESS = ['get', 'head', 'delete', 'trace'];
const BODY =
  'is read as OpenAPI 3.1 has it; OpenAPI 3.0 ignores the body of this method, so remove it or write "openapi: 3.1.1"';

/** Styles are for forms that are encoded as URLs. @see https://spec.openapis.org/oas/v3.0.4#fixed-fields-12 */
function withoutStyle(encoding: unknown): unknown {
  return isJsonObject(encoding) ? without(encoding, 'style', 'explode', 'allowReserved') : encoding;
}

/** An `enum` of a server's variable may be empty, which limits nothing. */
function withServers(owner: JsonObject): JsonObject {
  const { servers } = owner;
  if (!Array.isArray(servers)) return owner;
  return { ...owner, servers: mapItems(servers, withVariables) };
}

function withVariables(server: unknown): unknown {
  if (!isJsonObject(server) || !isJsonObject(server.variables)) return server;
  const variables = mapEntries(server.variables, (_, variable) => {
    const isEmpty = isJsonObject(variable) && Array.isArray(variable.enum) && !variable.enum.length;
    return isEmpty ? without(variable, 'enum') : variable;
  });
  return { ...server, variables };
}
