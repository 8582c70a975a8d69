import {
  asObject,
  childPointer,
  entries,
  type JsonObject,
  type Located,
} from '../../../generate/index';
import type { Version, Versions } from '../version';

/** What a client must send for a scheme, whatever the document calls it, by that name. */
export type Credentials = ReadonlyMap<string, string>;

/**
 * The credentials of the security schemes of two versions. Where a version has several schemes of the same
 * credentials, they are told apart by their names.
 *
 * @see https://spec.openapis.org/oas/v3.1.1#security-scheme-object
 */
export function credentialsOf({ base, revision }: Versions): {
  readonly base: Credentials;
  readonly revision: Credentials;
} {
  const [before, after] = [described(base), described(revision)];
  const shared = new Set([...repeated([...before.values()]), ...repeated([...after.values()])]);
  const named = (schemes: Credentials): Credentials =>
    new Map(
      [...schemes].map(([name, kind]) => [name, shared.has(kind) ? `${kind} ${name}` : kind]),
    );
  return { base: named(before), revision: named(after) };
}

/** The Security Scheme Objects of a version, by name. */
export function schemesOf({ loaded: { resolver } }: Version): Map<string, Located> {
  const section = childPointer('', 'components', 'securitySchemes');
  const schemes = asObject(resolver.document.components).securitySchemes;
  return new Map(
    entries(schemes).map(([name]) => [name, resolver.resolve(childPointer(section, name))]),
  );
}

function described(version: Version): Credentials {
  return new Map([...schemesOf(version)].map(([name, { value }]) => [name, kindOf(value)]));
}

/** Names of headers and of HTTP's schemes have no case. */
function kindOf({ type, in: location, name, scheme, openIdConnectUrl }: JsonObject): string {
  if (type === 'http') return `http ${String(scheme).toLowerCase()}`;
  if (type === 'openIdConnect') return `openIdConnect ${String(openIdConnectUrl)}`;
  if (type !== 'apiKey') return String(type);
  const key = location === 'header' ? String(name).toLowerCase() : String(name);
  return `apiKey in ${String(location)} ${key}`;
}

function repeated(values: readonly string[]): string[] {
  return values.filter((value, index) => values.indexOf(value) !== index);
}
