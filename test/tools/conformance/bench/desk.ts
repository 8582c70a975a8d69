import { randomUUID } from 'node:crypto';
import type { JsonObject } from './exact-json';
import type { Call, Context, Handler, Response } from './exchange';
import { now } from './store';

/** The handlers of the desk. */
export const deskHandlers: Readonly<Record<string, Handler>> = {
  recommend,
  sendFeedback,
  getNews,
  getStatus,
};

function recommend(_: Call, { has }: Context): Response {
  const kind = has('wrong-branch') ? 'book' : 'disc';
  const body = [
    { kind: 'book', title: 'On Ferns', pages: 120 },
    { kind, title: 'Songs of the Moor', tracks: 9 },
  ];
  return { status: 200, body };
}

function sendFeedback({ body }: Call): Response {
  const { message, score, topics } = body as JsonObject;
  return { status: 202, body: { ticket: randomUUID(), receivedAt: now(), message, score, topics } };
}

function getNews(_: Call, { is }: Context): Response {
  const body = `event: opened\ndata: ${now()}\n\n`;
  return { status: 200, mediaType: 'text/event-stream', body, isEndless: is('endless-news') };
}

function getStatus(_: Call, { has }: Context): Response {
  const body = { open: true, time: now() };
  if (!has('malformed-response')) {
    return { status: 200, body, isEndless: has('endless-status') };
  }
  return {
    status: 200,
    mediaType: 'application/json',
    body: `{'open': True, 'time': '${body.time}'}`,
  };
}
