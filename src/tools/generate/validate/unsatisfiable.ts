import { isJson, parseMediaType } from 'openapi-trellis/tools';
import {
  schemaOf,
  type DocumentFault,
  asObject,
  childPointer,
  type Operation,
  type Located,
  type Resolver,
  admittedTypes,
  Contradictions,
} from '../../document';

/** A warning for each parameter and body that no value fits; the operation can never be called with it. */
export function unsatisfiableWarnings(
  resolver: Resolver,
  operations: readonly Operation[],
): DocumentFault[] {
  const contradictions = new Contradictions(resolver, 'request');
  // Several operations may share a parameter or a body.
  const warnings = new Map<string, DocumentFault>();
  for (const operation of operations) {
    for (const parameter of operation.parameters) {
      const fault = contentFault(resolver, parameter);
      if (fault !== undefined) warnings.set(fault.pointer, fault);
    }
    for (const [what, pointer] of inputsOf(resolver, operation)) {
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

/** The schemas of an operation's parameters and bodies. */
function inputsOf(
  resolver: Resolver,
  { pointer, value, parameters }: Operation,
): (readonly [what: string, schema: string])[] {
  const named = parameters.map((parameter) => {
    const [schema] = schemaOf(parameter);
    return [`parameter ${JSON.stringify(parameter.value.name)}`, schema] as const;
  });
  if (!('requestBody' in value)) return named;
  const body = resolver.resolve(childPointer(pointer, 'requestBody'));
  const contents = Object.keys(asObject(body.value.content)).map(
    (name) => ['body', childPointer(body.pointer, 'content', name, 'schema')] as const,
  );
  return [...named, ...contents];
}
