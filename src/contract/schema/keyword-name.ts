import type { ValidationError } from './validation';

/**
 * The keyword of a schema that a value breaks, as its author wrote it: compiled validators have keywords of
 * their own for what doubles cannot say (`exact-keywords.ts` of generation puts them in).
 */
export function keywordName({ keyword, params }: ValidationError): string {
  if (keyword === 'exactLimits') return firstKey(params.limits) ?? keyword;
  return AUTHORS_NAMES[keyword] ?? keyword;
}

const AUTHORS_NAMES: Readonly<Record<string, string>> = {
  exactConst: 'const',
  exactEnum: 'enum',
  exactInteger: 'type',
  // A schema that is `false` has no keyword; that of the schema around it is not known here.
  'false schema': 'not',
  int64: 'format',
  integerFormat: 'format',
  ownFormat: 'format',
  wholeNumber: 'type',
};

/** Of several limits, which one is broken is not known. */
function firstKey(limits: unknown): string | undefined {
  return typeof limits === 'object' && limits !== null ? Object.keys(limits)[0] : undefined;
}
