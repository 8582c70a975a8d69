import type {
  CompiledErrorContent,
  CompiledOperation,
  CompiledResponse,
} from '../../../src/contract';

/** Keys of responses for faults of the request. */
const FOR_REQUESTS = /^(?:4\d\d|4XX|default)$/i;

/**
 * The error response that all operations share: JSON by one media type and one schema, wherever an operation
 * states the content of a response for faults of the request.
 *
 * @returns undefined where they differ, or state none
 */
export function sharedError(
  operations: readonly CompiledOperation[],
): CompiledResponse | undefined {
  let shared: CompiledResponse | undefined;
  for (const { responses } of operations) {
    const isError = ([key]: [string, unknown]): boolean =>
      FOR_REQUESTS.test(key) && (key !== 'default' || Object.keys(responses).length > 1);
    for (const [key, response] of Object.entries(responses).filter(isError)) {
      if (Object.keys(response.content).length === 0) continue;
      const error = jsonOf(response);
      if (error === undefined) return undefined;
      const [known] = shared?.errors ?? [];
      if (known !== undefined && !isSame(known, error)) return undefined;
      // A range is for more failures than a single status.
      if (shared === undefined || !/^\d+$/.test(key)) {
        shared = { headers: {}, content: response.content, errors: [error] };
      }
    }
  }
  return shared;
}

function jsonOf({ errors = [] }: CompiledResponse): CompiledErrorContent | undefined {
  return errors.find(({ kind }) => kind === 'json');
}

function isSame(a: CompiledErrorContent, b: CompiledErrorContent): boolean {
  return a.mediaType === b.mediaType && a.validator === b.validator;
}
