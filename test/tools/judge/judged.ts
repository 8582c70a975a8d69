import { Credentials, type Tokens } from '../../../src/tools/judge/credentials';
import { HyperjumpValidator, type JudgedDocument } from '../../../src/tools/judge/second-validator';
import { RequestJudge } from '../../../src/tools/judge/judge-request';
import type { Judgement } from '../../../src/tools/judge/exchange';
import type { OperationRequest } from '../../../src/tools/samples/requests/operation-request';
import { loadContract } from '../../../src/tools/generate';
import { parseSource } from '../../../src/tools/document';

/** A document for judging services, from the YAML of its paths and components. */
export function judgedDocument(yaml: string): JudgedDocument {
  const text = `openapi: 3.1.0\ninfo: { title: Library, version: 1.0.0 }\n${yaml}`;
  const source = parseSource(text, 'document.yaml');
  const loaded = loadContract(source.document, { defaults: false, strict: true });
  return { source, loaded, second: HyperjumpValidator.of(loaded) };
}

const tokens = (token: string): Tokens => new Map([['', token]]);

/** A judge of requests to a service that knows the tokens `caller`, `limited` and `other`. */
export async function requestJudge(yaml: string): Promise<RequestJudge> {
  const document = judgedDocument(yaml);
  const given = {
    caller: tokens('caller'),
    limited: tokens('limited'),
    other: tokens('other'),
  };
  return RequestJudge.of(document, new Credentials(document.loaded.contract, given, false));
}

/** A request from a line such as `POST /books`, with a JSON body unless a header names another type. */
export function requestOf(
  line: string,
  body?: string | Buffer,
  headers: Readonly<Record<string, string>> = {},
): OperationRequest {
  const [method = '', target = ''] = line.split(' ');
  const named = { ...(body !== undefined && { 'Content-Type': 'application/json' }), ...headers };
  return {
    method,
    target,
    headers: Object.entries(named),
    ...(body !== undefined && { body: Buffer.from(body) }),
  };
}

/** The expected answer, with the reason if it is a refusal or open. */
export function summary(judgement: Judgement): string {
  switch (judgement.expected) {
    case 'acceptance':
      return 'acceptance';
    case 'refusal':
      return `refusal: ${judgement.message}`;
    case 'open':
      return `open: ${judgement.reason}`;
  }
}
