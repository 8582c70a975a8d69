import type { Results } from '../results';

/** What a run without failures shows. */
export function soundVerdict(results: Results): string {
  return incomplete(results) ?? 'The service does what the document says';
}

/** Why a run without failures shows nothing; undefined where it shows something. */
export function incomplete({ judged, operations, phases }: Results): string | undefined {
  if (judged.acceptance + judged.refusal + judged.open === 0) {
    return 'Nothing was tested, since there was no request';
  }
  const isRecorded = phases.every(({ phase }) => phase === 'recorded');
  if (isRecorded) return undefined;
  if (!operations.some(({ exercised }) => exercised)) {
    return 'Nothing was shown, since no valid request got a success';
  }
  const isInterrupted = phases.some(({ ended }) => ended === 'interrupted');
  return isInterrupted ? 'The run was interrupted before all was tested' : undefined;
}
