import { isJson } from '../../contract';
import { decoded, type SentRequest } from './sent-request';

/**
 * The JSON texts of a request: its body, and parameters whose value is JSON.
 *
 * @see https://spec.openapis.org/oas/v3.1.1#parameter-content
 */
export function jsonTexts({ body, parameters }: SentRequest): string[] {
  const inParameters = parameters.flatMap(({ compiled: { serialization }, texts }) =>
    'json' in serialization ? texts.map((text) => decoded(text.replaceAll('+', ' '))) : [],
  );
  return body !== undefined && isJson(body.mediaType) ? [body.text, ...inParameters] : inParameters;
}
