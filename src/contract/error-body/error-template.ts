import type { ErrorDetail } from './error-details';

/**
 * The body of an error response, as data with blanks. Generation derives it from the schema of the response
 * (src/generate/errors); a failure fills it in (fill-template.ts).
 */
export type ErrorTemplate =
  | { readonly kind: 'value'; readonly value: unknown }
  | ErrorBlank
  | ErrorChoice
  | { readonly kind: 'object'; readonly members: Readonly<Record<string, ErrorTemplate>> }
  | { readonly kind: 'list'; readonly items: readonly ErrorTemplate[] }
  | FaultList
  | NamedFaults;

/** A detail of the failure. */
export interface ErrorBlank {
  readonly kind: 'detail';
  readonly detail: ErrorDetail;
  /** Text is cut to as many characters. */
  readonly maxLength?: number;
  /** What stands for a detail that the failure does not have; without it, the member is left out. */
  readonly fallback?: { readonly value: unknown };
}

/** One of the values that the schema lists. */
export interface ErrorChoice {
  readonly kind: 'choice';
  /** The natural status of the failure or the one that is sent, or the part of the request at fault. */
  readonly by: 'status' | 'sent status' | 'location';
  readonly values: Readonly<Record<string, unknown>>;
  readonly otherwise: unknown;
}

/** An item for each fault; one for the failure itself where its faults are not known. */
export interface FaultList {
  readonly kind: 'faults';
  readonly item: ErrorTemplate;
  readonly maxItems: number;
}

/** An object with a member for each property or parameter at fault, by its name. */
export interface NamedFaults {
  readonly kind: 'named faults';
  readonly each: ErrorTemplate;
}

/** The bodies that generation found for a response, the best first; what is sent is validated all the same. */
export interface CompiledErrorBody {
  readonly templates: readonly ErrorTemplate[];
  /** Indexes of templates, the best first, for natural statuses that have another order. */
  readonly byStatus?: Readonly<Record<string, readonly number[]>>;
}

/** The bodies for a failure, the best first. */
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
