import { describeError, ExactNumbers, memoize, quote } from '../../contract';
import { asObject, childPointer, ValueGenerator } from '../../generate/index';
import { placeInValue } from '../cause';
import type { Exchange } from '../exchange';
import { holdsMember, otherWayMembers } from '../judge/directional-document';
import { errorOfJson, type JudgedResponse, judgedResponse } from '../judge/judge-response';
import { textReadings } from '../judge/readings';
import type { JudgedDocument } from '../judge/second-validator';
import type { Check, Violation } from './check';
import { violation } from './responses';

/** Whether the bodies of responses are what the document says of them. XML and the like are not read. */

export const bodyWellFormed: Check = {
  id: 'body-well-formed',
  rule: 'Content that is called JSON MUST be well-formed JSON in UTF-8.',
  see: 'https://www.rfc-editor.org/rfc/rfc8259#section-2',
  examine: (exchange, document) => {
    const judged = judgedResponse(exchange, document);
    if (judged?.json === undefined || !('fault' in judged.json)) return [];
    const { operation, documented, json, response } = judged;
    // What is nested too deep for the contract layer, or has too large a number, is JSON all the same.
    if (isJsonText(response.body)) return [];
    const pointer = documented?.pointer ?? operation.pointer;
    return violation(exchange, pointer, { what: `the body ${json.fault}` });
  },
};

function isJsonText(body: Buffer): boolean {
  try {
    JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(body));
    return true;
  } catch {
    return false;
  }
}

export const bodyMatchesSchema: Check = {
  id: 'body-matches-schema',
  rule: 'The body of a response MUST be valid by the schema that the document has for it.',
  see: 'https://spec.openapis.org/oas/v3.1.1#media-type-object',
  examine: (exchange, document) => bodyViolations(exchange, document, (status) => status < 400),
};

export const errorBodyMatchesSchema: Check = {
  id: 'error-body-matches-schema',
  rule: 'The body of an error response MUST be valid by the schema that the document has for it.',
  see: 'https://spec.openapis.org/oas/v3.1.1#media-type-object',
  examine: (exchange, document) => bodyViolations(exchange, document, (status) => status >= 400),
};

export const writeOnlyHidden: Check = {
  id: 'write-only-hidden',
  rule: 'A response SHOULD NOT hold properties that are write-only.',
  see: 'https://json-schema.org/draft/2020-12/json-schema-validation#section-9.4',
  examine: async (exchange, document) => {
    const judged = judgedResponse(exchange, document);
    if (judged?.media === undefined || !('schema' in judged.media.value)) return [];
    if (judged.json === undefined || 'fault' in judged.json) return [];
    const pointer = childPointer(judged.media.pointer, 'schema');
    const { value } = judged.json;
    const { second, loaded } = document;
    if (!holdsMember(value, otherWayMembers(loaded, pointer, 'response'))) return [];
    // A body that is not valid in any case says nothing of this.
    if ((await second.accepts(pointer, 'response', value)) !== true) return [];
    if ((await second.accepts(pointer, 'shown response', value)) !== false) return [];
    return violation(exchange, pointer, { what: 'the body holds a property that is write-only' });
  },
};

async function bodyViolations(
  exchange: Exchange,
  document: JudgedDocument,
  isOf: (status: number) => boolean,
): Promise<readonly Violation[]> {
  const judged = judgedResponse(exchange, document);
  if (judged === undefined || !isOf(judged.response.status)) return [];
  const found = isMissing(judged) ? NO_BODY : await faultOf(judged, document);
  if (found === undefined) return [];
  const { media, documented, operation } = judged;
  if (media === undefined) {
    return violation(exchange, documented?.pointer ?? operation.pointer, found);
  }
  const pointer = childPointer(media.pointer, 'schema');
  if (!('schema' in media.value) || canBeMet(document, pointer)) {
    return violation(exchange, pointer, found);
  }
  const what = `${found.what}, and no value was found that does better`;
  return violation(exchange, pointer, { ...found, what, fault: 'document' });
}

type BodyFault = Pick<Violation, 'cause'> & { readonly what: string };

const NO_BODY: BodyFault = { what: 'there is no body' };

/** True where the document states JSON for a success, and nothing comes. */
function isMissing({ response, documented, operation }: JudgedResponse): boolean {
  const { status, body } = response;
  const mayBeEmpty = operation.method === 'HEAD' || status === 204 || status === 205;
  if (mayBeEmpty || body.length > 0 || status < 200 || status >= 300) return false;
  const content = Object.keys(asObject(documented?.value.content));
  return content.length > 0 && content.every((range) => /[/+]json\b/i.test(range));
}

/** What is wrong with a body, if both validators refuse it. */
async function faultOf(
  { media, mediaType, json, response }: JudgedResponse,
  { loaded, second }: JudgedDocument,
): Promise<BodyFault | undefined> {
  if (media === undefined || !('schema' in media.value)) return undefined;
  const pointer = childPointer(media.pointer, 'schema');
  if (json !== undefined) {
    if ('fault' in json) return undefined;
    const validate = loaded.validatorAt(pointer, 'response');
    const error = errorOfJson(validate, json);
    if (error === undefined) return undefined;
    // That a double does not hold an integer exactly is a limit of the contract layer, not of the document.
    const rounded = { value: json.value, exact: new ExactNumbers() };
    if (errorOfJson(validate, rounded) === undefined) return undefined;
    const isAccepted = (await second.accepts(pointer, 'response', json.value)) === true;
    if (isAccepted) return undefined;
    const { instancePath, keyword, params } = error;
    const where = placeInValue(instancePath, loaded.document);
    const place = [keyword, where, params.missingProperty].filter(Boolean).join(' ');
    return { what: `the body ${describeError(error)}`, cause: { place } };
  }
  if (mediaType !== 'text/plain') return undefined;
  const text = response.body.toString();
  for (const value of textReadings(text) ?? [text]) {
    if ((await second.accepts(pointer, 'response', value)) !== false) return undefined;
  }
  return { what: `the text ${quote(text)} is not one that the schema takes` };
}

const generatorOf = memoize(({ loaded }: JudgedDocument) => new ValueGenerator(loaded, 1));

/**
 * False for a schema of which no value is found that it takes, such as `oneOf` of alternatives that take the
 * same values: then the document is wrong, and no service can do better.
 */
function canBeMet(document: JudgedDocument, pointer: string): boolean {
  return generatorOf(document).make(pointer, 'response').error === undefined;
}
