import type { ErrorDetail, ErrorTemplate } from 'openapi-trellis/tools';
import { leastOf, asObject, type ObjectSchemaAt } from '../../document';
import { limits } from '../../samples';
import { SAMPLE_DETAILS } from './sample-failures';

/** A part of an error body that the failure fills in. */
export class Blank {
  constructor(readonly template: ErrorTemplate) {}
}

/** A template for a detail, cut to the schemas' `maxLength`. */
export function blank(
  detail: ErrorDetail,
  all: readonly ObjectSchemaAt[],
  fallback?: { readonly value: unknown },
): Blank {
  const maxLength = leastOf(limits(all, 'maxLength'));
  const isCut = Number.isFinite(maxLength) && typeof SAMPLE_DETAILS[detail] === 'string';
  return new Blank({
    kind: 'detail',
    detail,
    ...(isCut && { maxLength }),
    ...(fallback && { fallback }),
  });
}

/** The template for a value with blanks. */
export function templateOf(value: unknown): ErrorTemplate {
  if (value instanceof Blank) return value.template;
  if (!holdsBlank(value)) return { kind: 'value', value };
  if (Array.isArray(value)) return { kind: 'list', items: value.map(templateOf) };
  const members = Object.entries(asObject(value)).map(([name, member]) => [
    name,
    templateOf(member),
  ]);
  return { kind: 'object', members: Object.fromEntries(members) as Record<string, ErrorTemplate> };
}

export function holdsBlank(value: unknown): boolean {
  if (value instanceof Blank) return true;
  return typeof value === 'object' && value !== null && Object.values(value).some(holdsBlank);
}

export function detailsIn(template: ErrorTemplate): ErrorDetail[] {
  switch (template.kind) {
    case 'detail':
      return [template.detail];
    case 'object':
      return Object.values(template.members).flatMap(detailsIn);
    case 'list':
      return template.items.flatMap(detailsIn);
    case 'faults':
      return detailsIn(template.item);
    case 'named faults':
      return detailsIn(template.each);
    default:
      return [];
  }
}

/** True for a template with a message or a place. */
export function statesFault(template: ErrorTemplate): boolean {
  return detailsIn(template).some((detail) => detail === 'message' || PLACES.has(detail));
}

/** Details that are absent from failures without a place. */
export const PLACES: ReadonlySet<ErrorDetail> = new Set<ErrorDetail>([
  ...(['pointer', 'property', 'parameter', 'header'] as const),
  ...(['location', 'place', 'placeTexts', 'path', 'method'] as const),
]);
