import type { AnyHandler } from '../../src/contract';
import { readExtensions } from '../extensions';
import { describeFaults, type HandlerName, loadContract, ValueMaker } from '../generate/index';
import { DEFAULT_OUT, DEFAULT_SPEC } from '../folders';
import { readProjectDocument } from '../project';
import { MockResponses } from '../mock/mock-responses';

const SEED = 1;

/**
 * Stands in for handlers that are not written yet: responses from the document's examples and schemas,
 * each of which is announced, so that nobody takes one for the service's own.
 *
 * @param say told of each response, and of what could not be made as the document wants it
 */
export function unwrittenHandlers(
  unwritten: readonly HandlerName[],
  say: (line: string) => void,
): Readonly<Record<string, AnyHandler<unknown>>> {
  if (unwritten.length === 0) return {};
  const source = readProjectDocument(DEFAULT_SPEC);
  const loaded = loadContract(source.document, {
    faults: source.faults,
    lazy: true,
    lazyErrors: true,
    extensions: readExtensions(undefined, DEFAULT_OUT)?.extensions,
  });
  const report = (pointer: string, message: string): void => {
    say(describeFaults([{ pointer, message }], source));
  };
  const responses = new MockResponses(loaded, new ValueMaker(loaded, SEED), report);
  return Object.fromEntries(
    unwritten.map((name) => [name.operationId, standIn(responses, name, say)]),
  );
}

function standIn(
  responses: MockResponses,
  { operationId, file }: HandlerName,
  say: (line: string) => void,
): AnyHandler<unknown> {
  return () => {
    say(`the mock answered for ${operationId}; write src/plants/handlers/${file}.ts`);
    const ignore = (): void => undefined;
    const wishes = { preferences: {}, accept: [], onApplied: ignore, onWarning: ignore };
    return Promise.resolve(responses.response(operationId, wishes));
  };
}
