import type { Server } from 'node:http';
import { answerHandler, type Answer } from './answer-handler';
import { createApp } from './app';
import { createHttpServer, type HttpServerOptions } from './http-server';
import { createServing, type ServingOptions } from './serving';

export type AnswerServerOptions = ServingOptions & Omit<HttpServerOptions, 'serving'>;

/** A server whose application has one handler, which gives every answer. It does not listen yet. */
export function createAnswerServer(answer: Answer, options: AnswerServerOptions): Server {
  const serving = createServing(options);
  const app = createApp({ contract: [answerHandler(answer, { serving })] });
  return createHttpServer(app, { ...options, serving });
}
