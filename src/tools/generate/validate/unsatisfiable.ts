import { isJson, parseMediaType } from 'openapi-trellis/tools';
import {
  schemaOf,
  type Direction,
  type DocumentFault,
  asObject,
  childPointer,
  type Operation,
  type Located,
  members,
  type Resolver,
  admittedTypes,
} from '../../document';
import { Contradictions } from '../../schema';

/**
 * A warning for each parameter and body that no value fits; the operation can never be called with it. Of the direction
 * `response`, one for each response that can never be sent.
 */
export function unsatisfiableWarnings(
  resolver: Resolver,
  operations: readonly Operation[],
  direction: Direction = 'request',
): DocumentFault[] {
  const contradictions = new Contradictions(resolver, direction);
  const isRequest = direction === 'request';
  // Several operations may share a parameter or a body.
  const warnings = new Map<string, DocumentFault>();
  for (const operation of operations) {
    for (const parameter of isRequest ? operation.parameters : []) {
      const fault = contentFault(resolver, parameter);
      if (fault !== undefined) warnings.set(fault.pointer, fault);
    }
    const schemas = (isRequest ? inputsOf : outputsOf)(resolver, operation);
    for (const [what, pointer] of schemas) {
      const at = resolver.at(pointer);
      const fault = at.schema === undefined ? undefined : contradictions.of([at]);
      if (fault === undefined || warnings.has(fault.pointer)) continue;
      const message = `no value fits the ${what} of "${operation.operationId}": ${fault.message}`;
      warnings.set(fault.pointer, { pointer: fault.pointer, message });
    }
  }
  return [...warnings.values()];
}

/** Content of parameters is read as text, except JSON and the whole query as a form. */
function contentFault(resolver: Resolver, parameter: Located): DocumentFault | undefined {
  const [pointer, mediaType] = schemaOf(parameter);
  if (mediaType === undefined || parameter.value.in === 'querystring') return undefined;
  if (isJson(parseMediaType(mediaType)?.essence ?? '')) return undefined;
  const types = admittedTypes(resolver, pointer);
  if (types?.every((type) => type === 'object' || type === 'array') !== true) return undefined;
  const message = `the parameter ${JSON.stringify(parameter.value.name)} is read as text, since its content is ${mediaType}, so no value fits its schema; write application/json, a "schema" with a "style", or "type: string"`;
  return { pointer, message };
}

type NamedSchema = readonly [what: string, schema: string];

function inputsOf(resolver: Resolver, { pointer, value, parameters }: Operation): NamedSchema[] {
  const named = parameters.map((parameter) => {
    const [schema] = schemaOf(parameter);
    return [`parameter ${JSON.stringify(parameter.value.name)}`, schema] as const;
  });
  if (!('requestBody' in value)) return named;
  const body = resolver.resolve(childPointer(pointer, 'requestBody'));
  return [...named, ...contentsOf('body', body)];
}

function outputsOf(resolver: Resolver, { pointer, value }: Operation): NamedSchema[] {
  return members(value.responses).flatMap(([status]) => {
    const response = resolver.resolve(childPointer(pointer, 'responses', status));
    return contentsOf(`response ${status}`, response);
  });
}

function contentsOf(what: string, { pointer, value }: Located): NamedSchema[] {
  const names = Object.keys(asObject(value.content));
  return names.map((name) => [what, childPointer(pointer, 'content', name, 'schema')]);
}
