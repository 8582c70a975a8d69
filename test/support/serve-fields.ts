import { parsePairs } from '../../src/runtime/contract/request/serialization/name-values';
import { decodeForm, decodePercent, isPercentEncoded } from '../../src/runtime/contract/uri';
import { type ParameterRow, useRows } from './serve-rows';

/**
 * Turns rows of query parameters into form fields: an Encoding Object with `style`, `explode` or `allowReserved`
 * is a query parameter with `schema`, and one without is a parameter with `content`.
 *
 * @see https://spec.openapis.org/oas/v3.1.1#fixed-fields-for-rfc6570-style-serialization
 */

interface Parameter {
  readonly in: string;
  readonly name: string;
  readonly required?: boolean;
  readonly style?: string;
  readonly explode?: boolean;
  readonly allowReserved?: boolean;
  readonly schema?: object;
  readonly content?: Readonly<Record<string, { readonly schema: object }>>;
}

const BOUNDARY = 'b';
const URLENCODED = 'application/x-www-form-urlencoded';
const MULTIPART = 'multipart/form-data';

/** Tests each query row that also holds for forms, over a real socket. */
export function describeFields(
  title: string,
  all: readonly ParameterRow[],
  components: Readonly<Record<string, unknown>> = {},
): void {
  const rows = all.filter(([, parameter, , , more]) => {
    return (parameter as Parameter).in === 'query' && more?.queryOnly === undefined;
  });
  if (rows.length === 0) return;
  describe.each([
    [URLENCODED, rows],
    [MULTIPART, rows.filter(isForParts)],
  ])(`${title}, as a field of %s`, (mediaType, own) => {
    const pathOf = (row: ParameterRow, index: number) =>
      [`/${index}`, { post: operation(row, index, mediaType) }] as const;
    const send = useRows(own, pathOf, components);

    it.each(own.map((row, index) => [row[0], row, index] as const))(
      '%s',
      async (_title, [, given, sent, want], index) => {
        const parameter = given as Parameter;
        const { name } = parameter;
        const { contentType, body } = request(parameter, String(sent).slice(1), mediaType);
        const head = [`POST /${index} HTTP/1.1`, `Content-Type: ${contentType}`];
        const outcome = await send(head, body);
        const got =
          'input' in outcome
            ? outcome.input.body![name]
            : { refused: faultOf(outcome.message, name) };
        expect(got).toStrictEqual(wanted(want, name));
      },
    );
  });
}

/**
 * True for a row that also holds for multipart: parts have no percent-encoding, which could be broken or hide a
 * delimiter, and bytes are Files.
 */
function isForParts([, parameter, given]: ParameterRow): boolean {
  const { content = {} } = parameter as Parameter;
  const isBytes = Object.keys(content).some((mediaType) => mediaType.startsWith('image/'));
  return !isBytes && isPercentEncoded(String(given)) && !/%2C|%20|%7C/i.test(String(given));
}

function request(
  { allowReserved }: Parameter,
  text: string,
  mediaType: string,
): { contentType: string; body: string } {
  const decode = allowReserved === true ? decodePercent : decodeForm;
  if (mediaType === URLENCODED) return { contentType: mediaType, body: text };
  const parts = parsePairs(text).map(([name, value]) => {
    const quoted = name.replaceAll('"', '%22');
    const head = `Content-Disposition: form-data; name="${quoted}"`;
    return `--${BOUNDARY}\r\n${head}\r\n\r\n${decode(value)}\r\n`;
  });
  return {
    contentType: `${mediaType}; boundary=${BOUNDARY}`,
    body: `${parts.join('')}--${BOUNDARY}--\r\n`,
  };
}

function operation(
  [, parameter, , , { beside = [] } = {}]: ParameterRow,
  index: number,
  mediaType: string,
): object {
  const fields = [parameter, ...beside] as Parameter[];
  const properties = fields.map(({ name, schema, content = {} }) => {
    return [name, schema ?? Object.values(content)[0]?.schema] as const;
  });
  const required = fields.filter((field) => field.required === true).map(({ name }) => name);
  const schema = { type: 'object', properties: Object.fromEntries(properties), required };
  const encoding = Object.fromEntries(fields.map((field) => [field.name, encodingOf(field)]));
  return {
    operationId: `at${index}`,
    requestBody: { content: { [mediaType]: { schema, encoding } } },
    responses: { 204: { description: 'Taken' } },
  };
}

function encodingOf({ style = 'form', explode, allowReserved, content }: Parameter): object {
  if (content !== undefined) return { contentType: Object.keys(content)[0] };
  return {
    style,
    ...(explode !== undefined && { explode }),
    ...(allowReserved !== undefined && { allowReserved }),
  };
}

/** The fault of a field in a message about the body, without the field's name. */
function faultOf(message: string, name: string): string {
  const quoted = JSON.stringify(name);
  const field = `The field ${quoted} of the body `;
  if (message.startsWith(field)) return message.slice(field.length);
  // A body is refused as a whole.
  if (message === 'The body has percent-encoding that is not UTF-8') {
    return 'is not percent-encoded UTF-8';
  }
  if (message === `The body lacks the property ${quoted}`) return 'is missing';
  const place = `The body at "/${name}`;
  if (!message.startsWith(place)) return message;
  const rest = message.slice(place.length);
  return rest.startsWith('" ') ? rest.slice(2) : `at "${rest}`;
}

/** The expectation for a query parameter, rewritten for a field. */
function wanted(want: unknown, name: string): unknown {
  if (typeof want !== 'object' || want === null || !('refused' in want)) return want;
  const start = `The query parameter ${JSON.stringify(name)} `;
  return { refused: String(want.refused).replace(start, '') };
}
