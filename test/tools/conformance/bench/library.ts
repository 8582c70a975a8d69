import { readFileSync } from 'node:fs';
import path from 'node:path';
import { load } from 'js-yaml';
import { isObject, type JsonObject } from './exact-json';

/** The document of the bench, read without any code of the project. */

export const LIBRARY_FILE = path.join(__dirname, 'library.yaml');

/** The parts of the document that the service reads. */
export interface Parameter {
  readonly name: string;
  readonly in: 'path' | 'query' | 'header' | 'cookie';
  readonly required?: boolean;
  readonly explode?: boolean;
  readonly style?: string;
  readonly schema: JsonObject;
  /** JSON Pointer of the schema. */
  readonly pointer: string;
}

export interface Operation {
  readonly id: string;
  readonly method: string;
  readonly template: readonly string[];
  readonly parameters: readonly Parameter[];
  /** JSON Pointers of the body's schemas by media type; undefined without a body. */
  readonly bodies: Readonly<Record<string, string>> | undefined;
  /** Alternatives, each with the scopes by scheme name. */
  readonly security: readonly Readonly<Record<string, readonly string[]>>[];
  /** JSON Pointers of the responses, by status. */
  readonly responses: Readonly<Record<string, string>>;
}

export const library = load(readFileSync(LIBRARY_FILE, 'utf8')) as JsonObject;

/** The object at a JSON Pointer, with references resolved. @returns the object and its pointer */
export function at(pointer: string, document = library): readonly [JsonObject, string] {
  let value: unknown = document;
  for (const step of pointer.split('/').slice(1)) {
    const name = step.replaceAll('~1', '/').replaceAll('~0', '~');
    value = (value as JsonObject)[name];
  }
  if (!isObject(value)) throw new Error(`There is no object at ${pointer}`);
  return typeof value.$ref === 'string' ? at(value.$ref.slice(1), document) : [value, pointer];
}

/** Escapes a name for a JSON Pointer. */
const step = (name: string): string => name.replaceAll('~', '~0').replaceAll('/', '~1');

const METHODS = ['get', 'put', 'post', 'patch', 'delete'];

export const operations: readonly Operation[] = Object.keys(library.paths as JsonObject).flatMap(
  (template) => {
    const item = `/paths/${step(template)}`;
    return METHODS.filter((method) => method in at(item)[0]).map((method) =>
      operationAt(item, template, method),
    );
  },
);

/** JSON Pointer of the response with a status. */
export function responseAt({ responses }: Operation, status: number): string | undefined {
  return responses[status] ?? responses[`${String(status).slice(0, 1)}XX`] ?? responses.default;
}

/** The documented media types of a response. */
export const mediaTypesAt = (response: string): string[] =>
  Object.keys(at(response)[0].content ?? {});

function operationAt(item: string, template: string, method: string): Operation {
  const pointer = `${item}/${method}`;
  const [stated] = at(pointer);
  const body = stated.requestBody as { content: JsonObject } | undefined;
  return {
    id: String(stated.operationId),
    method: method.toUpperCase(),
    template: template.split('/').slice(1),
    parameters: [...parametersAt(item), ...parametersAt(pointer)],
    bodies: body && bodySchemas(`${pointer}/requestBody/content`, Object.keys(body.content)),
    security: (stated.security ?? library.security) as Operation['security'],
    responses: Object.fromEntries(
      Object.keys(stated.responses ?? {}).map((status) => {
        return [status, at(`${pointer}/responses/${status}`)[1]];
      }),
    ),
  };
}

function bodySchemas(content: string, mediaTypes: readonly string[]): Record<string, string> {
  return Object.fromEntries(
    mediaTypes.map((mediaType) => [mediaType, `${content}/${step(mediaType)}/schema`]),
  );
}

function parametersAt(owner: string): Parameter[] {
  const listed = (at(owner)[0].parameters ?? []) as unknown[];
  return listed.map((_, index) => {
    const [parameter, pointer] = at(`${owner}/parameters/${index}`);
    return { ...parameter, pointer: `${pointer}/schema` } as unknown as Parameter;
  });
}
