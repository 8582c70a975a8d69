import { writeFileSync } from 'node:fs';
import path from 'node:path';
import { compileErrors } from '../../support/compile';
import { generateInto } from '../../support/run-in-process';
import { temporaryFolder } from '../../support/temporary-folder';

const ROOT = path.join(__dirname, '..', '..', '..');
const CONTENTS = path.join(ROOT, 'test', 'fixtures', 'contents.yaml');

/** What handlers of many media types may and may not do; each `@ts-expect-error` must be one. */
const uses = `
import type { File } from 'node:buffer';
import type { Operations } from './operations';

type Input<Id extends keyof Operations> = Operations[Id]['input'];
type Response<Id extends keyof Operations> = Operations[Id]['response'];
type Stream = AsyncIterable<Uint8Array>;

export function parts({ body }: Input<'addFile'>): unknown[] {
  const file: File = body.file;
  const pages: File[] | undefined = body.pages;
  const cover: File | null | undefined = body.cover;
  const avatar: File | undefined = body.avatar;
  const id: bigint | undefined = body.id;
  // @ts-expect-error a field of bytes is no text
  const text: string = body.file;
  return [file, pages, cover, avatar, id, text];
}

export const stream = ({ body }: Input<'putFile'>): Stream | undefined => body;

export function several(input: Input<'changeFile'>): unknown {
  switch (input.mediaType) {
    case undefined:
      return input.body satisfies undefined;
    case 'application/json':
      return input.body.a.toFixed();
    case 'text/plain':
      return input.body satisfies bigint;
    case 'text/csv':
      return input.body satisfies string;
    default: {
      const image: \`image/\${string}\` = input.mediaType;
      return [image, input.body satisfies Stream];
    }
  }
}

export function form(input: Input<'removeFile'>): number | undefined {
  return input.mediaType === 'multipart/mixed' ? undefined : input.body.a;
}

export const touched: Response<'touchFile'>[] = [
  { status: 204 },
  { status: 418, body: undefined },
  // @ts-expect-error content that is not documented
  { status: 200, body: 'x' },
  // @ts-expect-error no final status
  { status: 100 },
];

declare const chunks: AsyncIterable<Uint8Array | string>;
export const responses: Response<'putFile'>[] = [
  { status: 200, mediaType: 'image/png', body: new Uint8Array() },
  { status: 201, body: 'text' },
  { status: 201, body: chunks },
  { status: 202, body: 7 },
  { status: 202, mediaType: 'application/hal+json', body: 7 },
  // @ts-expect-error a range needs a type
  { status: 200, body: new Uint8Array() },
  // @ts-expect-error a type beside the range
  { status: 200, mediaType: 'text/plain', body: 'x' },
  // @ts-expect-error an object is no text
  { status: 201, body: {} },
  // @ts-expect-error JSON of another type
  { status: 202, body: 'x' },
];

export const changes: Response<'changeFile'>[] = [
  { status: 200, body: 7 },
  { status: 200, mediaType: 'application/problem+json', headers: { 'X-Json': { a: 1 } }, body: 7 },
  { status: 201, mediaType: 'application/json', body: 7 },
  { status: 201, mediaType: 'text/event-stream', body: chunks },
  // @ts-expect-error a media type that is not documented
  { status: 200, mediaType: 'text/plain', body: 7 },
  // @ts-expect-error a header of another type
  { status: 200, headers: { 'X-Json': 1 }, body: 7 },
  // @ts-expect-error the layer writes the Content-Type
  { status: 200, headers: { 'Content-Type': 'a/b' }, body: 7 },
  // @ts-expect-error bodies that differ need a media type
  { status: 201, body: 7 },
  // @ts-expect-error a stream is no JSON
  { status: 201, mediaType: 'application/json', body: chunks },
];
`;

const folder = temporaryFolder();

it('the generated types say what handlers of each media type get and may give', async () => {
  await generateInto(folder, CONTENTS);
  writeFileSync(path.join(folder, 'uses.ts'), uses);
  const files = ['uses.ts', 'contract.ts'].map((file) => path.join(folder, file));
  expect(compileErrors(files)).toStrictEqual([]);
});

/** The same for the items of sequential media types. */
const itemUses = `
import { Blob, type File } from 'node:buffer';
import type { operations } from './client-types';
import type { Operations } from './operations';

type Response<Id extends keyof Operations> = Operations[Id]['response'];

export async function add(input: Operations['addItems']['input']): Promise<unknown> {
  if (input.mediaType === 'application/json') return input.body satisfies number[];
  for await (const item of input.body) {
    const id: bigint = item.id;
    // @ts-expect-error a client does not send what is readOnly
    return [id, item.made];
  }
  return undefined;
}

export const put = (input: Operations['putEvents']['input']): AsyncIterable<unknown> | undefined =>
  input.body;

declare const items: AsyncIterable<{ id: bigint; made: string }>;
declare const events: AsyncIterable<{ data: string }>;
export const responses: Response<'addItems' | 'listEvents'>[] = [
  { status: 200, body: items },
  { status: 200, body: [{ id: 1n, made: 'x' }] },
  { status: 200, body: events },
  { status: 200, body: [{ data: 'x', retry: 5 }] },
  // @ts-expect-error an item of another type
  { status: 200, body: [{ id: 1n }] },
  // @ts-expect-error the data of an event is text
  { status: 200, body: [{ data: { a: 1 } }] },
  // @ts-expect-error the items come framed
  { status: 200, body: 'data: x' },
];

export const parts = (
  item: Operations['addParts']['input'],
  images: Operations['putImages']['input'],
): [AsyncIterable<{ id: bigint }>, AsyncIterable<File>] => [item.body, images.body];

export const images: Response<'addParts'>[] = [
  { status: 200, body: [new Uint8Array(), new Blob([])] },
  // @ts-expect-error an image is no text
  { status: 200, body: ['x'] },
];

export const sent: NonNullable<operations['addItems']['requestBody']>['content']['application/jsonl'] = '{"id":1}';
export const got: operations['listEvents']['responses'][200]['content']['text/event-stream'] = 'data: x';
`;

it('the generated types say what items handlers get and may give', async () => {
  await generateInto(folder, path.join(ROOT, 'test', 'fixtures', 'items.yaml'));
  writeFileSync(path.join(folder, 'item-uses.ts'), itemUses);
  const files = ['item-uses.ts', 'contract.ts'].map((file) => path.join(folder, file));
  expect(compileErrors(files)).toStrictEqual([]);
});
