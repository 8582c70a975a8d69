import { describeError, ExactNumbers, memoize, quote } from 'openapi-trellis/tools';
import { asObject, childPointer, valueAt } from '../../document';
import { ValueGenerator } from '../../samples';
import { placeInValue } from '../cause';
import type { Exchange } from '../exchange';
import { holdsMember, otherWayMembers } from '../directional-document';
import { errorOfJson, type JudgedResponse, judgedResponse } from '../judge-response';
import { describedItems, itemTexts, partsOf } from '../response-items';
import { textReadings } from '../readings';
import { type JudgedDocument, refusesEach } from '../second-validator';
import type { Check, Violation } from './check';
import { violation } from './responses';

export const bodyWellFormed: Check = {
  id: 'body-well-formed',
  rule: 'Content MUST be well-formed: JSON in UTF-8, parts between their boundaries.',
  see: 'https://www.rfc-editor.org/rfc/rfc8259#section-2',
  examine: (exchange, document) => {
    const judged = judgedResponse(exchange, document);
    if (judged === undefined) return [];
    const { operation, documented } = judged;
    const what = malformed(judged);
    if (what === undefined) return [];
    return violation(exchange, documented?.pointer ?? operation.pointer, { what });
  },
};

function malformed(judged: JudgedResponse): string | undefined {
  const { json, response } = judged;
  const parts = partsOf(judged);
  // Parts may have what the contract layer does not read, such as a transfer encoding.
  if (typeof parts === 'string' && !/^has (?:a part|more)/.test(parts)) return `the body ${parts}`;
  const item = itemTexts(judged).findIndex((text) => text !== undefined && !isJsonText(text));
  if (item >= 0) return `item ${item + 1} is not well-formed JSON`;
  if (json === undefined || !('fault' in json)) return undefined;
  // JSON that is nested too deeply or has too large a number for the contract layer is still JSON.
  return isJsonText(response.body) ? undefined : `the body ${json.fault}`;
}

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
    // The check does not apply to a body that is invalid anyway.
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
  const { pointer = childPointer(media.pointer, 'schema'), ...fault } = found;
  const hasSchema = found.pointer !== undefined || 'schema' in media.value;
  if (!hasSchema || canBeMet(document, pointer)) return violation(exchange, pointer, fault);
  const what = `${found.what}, and no value was found that does better`;
  return violation(exchange, pointer, { ...fault, what, fault: 'document' });
}

type BodyFault = Pick<Violation, 'cause' | 'wrong'> & {
  readonly what: string;
  /** Pointer of the schema, if it is not that of the body. */
  readonly pointer?: string;
};

const NO_BODY: BodyFault = { what: 'there is no body' };

/** True if the document states only JSON for a success, and the body is empty. */
function isMissing({ response, documented, operation }: JudgedResponse): boolean {
  const { status, body } = response;
  const mayBeEmpty = operation.method === 'HEAD' || status === 204 || status === 205;
  if (mayBeEmpty || body.length > 0 || status < 200 || status >= 300) return false;
  const content = Object.keys(asObject(documented?.value.content));
  return content.length > 0 && content.every((range) => /[/+]json\b/i.test(range));
}

/** The fault of a body or of one of its items, if both validators refuse it. */
async function faultOf(
  judged: JudgedResponse,
  document: JudgedDocument,
): Promise<BodyFault | undefined> {
  const { media, mediaType, json, response } = judged;
  const described = describedItems(judged);
  for (const [index, item] of (described?.items ?? []).entries()) {
    const fault = await jsonFault(document, described?.pointer ?? '', item);
    if (fault === undefined) continue;
    return { ...fault, what: `item ${index + 1} ${fault.what}`, pointer: described?.pointer ?? '' };
  }
  if (media === undefined || !('schema' in media.value) || response.isCut === true)
    return undefined;
  const pointer = childPointer(media.pointer, 'schema');
  if (json !== undefined) {
    const fault = await jsonFault(document, pointer, json);
    return fault && { ...fault, what: `the body ${fault.what}` };
  }
  if (mediaType !== 'text/plain') return undefined;
  const text = response.body.toString();
  const readings = textReadings(text) ?? [text];
  if (!(await refusesEach(document.second, pointer, 'response', readings))) return undefined;
  return { what: `the text ${quote(text)} is not one that the schema takes` };
}

async function jsonFault(
  { loaded, second }: JudgedDocument,
  pointer: string,
  json: NonNullable<JudgedResponse['json']>,
): Promise<BodyFault | undefined> {
  if ('fault' in json) return undefined;
  const validate = loaded.validatorAt(pointer, 'response');
  const error = errorOfJson(validate, json);
  if (error === undefined) return undefined;
  // That a double cannot hold an integer exactly is a limit of the contract layer, not of the document.
  const rounded = { value: json.value, exact: new ExactNumbers() };
  if (errorOfJson(validate, rounded) === undefined) return undefined;
  const isAccepted = (await second.accepts(pointer, 'response', json.value)) === true;
  if (isAccepted) return undefined;
  const { instancePath, keyword, params } = error;
  const where = placeInValue(instancePath, loaded.document);
  const place = [keyword, where, params.missingProperty].filter(Boolean).join(' ');
  return {
    what: describeError(error),
    cause: { place },
    wrong: [valueAt(json.value, instancePath)],
  };
}

const generatorOf = memoize(({ loaded }: JudgedDocument) => new ValueGenerator(loaded, 1));

/**
 * False for a schema for which no valid value is found, such as `oneOf` of alternatives that accept the same
 * values: the document is wrong then, and no service can comply.
 */
function canBeMet(document: JudgedDocument, pointer: string): boolean {
  return generatorOf(document).make(pointer, 'response').error === undefined;
}
