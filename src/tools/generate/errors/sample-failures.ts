import {
  errorDetails,
  type ErrorDetail,
  type ErrorFacts,
  factsOf,
  Failure,
  failureKinds,
  type FailureKind,
  type RequestFault,
} from 'openapi-trellis/tools';

/** Sample failures to test error bodies with. */

const MESSAGE = 'The body at "/items/0" lacks the property "name"';
const OPERATION = { operationId: 'addItem', method: 'POST', path: '/items/{id}' };

const BODY_FAULT: RequestFault = {
  in: 'body',
  pointer: '/items/0',
  missing: 'name',
  message: MESSAGE,
};
const QUERY_FAULT: RequestFault = {
  in: 'query',
  name: 'limit',
  message: 'The query parameter "limit" must be of type integer',
};
const HEADER_FAULT: RequestFault = {
  in: 'header',
  name: 'X-Trace',
  message: 'The header parameter "X-Trace" is missing',
};

const FAULTS = new Map<FailureKind, readonly RequestFault[]>([
  [failureKinds.invalidBody, [BODY_FAULT]],
  [failureKinds.malformedBody, [{ in: 'body', pointer: '', message: MESSAGE }]],
  [failureKinds.invalidParameter, [QUERY_FAULT, HEADER_FAULT, BODY_FAULT]],
]);

export function samplesFor(key: string): ErrorFacts[] {
  return kindsFor(key).map((kind) => {
    const status = /^\d+$/.test(key) ? Number(key) : kind.status;
    return factsOf(
      new Failure(kind, MESSAGE, { faults: FAULTS.get(kind) ?? [] }),
      status,
      OPERATION,
    );
  });
}

/** The layer's kinds, or an invented one for a status that none of them has. */
function kindsFor(key: string): readonly FailureKind[] {
  const own: readonly FailureKind[] = Object.values(failureKinds);
  if (key === 'default') return own;
  const first = key.charAt(0);
  const ofClass = own.filter(({ status }) => String(status).startsWith(first));
  if (/^\dXX$/i.test(key)) return ofClass;
  const natural = ofClass.filter(({ status }) => String(status) === key);
  if (key === '400' || key === '500') return ofClass.filter(({ status }) => status !== 401);
  if (key === '422') return [...natural, ...FAULTS.keys(), failureKinds.missingBody];
  const status = Number(key);
  return natural.length > 0
    ? natural
    : [{ status, number: status * 100 + 1, description: MESSAGE }];
}

export const SAMPLE_DETAILS = ((): Readonly<Record<ErrorDetail, unknown>> => {
  const facts = [BODY_FAULT, QUERY_FAULT, HEADER_FAULT].map((fault) =>
    factsOf(new Failure(failureKinds.invalidBody, MESSAGE, { faults: [fault] }), 400, OPERATION),
  );
  const samples = Object.entries(errorDetails).map(([name, detail]) => [
    name,
    facts.map((each): unknown => detail(each)).find((value) => value !== undefined),
  ]);
  return Object.fromEntries(samples) as Record<ErrorDetail, unknown>;
})();
