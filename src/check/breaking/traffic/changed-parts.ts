import { valueSchema } from '../../../samples/requests/sample-values';
import {
  asObject,
  childPointer,
  type LoadedContract,
  type Located,
  type Operation,
} from '../../../generate/index';
import type { Change, ChangedSchemas } from '../change';

/** A part of a request whose schema changed, or is new. */
export interface ChangedPart {
  readonly schemas: ChangedSchemas;
  /** As the revision calls it; absent for the body. */
  readonly parameter?: { readonly in: string; readonly name: string };
}

/** The parts of the requests of an operation by which a revision may refuse what the base takes. */
export function changedParts(
  { resolver }: LoadedContract,
  revision: Operation,
  changes: readonly Change[],
): ChangedPart[] {
  const parts = new Map<string, ChangedPart>();
  const add = (schemas: ChangedSchemas): void => {
    const parameter = revision.parameters.find((each) => valueSchema(each) === schemas.revision);
    if (parts.has(schemas.revision)) return;
    parts.set(schemas.revision, { schemas, ...(parameter && { parameter: nameOf(parameter) }) });
  };
  for (const { rule, schemas, pointer } of changes) {
    if (schemas?.direction === 'request') add(schemas);
    if (rule !== 'parameter-added' && rule !== 'request-body-added') continue;
    const { value } = resolver.resolve(pointer);
    const added =
      rule === 'parameter-added'
        ? [valueSchema({ value, pointer })]
        : Object.keys(asObject(value.content)).map((name) =>
            childPointer(
              resolver.resolve(childPointer(pointer, 'content', name)).pointer,
              'schema',
            ),
          );
    for (const each of added) add({ revision: each, direction: 'request' });
  }
  return [...parts.values()];
}

function nameOf({ value }: Located): NonNullable<ChangedPart['parameter']> {
  return { in: String(value.in), name: String(value.name) };
}
