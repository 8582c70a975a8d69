import { asObject, childPointer, type Direction, type Located } from '../../../generate/index';
import type { OperationChange } from '../change';
import { compareFields, type Field } from './compare-fields';
import type { SchemaComparison } from '../schemas/compare-schemas';
import type { Version, Versions } from '../version';

/** Responses of two versions. */
export interface ResponsePair {
  readonly base: Located;
  readonly revision: Located;
  readonly versions: Versions;
  readonly direction: Direction;
  /** Such as `the response 200`. */
  readonly subject: string;
}

/** @see https://spec.openapis.org/oas/v3.1.1#header-object */
export function compareHeaders(
  { base, revision, versions, direction, subject }: ResponsePair,
  comparison: SchemaComparison,
): Promise<OperationChange[]> {
  const pairs = {
    kind: 'response-header',
    base: fieldsOf(versions.base, base, subject),
    revision: fieldsOf(versions.revision, revision, subject),
    ...{ versions, direction },
  } as const;
  return compareFields(pairs, comparison);
}

/** By their names, which have no case; `Content-Type` is what `content` says. */
function fieldsOf({ loaded }: Version, response: Located, subject: string): Map<string, Field> {
  const names = Object.keys(asObject(response.value.headers)).filter(
    (name) => name.toLowerCase() !== 'content-type',
  );
  return new Map(
    names.map((name) => {
      const located = loaded.resolver.resolve(childPointer(response.pointer, 'headers', name));
      const isRequired = located.value.required === true;
      const field = { located, isRequired, subject: `the header ${name} of ${subject}` };
      return [name.toLowerCase(), { ...field, usual: 'simple' }];
    }),
  );
}
