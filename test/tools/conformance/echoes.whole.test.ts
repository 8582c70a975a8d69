import type { Results } from '../../../src/tools/conformance/public';
import { reasons } from '../../../src/tools/judge';
import { withDocument } from '../../support/serve-document';
import type { JsonObject } from '../../../src/tools/document';
import { testServed } from './test-server';

/** A service that makes things and returns them, with nothing to read them by. */
const BEDS = `
openapi: 3.1.0
info: { title: Beds, version: 1.0.0 }
paths:
  /beds:
    post:
      operationId: makeBed
      requestBody: { $ref: '#/components/requestBodies/Bed' }
      responses:
        201: { $ref: '#/components/responses/Bed' }
        202: { $ref: '#/components/responses/Bed' }
        4XX: { description: Refused }
  /plans:
    post:
      operationId: planBed
      requestBody: { $ref: '#/components/requestBodies/Bed' }
      responses:
        200: { $ref: '#/components/responses/Bed' }
        4XX: { description: Refused }
components:
  requestBodies:
    Bed:
      required: true
      content: { application/json: { schema: { $ref: '#/components/schemas/Bed' } } }
  responses:
    Bed:
      description: A bed
      content:
        application/json:
          schema:
            anyOf:
              - $ref: '#/components/schemas/Bed'
              - type: object
                required: [data]
                properties: { data: { $ref: '#/components/schemas/Bed' } }
  schemas:
    Bed:
      type: object
      required: [name, raised, soil, plants, size]
      properties:
        id: { type: string, readOnly: true }
        name: { type: string, minLength: 1, maxLength: 40, pattern: '^[A-Za-z]+$' }
        raised: { type: boolean }
        soil: { type: string, enum: [clay, sand, loam] }
        plants: { type: integer, minimum: 0, maximum: 4000000000 }
        size: { $ref: '#/components/schemas/Size' }
        depth: { type: number }
        uuid: { type: integer }
        bed_id: { type: integer }
        visits: { type: integer, readOnly: true }
        open: { type: boolean, default: true }
        status: { type: string, enum: [planned, dug] }
        password: { type: string, writeOnly: true }
    Size: { type: object, required: [rows], properties: { rows: { type: integer } } }
`;

type Bed = JsonObject & {
  readonly name: string;
  readonly plants: number;
  readonly size: { readonly rows: number };
};

/** @param answer what the service makes of a bed that it was sent */
async function tested(answer: (bed: Bed) => JsonObject, status = 201): Promise<Results> {
  const handlers = {
    makeBed: ({ body }: { readonly body: Bed }) => Promise.resolve({ status, body: answer(body) }),
    planBed: ({ body }: { readonly body: Bed }) =>
      Promise.resolve({ status: 200, body: { ...body, plants: 0, raised: false, soil: 'loam' } }),
  };
  return withDocument(BEDS, handlers, { validateResponses: false }, ({ url }) =>
    testServed(url, BEDS, { seed: Number(process.env.SEED ?? 1), runs: 10 }),
  );
}

const messages = ({ findings }: Results): string[] =>
  findings.map(({ check, message }) => `${check}: ${message}`);

const reasonsOf = ({ noVerdicts }: Results): string[] => noVerdicts.map(({ reason }) => reason);

it.each<readonly [fault: string, (bed: Bed) => JsonObject, place: string]>([
  ['forgets a boolean', (bed) => ({ ...bed, raised: false }), '/raised'],
  ['takes one value of an enum', (bed) => ({ ...bed, soil: 'clay' }), '/soil'],
  ['counts wrong', (bed) => ({ ...bed, plants: Math.max(0, bed.plants - 1) }), '/plants'],
  ['keeps 31 bits', (bed) => ({ ...bed, plants: Math.min(bed.plants, 2 ** 31 - 1) }), '/plants'],
  ['cuts a text off', (bed) => ({ ...bed, name: bed.name.slice(0, 8) }), '/name'],
  ['changes what is within', (bed) => ({ ...bed, size: { rows: -bed.size.rows } }), '/size/rows'],
  ['wraps what it changes', (bed) => ({ data: { ...bed, soil: 'clay' } }), '/soil'],
])('finds a service that %s', async (_, answer, place) => {
  const found = messages(await tested(answer));
  expect(found).toHaveLength(1);
  expect(found[0]).toMatch(/^response-matches-request: 201 for .* came back as /);
  expect(found[0]).toContain(`"${place}" was sent as `);
});

it.each<readonly [way: string, (bed: Bed) => JsonObject]>([
  ['returns what it was sent', (bed) => bed],
  ['sets what is readOnly', (bed) => ({ ...bed, id: 'b', visits: 7 })],
  ['restores a default', (bed) => ({ ...bed, open: true })],
  [
    'leaves members out',
    ({ name, raised, soil, plants, size }) => ({ ...{ name, raised }, ...{ soil, plants, size } }),
  ],
])('has no question about a service that %s', async (_, answer) => {
  const results = await tested(answer);
  expect(messages(results)).toEqual([]);
  expect(reasonsOf(results)).not.toContain(reasons.changed);
});

it('has no question about what is only announced', async () => {
  const results = await tested((bed) => ({ ...bed, raised: false, soil: 'clay' }), 202);
  expect(messages(results)).toEqual([]);
  expect(reasonsOf(results)).not.toContain(reasons.changed);
});

it.each<readonly [way: string, (bed: Bed) => JsonObject]>([
  ['sets a status', (bed) => ({ ...bed, status: 'planned' })],
  ['rounds a number', (bed) => ({ ...bed, depth: 1 })],
  ['gives it an id of its own', (bed) => ({ ...bed, uuid: 7 })],
  ['gives it an id that its path names', (bed) => ({ ...bed, bed_id: 7 })],
  ['takes another name', (bed) => ({ ...bed, name: 'Bed' })],
])('leaves a question open about a service that %s', async (_, answer) => {
  const results = await tested(answer);
  expect(messages(results)).toEqual([]);
  expect(reasonsOf(results)).toContain(reasons.changed);
});

/** A service whose clients choose ids, and which takes each as often as it is sent. */
const LABELS = (conflict: string): string => `
openapi: 3.1.0
info: { title: Labels, version: 1.0.0 }
paths:
  /labels:
    post:
      operationId: makeLabel
      requestBody:
        required: true
        content: { application/json: { schema: { $ref: '#/components/schemas/Label' } } }
      responses:
        201:
          description: A label
          content: { application/json: { schema: { $ref: '#/components/schemas/Label' } } }
        ${conflict}
        4XX: { description: Refused }
components:
  schemas:
    Label:
      type: object
      required: [id, text]
      properties: { id: { type: string, maxLength: 20 }, text: { type: string, minLength: 6 } }
`;

async function withLabels(document: string): Promise<Results> {
  const handlers = {
    makeLabel: ({ body }: { readonly body: JsonObject }) => Promise.resolve({ status: 201, body }),
  };
  return withDocument(document, handlers, {}, ({ url }) => testServed(url, document));
}

it('an id in use has a verdict where the document states a conflict, else is counted', async () => {
  const stating = await withLabels(LABELS('409: { description: The id is in use }'));
  expect(messages(stating)).toEqual([
    expect.stringMatching(/^retry-has-one-effect: .* is answered with 201, not with 409/),
  ]);
  const silent = await withLabels(LABELS(''));
  expect(messages(silent)).toEqual([]);
  expect(silent.noVerdicts).toContainEqual(
    expect.objectContaining({ operationId: 'makeLabel', reason: reasons.inUse }),
  );
});
