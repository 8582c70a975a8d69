import { createServer, type IncomingMessage, type Server } from 'node:http';

/** Variable parts of the document. */
export interface Notes {
  readonly version?: string;
  readonly maxLength?: number;
  /** The version of OpenAPI. */
  readonly openapi?: string;
  /** The operationId of its operation. */
  readonly operationId?: string;
  /** Parameters of its operation. */
  readonly parameters?: readonly object[];
  /** More members of `paths`. */
  readonly paths?: object;
  readonly servers?: readonly object[];
  readonly security?: readonly object[];
  readonly components?: object;
}

/** The document of a service that keeps notes. */
export function notesDocument({
  openapi = '3.1.0',
  version = '1.0.0',
  maxLength = 20,
  operationId = 'createNote',
  parameters = [],
  paths = {},
  ...more
}: Notes = {}): object {
  const text = { type: 'string', minLength: 1, maxLength };
  const note = { type: 'object', required: ['text'], properties: { text } };
  const content = { 'application/json': { schema: note } };
  return {
    openapi,
    info: { title: 'Notes', version },
    ...more,
    paths: {
      '/notes': {
        post: {
          operationId,
          parameters,
          requestBody: { required: true, content },
          responses: {
            201: { description: 'Kept', content },
            '4XX': { description: 'Refused' },
          },
        },
      },
      ...paths,
    },
  };
}

/** A response to a request: status, and content with its media type. */
export interface Answer {
  readonly status: number;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: string;
}

export interface NoteServiceOptions {
  /** The accepted maximum length of texts. */
  readonly maxLength?: number;
  /** Replaces the service's own response; undefined keeps that. */
  readonly answer?: (request: IncomingMessage) => Answer | 'never' | undefined;
}

/** A service with plain node:http that follows the document, except for the test's responses. */
export function noteServer({ maxLength = 20, answer }: NoteServiceOptions = {}): Server {
  return createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on('data', (chunk: Buffer) => chunks.push(chunk));
    request.on('end', () => {
      const given = answer?.(request) ?? own(request, Buffer.concat(chunks), maxLength);
      if (given === 'never') return;
      response.writeHead(given.status, given.headers).end(given.body);
    });
  });
}

/** A JSON text with its media type. */
export function json(value: unknown, status = 200): Answer {
  const headers = { 'content-type': 'application/json' };
  return { status, headers, body: JSON.stringify(value) };
}

function own({ method, url, headers }: IncomingMessage, body: Buffer, maxLength: number): Answer {
  if (url?.split('?')[0] !== '/notes') return { status: 404 };
  if (method !== 'POST') return { status: 405, headers: { allow: 'POST, OPTIONS' } };
  if (!/^application\/json *(?:;|$)/i.test(headers['content-type'] ?? '')) return { status: 415 };
  const note = parsed(body);
  const text = note?.text;
  if (typeof text !== 'string') return { status: 400 };
  const { length } = Array.from(text);
  return length < 1 || length > maxLength ? { status: 400 } : json({ text }, 201);
}

/** The object in a body; undefined for any other body. */
function parsed(body: Buffer): Readonly<Record<string, unknown>> | undefined {
  try {
    const value: unknown = JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(body));
    return typeof value === 'object' && value !== null && !Array.isArray(value)
      ? Object.fromEntries(Object.entries(value))
      : undefined;
  } catch {
    return undefined;
  }
}
