import {
  type ErrorDetail,
  errorDetails,
  momentaryDetails,
  propertyOf,
  type ErrorFacts,
  type FailedOperation,
} from './error-details';
import type { Failure, RequestFault } from '../failure';
import { setOwn } from '../json/json-values';
import { groupBy } from '../request/serialization/name-values';

/**
 * The body of an error response, as data with blanks. Generation derives it from the schema of the response
 * (src/tools/generate/errors); {@link fillTemplate} fills it in for a failure.
 */
export type ErrorTemplate =
  | { readonly kind: 'value'; readonly value: unknown }
  | ErrorBlank
  | ErrorChoice
  | { readonly kind: 'object'; readonly members: Readonly<Record<string, ErrorTemplate>> }
  | { readonly kind: 'list'; readonly items: readonly ErrorTemplate[] }
  | FaultList
  | NamedFaults;

interface ErrorBlank {
  readonly kind: 'detail';
  readonly detail: ErrorDetail;
  /** Longer text is cut, in characters. */
  readonly maxLength?: number;
  /** The value for a detail that the failure lacks; without a fallback, the member is left out. */
  readonly fallback?: { readonly value: unknown };
}

/** One of the values that the schema lists. */
interface ErrorChoice {
  readonly kind: 'choice';
  /** The natural status of the failure or the one that is sent, or the part of the request at fault. */
  readonly by: 'status' | 'sent status' | 'location';
  readonly values: Readonly<Record<string, unknown>>;
  readonly otherwise: unknown;
}

/** One item for each fault, or one for the failure itself where its faults are not known. */
interface FaultList {
  readonly kind: 'faults';
  readonly item: ErrorTemplate;
  readonly maxItems: number;
}

/** An object with a member for each property or parameter at fault, by name. */
interface NamedFaults {
  readonly kind: 'named faults';
  readonly each: ErrorTemplate;
}

/** The bodies that generation found for a response, best first. A body is still validated before it is sent. */
export interface CompiledErrorBody {
  readonly templates: readonly ErrorTemplate[];
  /** Indexes of templates, best first, for natural statuses with a different order. */
  readonly byStatus?: Readonly<Record<string, readonly number[]>>;
}

/** The bodies for a failure, best first. */
export function templatesFor(
  { templates, byStatus = {} }: CompiledErrorBody,
  naturalStatus: number,
): readonly ErrorTemplate[] {
  const order = byStatus[String(naturalStatus)];
  if (order === undefined) return templates;
  return order.flatMap((index) => templates[index] ?? []);
}

/** True for a body that has room for more than one fault. */
export function listsFaults(template: ErrorTemplate): boolean {
  switch (template.kind) {
    case 'faults':
      return template.maxItems > 1;
    case 'named faults':
      return true;
    case 'object':
      return Object.values(template.members).some(listsFaults);
    case 'list':
      return template.items.some(listsFaults);
    default:
      return false;
  }
}

/** True for a body that differs in each response, such as one with the time. */
export function isMomentary(template: ErrorTemplate): boolean {
  switch (template.kind) {
    case 'detail':
      return momentaryDetails.has(template.detail);
    case 'faults':
      return isMomentary(template.item);
    case 'named faults':
      return isMomentary(template.each);
    case 'object':
      return Object.values(template.members).some(isMomentary);
    case 'list':
      return template.items.some(isMomentary);
    default:
      return false;
  }
}

/** The most faults that one response lists. */
export const MAX_FAULTS = 10;

/** The facts of a failure for the template of its body. */
export function factsOf(
  failure: Failure,
  status: number,
  operation: FailedOperation | undefined,
): ErrorFacts {
  const { faults = [] } = failure.details;
  const known = faults.length > 0 ? faults : [{ message: failure.message }];
  return { failure, status, operation, faults: known };
}

/** The body of a failure; undefined where the template holds nothing about it. */
export function fillTemplate(template: ErrorTemplate, facts: ErrorFacts): unknown {
  // Outside a list, the message is that of the whole failure.
  const [first] = facts.faults;
  const message = facts.failure.message;
  return fill(template, facts, first === undefined ? [] : [{ ...first, message }]);
}

/** @param current the faults that this part of the body describes */
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
      const byName = groupBy(facts.faults.slice(0, MAX_FAULTS), faultyName);
      return objectOf(
        [...byName].map(([name, faults]) => [
          name,
          fill(template.each, { ...facts, faults }, faults),
        ]),
      );
    }
  }
}

function faultyName(fault: RequestFault): string {
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

/** Shortens text to at most `maxLength` characters, with an ellipsis where it is cut. */
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
  // A status without a value falls back to its class (RFC 9110, section 15).
  const known = [key, `${key.charAt(0)}00`].find((each) => Object.hasOwn(values, each));
  return known === undefined ? otherwise : values[known];
}
