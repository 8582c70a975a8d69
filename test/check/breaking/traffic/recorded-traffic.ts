import { writeFileSync } from 'node:fs';
import path from 'node:path';
import { compareDocuments } from '../../../../src/check/breaking/compare-documents';
import {
  type CountedChanges,
  countRecorded,
} from '../../../../src/check/breaking/traffic/count-recorded';
import { countText } from '../../../../src/check/breaking/traffic/recorded';
import { parseSource, type JsonObject } from '../../../../src/generate/index';
import { documentOf } from '../../../support/changed-documents';

/** The parts of a recorded exchange. */
export interface Sent {
  readonly method?: string;
  readonly target?: string;
  readonly headers?: readonly (readonly [string, string])[];
  readonly body?: unknown;
  /** A body other than JSON. */
  readonly text?: string;
  /** Media type of the body; JSON by default. */
  readonly type?: string;
  readonly status?: number;
  readonly response?: unknown;
  readonly responseHeaders?: readonly (readonly [string, string])[];
}

function textOf(value: unknown): string | undefined {
  return value === undefined ? undefined : JSON.stringify(value);
}

/** A line of the log that conformance testing writes. */
export function logLine(sent: Sent): string {
  const { method = 'POST', target = '/things/1', headers = [], status = 200 } = sent;
  const text = sent.text ?? textOf(sent.body);
  const answer = textOf(sent.response);
  return JSON.stringify({
    request: {
      ...{ method, target },
      headers: [
        ...headers,
        ...(text === undefined ? [] : [['Content-Type', sent.type ?? 'application/json']]),
      ],
      ...(text !== undefined && { body: { text } }),
    },
    response: {
      status,
      headers: [
        ...(sent.responseHeaders ?? []),
        ...(answer === undefined ? [] : [['Content-Type', 'application/json']]),
      ],
      ...(answer !== undefined && { body: { text: answer } }),
    },
  });
}

/** The exchange as an entry of HAR. */
function harEntry(sent: Sent): object {
  const { method = 'POST', target = '/things/1', status = 200, headers = [] } = sent;
  const fields = headers.map(([name, value]) => ({ name, value }));
  const type = { name: 'Content-Type', value: sent.type ?? 'application/json' };
  const text = sent.text ?? textOf(sent.body);
  return {
    request: {
      method,
      url: `https://things.example${target}`,
      headers: text === undefined ? fields : [...fields, type],
      ...(text !== undefined && { postData: { mimeType: type.value, text } }),
    },
    response: {
      status,
      headers: sent.response === undefined ? [] : [{ ...type, value: 'application/json' }],
      content:
        sent.response === undefined
          ? { size: 0 }
          : { mimeType: 'application/json', text: JSON.stringify(sent.response) },
    },
  };
}

/** Writes exchanges, as HAR if the file has that extension. */
export function writeTraffic(folder: string, name: string, exchanges: readonly Sent[]): string {
  const file = path.join(folder, name);
  const har = { log: { version: '1.2', entries: exchanges.map(harEntry) } };
  const log = exchanges.map((each) => `${logLine(each)}\n`).join('');
  writeFileSync(file, name.endsWith('.har') ? JSON.stringify(har, null, 1) : log);
  return file;
}

/** Compares documents, and counts the exchanges in a file. */
export async function counted(
  base: JsonObject,
  revision: JsonObject,
  file: string,
): Promise<CountedChanges> {
  const [was, is] = [base, revision].map((each, index) =>
    parseSource(JSON.stringify(each), ['base.json', 'revision.json'][index]!),
  );
  return countRecorded(file, was!, is!, await compareDocuments(was!, is!));
}

/** The rule of each counted change, with its counts in words. */
export function told({ changes }: CountedChanges): string[] {
  return changes.flatMap(({ rule, recorded }) =>
    recorded === undefined ? [] : [`${rule}: ${countText(recorded)}`],
  );
}

/** The change, the operation in both versions, the recorded exchanges, and the expected counts. */
export type Row = readonly [
  name: string,
  base: JsonObject,
  revision: JsonObject,
  exchanges: readonly Sent[],
  want: readonly string[],
];

/** The counts for two versions of the operation, for which each exchange can be judged. */
export async function countedIn(
  folder: string,
  base: JsonObject,
  revision: JsonObject,
  exchanges: readonly Sent[],
  components: JsonObject,
): Promise<string[]> {
  const file = writeTraffic(folder, 'traffic.ndjson', exchanges);
  const more = { openapi: '3.2.0', components };
  const found = await counted(documentOf(base, more), documentOf(revision, more), file);
  expect(found.recording).toMatchObject({ outside: 0, incomplete: 0, unexplained: 0 });
  return told(found);
}

export function object(properties: JsonObject, ...required: string[]): JsonObject {
  return { type: 'object', properties, ...(required.length > 0 && { required }) };
}

export function text(more: JsonObject = {}): JsonObject {
  return { type: 'string', ...more };
}

export function query(schema: unknown, more: JsonObject = {}): JsonObject {
  return { parameters: [{ name: 'q', in: 'query', schema, ...more }] };
}

export function asked(q: string): Sent {
  return { target: `/things/1?q=${q}` };
}

/** A form with one field. */
export function multipart(n: string): string {
  return `--b\r\nContent-Disposition: form-data; name="n"\r\n\r\n${n}\r\n--b--\r\n`;
}
