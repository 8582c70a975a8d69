import { childPointer, type Operation } from '../../../generate/index';
import type { OperationChange } from '../change';
import type { SchemaComparison } from '../schemas/compare-schemas';
import type { Version } from '../version';
import { compareContents } from './compare-contents';
import { directionsOf, type OperationPair } from './operation-pairs';
import { added, otherPresence, type Presentable, removed } from './presence';

/** @see https://spec.openapis.org/oas/v3.1.1#request-body-object */
export async function compareRequestBodies(
  { base, revision, versions, sender }: OperationPair,
  comparison: SchemaComparison,
): Promise<OperationChange[]> {
  const was = bodyOf(base, versions.base);
  const is = bodyOf(revision, versions.revision);
  const direction = directionsOf(sender).request;
  if (was === undefined) return is === undefined ? [] : [added('request-body', direction, is)];
  // What the service sends is what its requests are for, so that it may not go, even if it is optional.
  if (is === undefined) return [{ ...removed('request-body', direction, was), level: 'major' }];
  const { subject } = was;
  const pair = { base: was.located, revision: is.located, versions, direction, subject } as const;
  return [
    ...otherPresence('request-body', direction, was, is),
    ...(await compareContents({ ...pair, isRequest: true }, comparison)),
  ];
}

function bodyOf({ value, pointer }: Operation, { loaded }: Version): Presentable | undefined {
  if (!('requestBody' in value)) return undefined;
  const located = loaded.resolver.resolve(childPointer(pointer, 'requestBody'));
  return { located, isRequired: located.value.required === true, subject: 'the request body' };
}
