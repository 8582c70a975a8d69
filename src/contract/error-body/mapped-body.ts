import type { CompiledResponse } from '../compiled-contract';
import { isRange } from '../media-type';
import { jsonContents } from '../response/response-content';
import type { ResponseRules } from '../response/undocumented';
import { encodeJson, validateEncoded } from '../schema/encode-json';
import { describeError } from '../schema/validation-message';
import type { ErrorFacts } from './error-details';

/** What the service's own function makes of a failure, or why that is not sent. */
interface MappedBody {
  readonly content?: { readonly mediaType: string; readonly body: string };
  /** Each as the end of a sentence. */
  readonly faults: readonly string[];
}

/** The body that the service's own function gives; undefined where it gives none. */
export function mappedBody(
  rules: ResponseRules,
  response: CompiledResponse,
  { failure, status, operation }: ErrorFacts,
): MappedBody | undefined {
  const { errorBody, contract, validators } = rules;
  if (errorBody === undefined) return undefined;
  const [json] = jsonContents(response);
  const mediaType = json?.mediaType ?? Object.keys(response.content).find((key) => !isRange(key));
  if (mediaType === undefined) return undefined;
  const operationId = operation && { operationId: operation.operationId };
  let value: unknown;
  try {
    value = errorBody(failure, { ...operationId, status, mediaType });
    if (value === undefined) return undefined;
    if (json?.media.kind !== 'json') {
      return typeof value === 'string'
        ? { content: { mediaType, body: value }, faults: [] }
        : { faults: [`got from "errorBody" what is no text, as "${mediaType}" wants`] };
    }
    const body = encodeJson(contract, validators, json.media, value);
    const error = validateEncoded(validators, json.media.validator, body);
    if (error === undefined) return { content: { mediaType, body }, faults: [] };
    return { faults: [`got from "errorBody" a body that ${describeError(error)}`] };
  } catch (error) {
    // What is wrong with the function must not keep the client from its response.
    return { faults: [`got no body from "errorBody", which threw ${String(error)}`] };
  }
}
