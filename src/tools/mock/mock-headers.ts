import {
  describeError,
  challengeOf,
  type CompiledContract,
  type CompiledOperation,
  type HttpResponse,
  responseHeaders,
} from 'openapi-trellis/tools';
import { exampleValues, makeHeader, type ValueGenerator } from '../samples';
import { childPointer, entries, type Located } from '../document';
import type { LoadedContract } from '../validators';

/** Headers of the connection or of the content's encoding, which a mock must not invent. */
const CARRIERS = new Set(
  ['connection', 'content-encoding', 'content-length', 'content-type', 'date', 'keep-alive'].concat(
    ['trailer', 'transfer-encoding', 'upgrade'],
  ),
);

/** Candidate values of headers, by name in lower case. The first one that is valid for a documented header is sent. */
export type ToldHeaders = Readonly<Record<string, readonly unknown[]>>;

export class MockHeaders {
  /** @param report called with parts that could not be made as documented */
  constructor(
    private readonly loaded: LoadedContract,
    private readonly maker: ValueGenerator,
    private readonly report: (pointer: string, message: string) => void,
  ) {}

  /** @param told candidate values */
  of(response: Located, told: ToldHeaders = {}): Record<string, unknown> {
    const headers = entries(response.value.headers)
      .filter(([name]) => this.isAsked(response, name))
      .map(([name]) => {
        const pointer = childPointer(response.pointer, 'headers', name);
        const key = name.toLowerCase();
        const values = Object.hasOwn(told, key) ? (told[key] ?? []) : [];
        return [name, this.header(name, this.loaded.resolver.resolve(pointer), values)] as const;
      });
    return Object.fromEntries(headers);
  }

  /** A service asks its handlers for required carriers, too, but never for the type of the content. */
  private isAsked({ pointer }: Located, name: string): boolean {
    if (!CARRIERS.has(name.toLowerCase())) return true;
    const { value } = this.loaded.resolver.resolve(childPointer(pointer, 'headers', name));
    return value.required === true && name.toLowerCase() !== 'content-type';
  }

  /**
   * Returns undefined for an optional header without a valid value.
   * @param told candidate values
   */
  private header(name: string, { pointer, value }: Located, told: readonly unknown[]): unknown {
    const [mediaType] = entries(value.content)[0] ?? [];
    const at =
      mediaType === undefined
        ? childPointer(pointer, 'schema')
        : childPointer(pointer, 'content', mediaType, 'schema');
    const isRight = (example: unknown): boolean => this.maker.takes(at, 'response', example);
    const example = [...told, ...exampleValues(value)].find(isRight);
    if (example !== undefined) return example;
    const field = mediaType === undefined ? name : '';
    const made = makeHeader(this.maker, at, 'response', field);
    if (made.error === undefined) return made.value;
    if (value.required !== true) return undefined;
    this.report(at, `no valid value was found; the one that is sent ${describeError(made.error)}`);
    return made.value;
  }
}

/** The headers without carriers, which the host sets; only it knows what it sends. */
export function withoutCarriers(headers: HttpResponse['headers']): HttpResponse['headers'] {
  const isSent = (name: string): boolean => name === 'content-type' || !CARRIERS.has(name);
  return Object.fromEntries(Object.entries(headers).filter(([name]) => isSent(name.toLowerCase())));
}

/**
 * The headers that HTTP requires with the status of a response, if the document does not have them.
 * @param operationId of the responding operation
 * @see https://www.rfc-editor.org/rfc/rfc9110#section-15.5.2
 * @see https://www.rfc-editor.org/rfc/rfc9110#section-15.5.6
 */
export function headersOfHttp(
  contract: CompiledContract,
  operationId: string | undefined,
  { status, headers }: HttpResponse,
): Readonly<Record<string, string>> {
  const name = { 401: responseHeaders.wwwAuthenticate, 405: responseHeaders.allow }[status];
  if (name === undefined) return {};
  const operation = contract.operations.find((each) => each.operationId === operationId);
  if (operation === undefined) return {};
  if (Object.keys(headers).some((each) => each.toLowerCase() === name.toLowerCase())) return {};
  if (status === 401) return { [name]: challenges(contract, operation) };
  const others = contract.operations.filter(({ path }) => path === operation.path);
  const methods = others.map(({ method }) => method).filter((each) => each !== operation.method);
  return { [name]: methods.join(', ') };
}

/** The challenges of all schemes of the operation; without any, that of the most usual scheme. */
function challenges(
  { securitySchemes }: CompiledContract,
  { security }: CompiledOperation,
): string {
  const names = new Set(security.flatMap((requirement) => Object.keys(requirement)));
  const schemes = Object.entries(securitySchemes).filter(([name]) => names.has(name));
  const each = schemes.flatMap(([, scheme]) => Object.values(challengeOf(scheme)));
  return [...new Set(each)].join(', ') || 'Bearer';
}
