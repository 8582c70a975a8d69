import { schemaOf } from '../../document/content';
import type { DocumentFault } from '../../document/model/document-error';
import { asObject } from '../../document/model/json-object';
import { childPointer } from '../../document/model/json-pointer';
import type { Operation } from '../../document/model/operations';
import type { Resolver } from '../../document/model/resolve';
import { Contradictions } from '../../document/schemas/contradictions';

/** A warning for each parameter and body that no value fits: the operation can never be called with it. */
export function unsatisfiableWarnings(
  resolver: Resolver,
  operations: readonly Operation[],
): DocumentFault[] {
  const contradictions = new Contradictions(resolver, 'request');
  // Several operations may share a parameter or a body.
  const warnings = new Map<string, DocumentFault>();
  for (const operation of operations) {
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

/** The schemas of what a client sends. */
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
