import type { CoveredPart } from '../results';

/** How many parts of a kind were exercised. */
export interface CoverageTotal {
  readonly kind: CoveredPart['kind'];
  readonly parts: number;
  readonly valid: number;
  /** Of those that a request can break. */
  readonly breakable: number;
  readonly invalid: number;
}

const KINDS = ['status', 'media type', 'parameter', 'keyword', 'header', 'security'] as const;

/** For each kind that the document has. */
export function coverageTotals(coverage: readonly CoveredPart[]): CoverageTotal[] {
  return KINDS.map((kind) => {
    const parts = coverage.filter((part) => part.kind === kind);
    const breakable = parts.filter(isBreakable);
    return {
      kind,
      parts: parts.length,
      valid: parts.filter(({ valid }) => valid > 0).length,
      breakable: breakable.length,
      invalid: breakable.filter(({ invalid }) => invalid > 0).length,
    };
  }).filter(({ parts }) => parts > 0);
}

/** True where a request can break it; statuses and headers are the service's. */
export function isBreakable({ kind, unbreakable }: CoveredPart): boolean {
  return unbreakable !== true && kind !== 'status' && kind !== 'header';
}

/** Kinds in the plural. */
export const PLURALS: Readonly<Record<CoveredPart['kind'], string>> = {
  status: 'statuses',
  'media type': 'media types',
  parameter: 'parameters',
  keyword: 'keywords',
  header: 'headers',
  security: 'security requirements',
};
