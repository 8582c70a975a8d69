import { isJsonObject, type JsonObject } from './json-object';

/**
 * The paths of a document's servers, without a slash at the end; '' for the root.
 *
 * @see https://spec.openapis.org/oas/v3.1.1#server-object
 */
export function basePathsOf(document: JsonObject): string[] {
  const servers = Array.isArray(document.servers) ? document.servers : [];
  const paths = servers.filter(isJsonObject).map((server) => {
    const url = substituteVariables(String(server.url), server.variables);
    return pathOf(url).replace(/\/+$/, '');
  });
  return paths.length === 0 ? [''] : [...new Set(paths)];
}

function substituteVariables(url: string, variables: unknown): string {
  return url.replace(/\{([^{}]+)\}/g, (expression, name: string) => {
    const variable = isJsonObject(variables) ? variables[name] : undefined;
    return isJsonObject(variable) ? String(variable.default) : expression;
  });
}

/** A server URL may be relative to where the document is served, which is the root. */
function pathOf(url: string): string {
  return URL.canParse(url, 'http://localhost/') ? new URL(url, 'http://localhost/').pathname : '';
}
