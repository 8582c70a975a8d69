import type { CompiledOperation, CompiledResponse } from '../../contract';

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
  let known: string | undefined;
  for (const { responses } of operations) {
    const isError = ([key]: [string, unknown]): boolean =>
      FOR_REQUESTS.test(key) && (key !== 'default' || Object.keys(responses).length > 1);
    for (const [key, response] of Object.entries(responses).filter(isError)) {
      if (Object.keys(response.content).length === 0) continue;
      const own = jsonOf(response);
      if (own === undefined || (known ?? own) !== own) return undefined;
      known = own;
      // A range is for more failures than a single status.
      if (shared === undefined || !/^\d+$/.test(key)) shared = response;
    }
  }
  return shared && withJsonAlone(shared);
}

/** The media type of the first JSON content of a response, and the name of its schema. */
function jsonOf({ content }: CompiledResponse): string | undefined {
  const [found] = Object.entries(content).flatMap(([mediaType, media]) =>
    media.kind === 'json' ? [`${mediaType} ${media.validator}`] : [],
  );
  return found;
}

function withJsonAlone(response: CompiledResponse): CompiledResponse {
  return {
    headers: {},
    content: response.content,
    get errors() {
      return response.errors?.filter(({ kind }) => kind === 'json').slice(0, 1) ?? [];
    },
  };
}
