import {
  type CompiledContract,
  isMerged,
  type Serialization,
  valueTypes,
} from 'openapi-trellis/tools';
import { type DocumentFault, childPointer, type Operation, type Resolver } from '../../document';

/** A parameter or a form field, with the place for warnings about it. */
interface Named {
  readonly name: string;
  readonly serialization: Serialization;
  readonly pointer: string;
}

/**
 * Warns of exploded objects with property names that are also those of parameters, or of other objects' properties: the
 * request does not tell which of them is meant.
 *
 * @see https://spec.openapis.org/oas/v3.1.1#style-examples
 */
export function sharedNameWarnings(
  resolver: Resolver,
  operations: readonly Operation[],
  contract: Pick<CompiledContract, 'operations' | 'valueTypes'>,
): DocumentFault[] {
  // Several operations may share parameters and bodies.
  const warnings = new Map<string, DocumentFault>();
  const found = contract.operations.flatMap((compiled, index) => {
    const operation = operations[index];
    const groups = operation === undefined ? [] : namedIn(resolver, operation, compiled);
    return groups.flatMap((group) => groupWarnings(contract, group));
  });
  for (const fault of found) warnings.set(`${fault.pointer} ${fault.message}`, fault);
  return [...warnings.values()];
}

type Compiled = CompiledContract['operations'][number];

/** The parameters of the query, those of the cookies, and the fields of each form. */
function namedIn(resolver: Resolver, operation: Operation, compiled: Compiled): Named[][] {
  const { parameters, requestBody } = compiled;
  const located = ['query', 'cookie'].map((location) =>
    parameters
      .filter((parameter) => parameter.in === location)
      .map((parameter) => ({ ...parameter, pointer: pointerOf(operation, parameter) })),
  );
  if (requestBody === undefined) return located;
  const body = resolver.resolve(childPointer(operation.pointer, 'requestBody'));
  const forms = Object.entries(requestBody.content).map(([range, media]) => {
    const schema = childPointer(body.pointer, 'content', range, 'schema');
    const fields = Object.entries('fields' in media ? media.fields : {});
    return fields.map(([name, { serialization }]) => {
      return { name, serialization, pointer: schema };
    });
  });
  return [...located, ...forms];
}

/** A parameter in components may be right for other operations. */
function pointerOf(
  operation: Operation,
  { name, in: location }: Compiled['parameters'][number],
): string {
  const found = operation.parameters.find(
    ({ value }) => value.name === name && value.in === location,
  );
  return found?.pointer.startsWith('/paths/') === true ? found.pointer : operation.pointer;
}

function groupWarnings(
  { valueTypes: table }: Pick<CompiledContract, 'valueTypes'>,
  group: readonly Named[],
): DocumentFault[] {
  const isObject = ({ serialization }: Named): boolean => isMerged(table, serialization);
  const propertiesOf = ({ serialization }: Named): string[] =>
    Object.keys(valueTypes(table, serialization.types).properties ?? {});
  const objects = group.filter(isObject);
  const named = new Set(group.filter((each) => !isObject(each)).map(({ name }) => name));
  return objects.flatMap((object, index) => {
    const before = objects.slice(0, index);
    return propertiesOf(object).flatMap((property) => {
      const start = `"${property}" is a property of the exploded object "${object.name}"`;
      const { pointer } = object;
      if (named.has(property)) {
        const message = `${start} and declared by itself, which takes what is sent under the name, so that the object never has it; rename one`;
        return [{ pointer, message }];
      }
      const other = before.find((each) => propertiesOf(each).includes(property));
      if (other === undefined) return [];
      const message = `${start} and of "${other.name}", so that both take what is sent under the name; rename one`;
      return [{ pointer, message }];
    });
  });
}
