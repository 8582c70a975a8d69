import { decoded, type SecurityScheme } from 'openapi-trellis/tools';
import type { Exchange, Judgement, ExchangeOutcome } from './exchange';
import { asObject, type JsonObject } from '../document';
import type { OperationRequest, HeaderField } from '../samples';
import type { GivenTokens } from './credentials';

/** Secrets that must not be written. */
interface Secrets {
  /** Tokens given by the user. */
  readonly tokens: readonly string[];
  /** Security schemes, which tell where credentials are sent. */
  readonly securitySchemes: Readonly<Record<string, SecurityScheme>>;
  /** Headers sent with every request; they count as credentials, except for content negotiation. */
  readonly headers?: readonly HeaderField[];
}

/**
 * The mark that replaces a given token; the token is put back to send the request again.
 *
 * @param number number of the token, from 1 on
 */
function markOf(number: number): string {
  return `REDACTED_TOKEN_${number}`;
}

/** The mark that replaces other credentials, such as invented ones. */
const OTHER = 'REDACTED_OTHER';

/** Matches the marks of `markOf`, with the number of the token. */
export const MARK = /REDACTED_TOKEN_(\d+)/g;

/** The shell variable for a token, by its number: `TOKEN`, `TOKEN_2`. */
export function variableOf(number: number): string {
  return number === 1 ? 'TOKEN' : `TOKEN_${number}`;
}

/** Shorter tokens may be words of other texts; they are only removed from places of credentials. */
const LEAST_LENGTH = 8;

/**
 * Removes credentials from texts to be written: the values of Authorization, Proxy-Authorization, Cookie,
 * Set-Cookie and API keys, and anywhere else tokens of at least eight characters.
 */
export class Redaction {
  private readonly headers: ReadonlySet<string>;
  private readonly query: ReadonlySet<string>;
  private readonly tokens: readonly string[];
  /** All spellings of the tokens, the longest first, with their marks. */
  private readonly written: readonly (readonly [text: string, mark: string])[];

  constructor({ tokens: given, securitySchemes, headers = [] }: Secrets) {
    const own = secretHeaders(headers);
    const tokens = [...given, ...own.map(([, secret]) => secret)];
    const keys = Object.values(securitySchemes).filter((scheme) => scheme.type === 'apiKey');
    const names = (location: string): string[] =>
      keys.filter((key) => key.in === location).map(({ name }) => name);
    this.headers = new Set(
      [...names('header'), ...own.map(([name]) => name)].map((name) => name.toLowerCase()),
    );
    this.query = new Set(names('query'));
    this.tokens = tokens;
    this.written = tokens
      .flatMap((token, index) =>
        token.length < LEAST_LENGTH
          ? []
          : spellings(token).map((text) => [text, markOf(index + 1)] as const),
      )
      .sort(([one], [other]) => other.length - one.length);
  }

  url(url: string): string {
    return this.text(withoutUser(url));
  }

  target(target: string): string {
    const at = target.indexOf('?');
    if (at < 0) return this.text(target);
    const pairs = target.slice(at + 1).split('&');
    const kept = pairs.map((pair) => {
      const name = pair.split('=', 1)[0] ?? '';
      return this.query.has(decoded(name)) ? this.pair(pair) : pair;
    });
    return this.text(`${target.slice(0, at)}?${kept.join('&')}`);
  }

  exchange(exchange: Exchange): Exchange {
    const { testCase, judgement, outcome } = exchange;
    const { phase, operation, sequence, title, covers, request } = testCase;
    const { method, target, headers, body } = request;
    return {
      ...exchange,
      testCase: {
        phase,
        operation,
        ...(sequence !== undefined && { sequence }),
        title: this.text(title),
        covers,
        request: {
          method,
          target: this.target(target),
          headers: headers.map((header) => this.header(header)),
          ...(body && { body: this.body(body) }),
        },
      },
      judgement: this.judgement(judgement),
      outcome: this.outcome(outcome),
    };
  }

  text(text: string): string {
    return this.written.reduce((left, [token, mark]) => left.replaceAll(token, mark), text);
  }

  private body(body: Buffer): Buffer {
    if (!this.written.some(([token]) => body.includes(token))) return body;
    // One character per byte, so bytes that are not text stay as they are.
    const bytes = this.written.reduce(
      (left, [token, mark]) => left.replaceAll(Buffer.from(token).toString('latin1'), mark),
      body.toString('latin1'),
    );
    return Buffer.from(bytes, 'latin1');
  }

  header([name, value]: readonly [string, string]): readonly [string, string] {
    const lower = name.toLowerCase();
    switch (lower) {
      case 'authorization':
      case 'proxy-authorization': {
        const scheme = SCHEME.exec(value)?.[0] ?? '';
        return [name, scheme + this.mark(value.slice(scheme.length))];
      }
      case 'cookie':
        return [name, value.replace(/[^;]+/g, (pair) => this.pair(pair))];
      case 'set-cookie':
        return [name, value.replace(/^[^;]+/, (pair) => this.pair(pair))];
      default:
        return [name, this.headers.has(lower) ? this.mark(value) : this.text(value)];
    }
  }

  /** Redacts the value of a `name=value` pair, or a value without a name. */
  private pair(pair: string): string {
    const at = pair.indexOf('=') + 1;
    return pair.slice(0, at) + this.mark(pair.slice(at));
  }

  /** The mark that replaces a value: that of a token, if the value contains one. */
  mark(value: string): string {
    if (value.trim() === '') return value;
    const readings = [value, decoded(value), Buffer.from(value, 'base64').toString()];
    const index = this.tokens.findIndex(
      (token) =>
        token !== '' && readings.some((text) => text === token || text.endsWith(`:${token}`)),
    );
    return index < 0 ? OTHER : markOf(index + 1);
  }

  private judgement(judgement: Judgement): Judgement {
    switch (judgement.expected) {
      case 'acceptance':
        return { ...judgement, input: {} };
      case 'refusal': {
        const faults = judgement.faults.map((fault) => ({
          ...fault,
          message: this.text(fault.message),
        }));
        return { ...judgement, message: this.text(judgement.message), faults };
      }
      case 'open':
        return { ...judgement, reason: this.text(judgement.reason) };
    }
  }

  private outcome(outcome: ExchangeOutcome): ExchangeOutcome {
    if (outcome.kind !== 'response') return { ...outcome, message: this.text(outcome.message) };
    const { response } = outcome;
    const headers = response.headers.map((header) => this.header(header));
    return { ...outcome, response: { ...response, headers, body: this.body(response.body) } };
  }
}

/**
 * Scheme in the Authorization header; the first word of any other value may be a secret.
 *
 * @see https://www.rfc-editor.org/rfc/rfc9110#section-11.1
 */
const SCHEME = /^(?:basic|bearer|digest|dpop|negotiate) +/i;

/** @see https://www.rfc-editor.org/rfc/rfc9110#section-12 */
const NEGOTIATING = /^(?:accept|accept-.*|content-.*|prefer|user-agent)$/i;

/** The spellings of a token: as it is, and in a URL, in JSON and in base64. */
function spellings(token: string): string[] {
  const json = JSON.stringify(token).slice(1, -1);
  const base64 = Buffer.from(token).toString('base64');
  return [...new Set([token, encodeURIComponent(token), json, base64])];
}

export function withoutUser(url: string): string {
  const parsed = new URL(url);
  if (parsed.username === '' && parsed.password === '') return url;
  parsed.username = '';
  parsed.password = '';
  return parsed.href;
}

/**
 * The redaction for a run.
 *
 * @param tokens tokens given to the run
 * @param headers headers sent with every request
 */
export function redactionOf(
  document: JsonObject,
  tokens: GivenTokens,
  headers: readonly HeaderField[],
): Redaction {
  return new Redaction({ tokens: tokensIn(tokens), securitySchemes: keys(document), headers });
}

function tokensIn({ caller, limited, other }: GivenTokens): string[] {
  return [caller, limited, other].flatMap((each) => [...each.values()]);
}

/** The numbered secrets, in the order of Redaction's marks. @param headers headers sent with every request */
export function secretsOf(tokens: GivenTokens, headers: readonly HeaderField[]): string[] {
  return [...tokensIn(tokens), ...secretHeaders(headers).map(([, secret]) => secret)];
}

/** Headers that may be credentials, with their values without the authentication scheme; each cookie by itself. */
export function secretHeaders(headers: readonly HeaderField[]): [name: string, secret: string][] {
  const own = headers.filter(([name]) => !NEGOTIATING.test(name));
  return own.flatMap(([name, value]): [string, string][] => {
    if (!/^cookie$/i.test(name)) return [[name, value.replace(SCHEME, '')]];
    return value.split(/; */).map((pair) => [name, pair.slice(pair.indexOf('=') + 1)]);
  });
}

/** The API keys of a document; other credentials have fixed places. */
function keys({ components }: JsonObject): Record<string, SecurityScheme> {
  const schemes = Object.entries(asObject(asObject(components).securitySchemes));
  return Object.fromEntries(
    schemes.flatMap(([scheme, value]): [string, SecurityScheme][] => {
      const { type, in: location, name } = asObject(value);
      const places = ['header', 'query', 'cookie'] as const;
      const place = places.find((each) => each === location);
      if (type !== 'apiKey' || place === undefined) return [];
      return [[scheme, { type, in: place, name: String(name) }]];
    }),
  );
}

/**
 * Puts the tokens back into a redacted request; marks of other credentials stay.
 *
 * @param secrets the secrets, in the order of their numbers
 */
export function restored(request: OperationRequest, secrets: readonly string[]): OperationRequest {
  const put = (text: string, write: (token: string) => string = String): string =>
    text.replace(MARK, (mark, number: string) => {
      const token = secrets[Number(number) - 1];
      return token === undefined ? mark : write(token);
    });
  const { method, target, headers, body } = request;
  return {
    method,
    target: put(target, encodeURIComponent),
    headers: headers.map(([name, value]) => [
      name,
      put(value, isBasic(value) ? basicCredentials : String),
    ]),
    // One character per byte, so bytes that are not text stay as they are.
    ...(body && { body: Buffer.from(put(body.toString('latin1'), latin1), 'latin1') }),
  };
}

/** True for credentials of HTTP basic. @see https://www.rfc-editor.org/rfc/rfc7617#section-2 */
export function isBasic(value: string): boolean {
  return /^basic /i.test(value);
}

function basicCredentials(token: string): string {
  return token.includes(':') ? Buffer.from(token).toString('base64') : token;
}

function latin1(token: string): string {
  return Buffer.from(token).toString('latin1');
}
