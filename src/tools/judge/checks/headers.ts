import { ExactNumbers, quote } from 'openapi-trellis/tools';
import { asObject, childPointer, type Located } from '../../document';
import { isWellFormed, valueSchema } from '../../samples';
import { headerValues } from '../exchange';
import { type JudgedDocument, refusesEach } from '../second-validator';
import { errorOfJson, type JudgedResponse, judgedResponse } from '../judge-response';
import { headerReadings, scalarReadings } from '../readings';
import type { Check, Violation } from './check';
import { violation } from './responses';

export const headersPresent: Check = {
  id: 'headers-present',
  rule: 'A response MUST have the headers that the document requires of it.',
  see: 'https://spec.openapis.org/oas/v3.1.1#header-object',
  examine: (exchange, document) => {
    const judged = judgedResponse(exchange, document);
    if (judged === undefined) return [];
    return describedHeaders(judged, document)
      .filter(({ header, values }) => header.value.required === true && values.length === 0)
      .flatMap(({ name, pointer }) =>
        violation(exchange, pointer, { what: `the header ${name} is missing` }),
      );
  },
};

export const headersMatchSchema: Check = {
  id: 'headers-match-schema',
  rule: 'The headers of a response MUST be valid by the schemas that the document has for them.',
  see: 'https://spec.openapis.org/oas/v3.1.1#header-object',
  examine: async (exchange, document) => {
    const judged = judgedResponse(exchange, document);
    if (judged === undefined) return [];
    const violations: Violation[] = [];
    for (const described of describedHeaders(judged, document)) {
      const wrong = await wrongValue(described, document);
      if (wrong === undefined) continue;
      const what = `the header ${described.name} is ${quote(wrong)}, which its schema does not take`;
      const found = violation(exchange, valueSchema(described.header), { what });
      for (const each of found) violations.push(each);
    }
    return violations;
  },
};

export const headersWellFormed: Check = {
  id: 'headers-well-formed',
  rule: 'A response MUST NOT have a header field in another form than the standard of the field gives it.',
  see: 'https://www.rfc-editor.org/rfc/rfc9110#section-2.2',
  examine: async (exchange, document) => {
    const judged = judgedResponse(exchange, document);
    if (judged === undefined) return [];
    const described = describedHeaders(judged, document);
    const violations: Violation[] = [];
    for (const [name, value] of judged.response.headers) {
      if (isWellFormed(name, value)) continue;
      const own = described.find((each) => each.name.toLowerCase() === name.toLowerCase());
      // The check of schemas says so.
      if (own !== undefined && (await wrongValue(own, document)) !== undefined) continue;
      const pointer = own
        ? valueSchema(own.header)
        : (judged.documented ?? judged.operation).pointer;
      const what = `the header ${name} is ${quote(value)}, which its standard does not allow`;
      const fault = own && asksFor(value, pointer, document) ? 'document' : 'service';
      const found = violation(exchange, pointer, { what, fault, cause: { place: name } });
      for (const each of found) violations.push(each);
    }
    return violations;
  },
};

/** True for a schema that takes the text, and may ask for its form. */
function asksFor(text: string, pointer: string, { loaded }: JudgedDocument): boolean {
  const schema = asObject(loaded.resolver.at(pointer).schema);
  const isStated = ['enum', 'const', 'pattern', 'format'].some((each) => each in schema);
  const json = { value: text, exact: new ExactNumbers() };
  return isStated && errorOfJson(loaded.validatorAt(pointer, 'response'), json) === undefined;
}

interface DescribedHeader {
  readonly name: string;
  readonly pointer: string;
  readonly header: Located;
  readonly values: readonly string[];
}

/** OpenAPI ignores the description of Content-Type. */
function describedHeaders(
  { documented, response }: JudgedResponse,
  { loaded: { resolver } }: JudgedDocument,
): DescribedHeader[] {
  if (documented === undefined) return [];
  const names = Object.keys(asObject(documented.value.headers));
  return names
    .filter((name) => name.toLowerCase() !== 'content-type')
    .map((name) => {
      const pointer = childPointer(documented.pointer, 'headers', name);
      const values = headerValues(response, name.toLowerCase());
      return { name, pointer, header: resolver.resolve(pointer), values };
    });
}

/** A header value that is invalid in every reading; undefined if there is none. */
async function wrongValue(
  { name, header, values }: DescribedHeader,
  { second }: JudgedDocument,
): Promise<string | undefined> {
  const schema = valueSchema(header);
  if (values.length === 0 || !('schema' in header.value || 'content' in header.value)) {
    return undefined;
  }
  const areRefused = (readings: readonly unknown[]): Promise<boolean> =>
    refusesEach(second, schema, 'response', readings);
  // Each Set-Cookie is a value by itself; other fields form one list (RFC 9110, section 5.3).
  const texts = name.toLowerCase() === 'set-cookie' ? values : [values.join(', ')];
  for (const text of texts) {
    if (!(await areRefused(scalarReadings(text.trim())))) continue;
    const readings = headerReadings(text) ?? [];
    if (readings.length > 0 && (await areRefused(readings))) return text;
  }
  return undefined;
}
