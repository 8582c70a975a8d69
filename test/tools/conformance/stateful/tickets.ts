import { readFileSync } from 'node:fs';
import path from 'node:path';
import { buffer } from 'node:stream/consumers';
import { type AnyHandler, Failure, failureKinds } from '../../../../src/runtime/contract';
import type { JsonObject } from '../../../../src/tools/document';
import { serveDocument, type ServedDocument } from '../../../support/serve-document';

export const TICKETS = readFileSync(path.join(__dirname, 'tickets.yaml'), 'utf8');

/** How the service names an attachment in Location. */
export const LOCATIONS = {
  'by a path': (id: string) => `/attachments/${id}`,
  'by an absolute URL': (id: string) => `http://tickets.example/v2/attachments/${id}`,
  'by a relative reference': (id: string) => `../../attachments/${id}`,
  'with a slash at the end': (id: string) => `/attachments/${id}/`,
} as const;

/** @param how faults of the service, by words, or ways of a correct one */
export type How = string | undefined;

interface Input {
  readonly path: Readonly<Record<string, string>>;
  readonly query: { readonly state?: readonly string[] };
  readonly body: JsonObject;
}

/** A service of tickets with files, in memory. */
export function openTickets(how: How, location: keyof typeof LOCATIONS): Promise<ServedDocument> {
  const tickets = new Map<string, JsonObject>();
  const files = new Map<string, Buffer>();
  const logs = new Map<string, Buffer>();
  let count = 0;
  const missing = new Failure(failureKinds.notFound, 'not there');
  const at = (id = ''): unknown =>
    tickets.has(id) ? { status: 200, body: tickets.get(id) } : missing;
  const keep = (id: string, sent: JsonObject): JsonObject => {
    const ticket = { ...sent, id };
    tickets.set(id, ticket);
    return ticket;
  };
  const content = (bytes: Buffer): Buffer => {
    if (how === 'decodes files as text') return Buffer.from(bytes.toString());
    if (how === 'cuts files at a NUL') return bytes.subarray(0, [...bytes, 0].indexOf(0));
    return how === 'turns line ends of files' ? latin1(bytes, /\r\n/g, '\n') : bytes;
  };
  const file = (id: string, answer: (bytes: Buffer) => unknown): unknown => {
    const bytes = files.get(id);
    return bytes === undefined ? missing : answer(bytes);
  };
  const handlers: Readonly<Record<string, (input: Input) => unknown>> = {
    listTickets: ({ query: { state } }) => {
      const wanted = how === 'lists by the first state' ? state?.slice(0, 1) : state;
      const isListed = (ticket: JsonObject): boolean =>
        how === 'lists all by several states' && wanted !== undefined && wanted.length > 1
          ? true
          : (wanted?.includes(String(ticket.state)) ?? true);
      const isNone = how === 'lists none by several states' && (wanted?.length ?? 0) > 1;
      return { status: 200, body: isNone ? [] : [...tickets.values()].filter(isListed) };
    },
    createTicket: ({ body }) => {
      const id = `T${++count}`;
      return { status: 201, headers: { Location: `/tickets/${id}` }, body: keep(id, body) };
    },
    getTicket: ({ path: { ticketId } }) => at(ticketId),
    putTicket: ({ path: { ticketId = '' }, body }) => {
      const isNew = how !== 'says 200 for what PUT creates' && !tickets.has(ticketId);
      return { status: isNew ? 201 : 200, body: keep(ticketId, body) };
    },
    deleteTicket: ({ path: { ticketId = '' } }) =>
      tickets.delete(ticketId) ? { status: 204 } : missing,
    putLog: async ({ path: { ticketId = '' }, body }) => {
      if (!tickets.has(ticketId)) return missing;
      const bytes = await buffer(body as unknown as AsyncIterable<Buffer>);
      logs.set(ticketId, how === 'decodes logs as text' ? Buffer.from(bytes.toString()) : bytes);
      return { status: 204 };
    },
    getLog: ({ path: { ticketId = '' } }) => {
      const log = logs.get(ticketId);
      return log === undefined ? missing : { status: 200, body: log };
    },
    attach: async ({ path: { ticketId = '' }, body }) => {
      if (!tickets.has(ticketId)) return missing;
      const id = how === 'has ids with spaces' ? `a ${++count}ü` : `a${++count}`;
      files.set(id, Buffer.from(await (body.file as File).arrayBuffer()));
      if (how === 'gives an id alone') return { status: 200, body: { id } };
      const headers = { Location: LOCATIONS[location](encodeURIComponent(id)) };
      return { status: 201, headers: how === 'gives no Location' ? {} : headers };
    },
    getAttachment: ({ path: { attachmentId: id = '' } }) =>
      file(id, ({ length }) => {
        const size = how === 'states sizes as texts' ? String(length) : length;
        return { status: 200, body: { id, size } };
      }),
    getContent: ({ path: { attachmentId = '' } }) =>
      file(attachmentId, (bytes) => {
        if (how === 'fails for content') throw new Error('no content');
        return { status: 200, body: content(bytes) };
      }),
    getThumbnail: ({ path: { attachmentId = '' } }) =>
      file(attachmentId, () => ({ status: 200, body: Buffer.from('small') })),
    detach: ({ path: { attachmentId = '' } }) =>
      files.delete(attachmentId) ? { status: 204 } : missing,
  };
  const served = Object.entries(handlers).map(([id, handler]) => [
    id,
    async (input: Input): Promise<unknown> => handler(input),
  ]);
  return serveDocument(
    TICKETS,
    Object.fromEntries(served) as Record<string, AnyHandler<unknown, never>>,
    { validateResponses: false },
  );
}

function latin1(bytes: Buffer, from: RegExp, to: string): Buffer {
  return Buffer.from(bytes.toString('latin1').replace(from, to), 'latin1');
}
