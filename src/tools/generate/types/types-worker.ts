import { parentPort } from 'node:worker_threads';
import { DocumentError } from '../../document';
import { typeDeclarations } from './type-declarations';
import type { TypesRequest, TypesResponse } from './types-thread';

/** Answers the requests of types-thread.ts. */
parentPort?.on('message', ({ document, operations, options, port }: TypesRequest) => {
  const answer = (response: TypesResponse): void => {
    port.postMessage(response);
  };
  typeDeclarations(document, operations, options).then(
    (modules) => {
      answer({ modules });
    },
    (error: unknown) => {
      // Sending an error to another thread copies only its message.
      answer(error instanceof DocumentError ? { faults: error.faults } : { error });
    },
  );
});
