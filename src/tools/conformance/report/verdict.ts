import type { Results, CoveredPart } from '../results';

/** The verdict of a run without failures. */
export function soundVerdict(results: Results & { readonly accepted?: number }): string {
  const { accepted = 0 } = results;
  const sound =
    accepted > 0
      ? `What fails is accepted (${accepted})`
      : 'The service does what the document says';
  return incomplete(results)?.reason ?? sound;
}

/** Why a run without failures is no proof; undefined if it is. */
export function incomplete({
  judged,
  operations,
  phases,
}: Results): { readonly reason: string; readonly remedy?: string } | undefined {
  if (judged.acceptance + judged.refusal + judged.open === 0) {
    return { reason: 'Nothing was tested, since there was no request' };
  }
  if (phases.some(({ ended }) => ended === 'interrupted')) {
    return { reason: 'The run was interrupted before all was tested' };
  }
  if (phases.some(({ ended }) => ended === 'service gone')) {
    return { reason: 'The service was gone before all was tested' };
  }
  if (phases.some(({ ended }) => ended === 'credentials ended')) {
    return { reason: 'The credentials ended before all was tested', remedy: LASTING };
  }
  const isRecorded = phases.every(({ phase }) => phase === 'recorded');
  if (isRecorded || operations.some(({ exercised }) => exercised)) return undefined;
  return { reason: 'Nothing was shown, since no valid request got a success', remedy: REMEDY };
}

const REMEDY =
  'look at the path of --url, credentials (--token, --header), values that the service knows (--hooks), and --seconds';

const LASTING = 'the notices say what may have ended them';

/** Message about a service that refuses all credentials. */
export const LOCKED_OUT =
  'Nothing was tested: every request got 401 or 403; give credentials that the service takes with --token, or --header';

/** True if every response was 401 or 403, which proves nothing about the service. */
export function isLockedOut({ operations }: Results): boolean {
  const statuses = operations.flatMap((operation) => Object.keys(operation.statuses));
  return statuses.length > 0 && statuses.every((status) => ['401', '403'].includes(status));
}

export function requestsOf({ phases }: Results): number {
  return phases.reduce((sum, { requests }) => sum + requests, 0);
}

/** Numbers of covered parts of one kind. */
export interface CoverageTotal {
  readonly kind: CoveredPart['kind'];
  readonly parts: number;
  readonly valid: number;
  /** Number of parts that a request can violate. */
  readonly breakable: number;
  readonly invalid: number;
}

const KINDS = ['status', 'media type', 'parameter', 'keyword', 'header', 'security'] as const;

/** Totals of each kind that occurs in the document. */
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

/** True for a part that a request can violate; statuses and headers belong to responses. */
export function isBreakable({ kind, unbreakable }: CoveredPart): boolean {
  return unbreakable !== true && kind !== 'status' && kind !== 'header';
}

export const PLURALS: Readonly<Record<CoveredPart['kind'], string>> = {
  status: 'statuses',
  'media type': 'media types',
  parameter: 'parameters',
  keyword: 'keywords',
  header: 'headers',
  security: 'security requirements',
};
