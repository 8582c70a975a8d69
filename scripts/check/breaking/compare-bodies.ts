import { childPointer } from '../../generate/index';
import type { OperationChange } from './change';
import { compareContents } from './compare-contents';
import type { OperationPair } from './compare-parameters';
import type { SchemaComparison } from './compare-schemas';

/** @see https://spec.openapis.org/oas/v3.1.1#request-body-object */
export async function compareRequestBodies(
  { base, revision, versions }: OperationPair,
  comparison: SchemaComparison,
): Promise<OperationChange[]> {
  const [had, has] = [base, revision].map(({ value }) => 'requestBody' in value);
  const at = (pointer: string): string => childPointer(pointer, 'requestBody');
  if (had !== true && has !== true) return [];
  if (has !== true) {
    return [
      {
        ...{ rule: 'request-body-removed', level: 'major', version: 'base' },
        pointer: at(base.pointer),
        message: 'the request body was removed, so what clients send in it is ignored',
      },
    ];
  }
  const is = versions.revision.loaded.resolver.resolve(at(revision.pointer));
  const isRequired = is.value.required === true;
  if (had !== true) {
    return [
      {
        ...{ rule: 'request-body-added', version: 'revision', pointer: is.pointer },
        level: isRequired ? 'major' : 'minor',
        message: `a request body is new${isRequired ? ' and required, and clients of the base do not send it' : ''}`,
      },
    ];
  }
  const was = versions.base.loaded.resolver.resolve(at(base.pointer));
  const required: OperationChange[] =
    isRequired && was.value.required !== true
      ? [
          {
            ...{ rule: 'request-body-required', level: 'major', version: 'revision' },
            pointer: is.pointer,
            message: 'the request body is required now, and clients of the base may leave it out',
          },
        ]
      : [];
  const pair = { base: was, revision: is, versions } as const;
  const content = { ...pair, direction: 'request', subject: 'the request body' } as const;
  return [...required, ...(await compareContents(content, comparison))];
}
