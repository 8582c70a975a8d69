import { hostileTexts } from './hostile-texts';

const texts = Object.values(hostileTexts);

/** A document with each hostile text in all places for an author's text. */
export function hostileDocument(): object {
  const all = texts.join(' ');
  return {
    openapi: '3.1.0',
    info: { title: all, version: '1.0.0', description: all, license: { name: all } },
    servers: [{ url: '/v1', description: all }],
    tags: texts.map((name) => ({ name, description: name })),
    paths: Object.fromEntries(
      texts.map((text, index) => [`/${index}/a${text}`, pathItem(text, index)]),
    ),
    components: {
      schemas: {
        Named: named(texts),
        ...Object.fromEntries(
          texts.map((text, index) => [`S${index}${wellFormed(text)}`, schema(text)]),
        ),
      },
      securitySchemes: Object.fromEntries(
        texts.map((text) => [text, { type: 'apiKey', in: 'query', name: text, description: text }]),
      ),
    },
  };
}

/** A document with faults that contain the texts, none of whose operations can be served. */
export function refusedDocument(): object {
  return { ...hostileDocument(), openapi: `3.1.0${texts.join('')}`, paths: texts };
}

function pathItem(text: string, index: number): object {
  const json = { schema: schema(text), examples: { [text]: { summary: text, value: text } } };
  return {
    summary: text,
    post: {
      operationId: text,
      summary: text,
      description: text,
      tags: [text],
      security: [{ [text]: [] }, {}],
      parameters: [
        { name: `a${text}`, in: 'query', description: text, schema: value(text), example: text },
        { name: `c${text}`, in: 'cookie', description: text, schema: value(text) },
        { name: `X-${text}`, in: 'header', description: text, schema: value(text) },
      ],
      requestBody: { description: text, content: { 'application/json': json } },
      responses: {
        200: {
          description: text,
          headers: { [`X-${text}`]: { description: text, schema: value(text) } },
          content: { 'application/json': json, [`text/${text}`]: { schema: value(text) } },
        },
        400: { description: text, content: { 'application/json': { schema: schema(text) } } },
      },
    },
    // Operations with faults.
    put: {
      operationId: `put${text}`,
      requestBody: { description: text, content: { [text]: json } },
      responses: { 204: { description: text }, [`4XX${text}`]: { description: text } },
    },
    get: {
      operationId: `get${text}`,
      security: [{ [`${text} that is not described`]: [] }, {}],
      responses: {
        200: {
          description: text,
          content: {
            'application/json': {
              schema: { $ref: reference(`S${index}${wellFormed(text)}`) },
              example: 1,
            },
          },
        },
      },
    },
    [`x-${text}`]: text,
  };
}

/** The text with replacement characters instead of lone surrogates, for UTF-8. */
export function wellFormed(text: string): string {
  return text.replace(/\p{Cs}/gu, '\ufffd');
}

function reference(name: string): string {
  const key = name.replaceAll('~', '~0').replaceAll('/', '~1');
  return `#/components/schemas/${encodeURIComponent(key)}`;
}

/** Uses well-formed texts: Ajv writes no code with lone surrogates. */
function schema(given: string): object {
  const text = wellFormed(given);
  const escaped = text.replace(/[\\^$*+?.()|[\]{}]/g, '\\$&');
  return {
    type: 'object',
    title: text,
    description: text,
    required: [text],
    properties: {
      [text]: value(text),
      [`a${text}`]: { ...value(text), pattern: escaped },
      b: { enum: [text, { [text]: text }], default: { [text]: [text] } },
    },
    patternProperties: { [escaped]: value(text) },
    examples: [{ [text]: 5 }],
    [text]: text,
  };
}

function value(text: string): object {
  return {
    type: 'string',
    ...named([text]),
    default: text,
    description: text,
    format: text,
    title: text,
  };
}

function named(names: readonly string[]): object {
  const values = names.map(wellFormed);
  return { enum: values, 'x-enum-varnames': names, 'x-enum-descriptions': names };
}
