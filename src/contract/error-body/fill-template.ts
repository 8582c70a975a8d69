import type { Failure, RequestFault } from '../failure';
import { setOwn } from '../json/set-own';
import { groupBy } from '../request/serialization/group-by';
import { errorDetails, propertyOf, type ErrorFacts, type FailedOperation } from './error-details';
import type { ErrorBlank, ErrorChoice, ErrorTemplate } from './error-template';

/** The most faults that one response lists. */
export const MAX_FAULTS = 10;

/** What a failure says of itself, for the template of its body. */
export function factsOf(
  failure: Failure,
  status: number,
  operation: FailedOperation | undefined,
): ErrorFacts {
  const { faults = [] } = failure.details;
  const known = faults.length > 0 ? faults : [{ message: failure.message }];
  return { failure, status, operation, faults: known };
}

/** The body of a failure; undefined for a template that has nothing to say of it. */
export function fillTemplate(template: ErrorTemplate, facts: ErrorFacts): unknown {
  // Outside of a list, the message is that of the failure as a whole.
  const [first] = facts.faults;
  const message = facts.failure.message;
  return fill(template, facts, first === undefined ? [] : [{ ...first, message }]);
}

/** @param current the faults that this part of the body is about */
function fill(
  template: ErrorTemplate,
  facts: ErrorFacts,
  current: readonly RequestFault[],
): unknown {
  switch (template.kind) {
    case 'value':
      return template.value;
    case 'detail':
      return fillBlank(template, { ...facts, faults: current });
    case 'choice':
      return chosen(template, { ...facts, faults: current });
    case 'list':
      return template.items.map((item) => fill(item, facts, current));
    case 'object':
      return objectOf(
        Object.entries(template.members).map(([name, member]) => [
          name,
          fill(member, facts, current),
        ]),
      );
    case 'faults': {
      const listed = facts.faults.slice(0, Math.min(template.maxItems, MAX_FAULTS));
      return listed.map((fault) => fill(template.item, facts, [fault]));
    }
    case 'named faults': {
      const byName = groupBy(facts.faults.slice(0, MAX_FAULTS), nameOf);
      return objectOf(
        [...byName].map(([name, faults]) => [
          name,
          fill(template.each, { ...facts, faults }, faults),
        ]),
      );
    }
  }
}

function nameOf(fault: RequestFault): string {
  return propertyOf(fault) ?? fault.in ?? 'request';
}

function objectOf(entries: readonly (readonly [name: string, value: unknown])[]): object {
  const object = {};
  for (const [name, value] of entries) {
    if (value !== undefined) setOwn(object, name, value);
  }
  return object;
}

function fillBlank({ detail, maxLength, fallback }: ErrorBlank, facts: ErrorFacts): unknown {
  const value = errorDetails[detail](facts) ?? fallback?.value;
  return typeof value === 'string' && maxLength !== undefined ? cut(value, maxLength) : value;
}

/** Text of no more characters than given, with an ellipsis where it is cut. */
export function cut(text: string, maxLength: number): string {
  if (text.length <= maxLength) return text;
  const characters = Array.from(text);
  if (characters.length <= maxLength) return text;
  return `${characters.slice(0, Math.max(0, maxLength - 1)).join('')}${maxLength > 0 ? '…' : ''}`;
}

function chosen(
  { by, values, otherwise }: ErrorChoice,
  { failure, status, faults }: ErrorFacts,
): unknown {
  const keys = {
    status: failure.kind.status,
    'sent status': status,
    location: faults[0]?.in ?? '',
  };
  const key = String(keys[by]);
  return Object.hasOwn(values, key) ? values[key] : otherwise;
}
