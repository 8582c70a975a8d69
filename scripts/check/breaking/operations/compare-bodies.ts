import { childPointer, type Direction, type Located } from '../../../generate/index';
import type { OperationChange } from '../change';
import { compareContents } from './compare-contents';
import type { SchemaComparison } from '../schemas/compare-schemas';
import { directionsOf, type OperationPair } from './operation-pairs';
import { levelOfPresence, type Presence } from './presence';

/** @see https://spec.openapis.org/oas/v3.1.1#request-body-object */
export async function compareRequestBodies(
  { base, revision, versions, sender }: OperationPair,
  comparison: SchemaComparison,
): Promise<OperationChange[]> {
  const [was, is] = [
    'requestBody' in base.value
      ? versions.base.loaded.resolver.resolve(childPointer(base.pointer, 'requestBody'))
      : undefined,
    'requestBody' in revision.value
      ? versions.revision.loaded.resolver.resolve(childPointer(revision.pointer, 'requestBody'))
      : undefined,
  ];
  const direction = directionsOf(sender).request;
  if (was === undefined) return is === undefined ? [] : [added(direction, is)];
  if (is === undefined) return [removed(direction, was)];
  const pair = { base: was, revision: is, versions, direction } as const;
  const content = { ...pair, subject: 'the request body', isRequest: true };
  return [...otherPresence(direction, was, is), ...(await compareContents(content, comparison))];
}

function presenceOf({ value }: Located): Presence {
  return value.required === true ? 'required' : 'optional';
}

function added(direction: Direction, is: Located): OperationChange {
  const level = levelOfPresence(direction, 'absent', presenceOf(is));
  const said = level === 'major' ? ' and required, and clients of the base do not send it' : '';
  return {
    ...{ rule: 'request-body-added', level, version: 'revision', pointer: is.pointer },
    message: `a request body is new${said}`,
  };
}

/** What the service sends is what its requests are for. */
function removed(direction: Direction, was: Located): OperationChange {
  const message =
    direction === 'request'
      ? 'the request body was removed, so what clients send in it is ignored'
      : 'the request body was removed, so clients no longer receive it';
  return {
    ...{ rule: 'request-body-removed', level: 'major', version: 'base', pointer: was.pointer },
    message,
  };
}

function otherPresence(direction: Direction, was: Located, is: Located): OperationChange[] {
  const [before, after] = [presenceOf(was), presenceOf(is)];
  if (before === after || after === 'absent') return [];
  const required = childPointer(is.pointer, 'required');
  return [
    {
      rule: `request-body-${after}`,
      level: levelOfPresence(direction, before, after),
      message: `the request body ${saidOf(direction, after)}`,
      version: 'revision',
      pointer: 'required' in is.value ? required : is.pointer,
    },
  ];
}

function saidOf(direction: Direction, presence: Presence): string {
  if (direction === 'response') {
    return presence === 'required'
      ? 'is always sent'
      : 'may be left out, and clients of the base rely on it';
  }
  return presence === 'required'
    ? 'is required now, and clients of the base may leave it out'
    : 'may be left out';
}
