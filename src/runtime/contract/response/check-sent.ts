import type { CompiledOperation } from '../compiled-contract';
import { forbidsContent } from '../http-semantics';
import { parseJson } from '../json/parse-json';
import { type SchemaContext, validateJson, validatorOf } from '../schema/validation';
import { describeError, keywordName } from '../schema/validation-message';
import { documentedResponse, namedContent } from './response';
import { type FaultOf, UndocumentedResponseError } from './undocumented';

/** A response that an Express route made instead of the service. */
interface SentResponse {
  readonly status: number;
  /** The value of Content-Type. */
  readonly mediaType: string | undefined;
  /** Undefined where it is not known, as for HEAD. */
  readonly content: Buffer | undefined;
}

/**
 * Checks the status and the media type of a response, and its content if it is JSON. Header fields and other content
 * are not checked.
 *
 * @throws UndocumentedResponseError naming the operation and the undocumented part
 */
export function checkSent(
  { validators }: SchemaContext,
  operation: CompiledOperation,
  { status, mediaType, content }: SentResponse,
): void {
  const fault: FaultOf = (what, keyword) =>
    new UndocumentedResponseError(`The route of "${operation.operationId}" ${what}`, keyword);
  const documented = documentedResponse(operation, status);
  if (documented === undefined) throw fault(`sent the status ${status}, which is not documented`);
  if (content === undefined || forbidsContent(status)) return;
  if (content.length === 0) {
    if (Object.keys(documented.content).length === 0) return;
    throw fault(`sent no body with the status ${status}`);
  }
  const media = namedContent(documented, mediaType ?? '')?.media;
  if (media === undefined) {
    const kind = mediaType === undefined ? 'no media type' : `the media type "${mediaType}"`;
    throw fault(`sent a body of ${kind} with the status ${status}, which is not documented`);
  }
  if (media.kind !== 'json') return;
  const json = parseJson(content);
  if ('fault' in json) throw fault('sent a body that is not valid JSON');
  const error = validateJson(validatorOf(validators, media.validator), json);
  if (error !== undefined)
    throw fault(`sent a body that ${describeError(error)}`, keywordName(error));
}
