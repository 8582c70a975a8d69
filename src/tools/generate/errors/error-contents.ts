import {
  getOrMake,
  DocumentError,
  type DocumentFault,
  childPointer,
  type Located,
  type Resolver,
  admittedTypes,
  effective,
} from '../../document';
import type { ValueGenerator } from '../../samples';
import {
  type CompiledErrorBody,
  type CompiledErrorContent,
  type CompiledMediaType,
  type CompiledResponse,
  isRange,
  errorTypeOf,
  matchMediaRange,
  parseMediaType,
  stringifyJson,
} from 'openapi-trellis/tools';
import { ErrorDeriver, type DerivedBody } from './derive-error-body';
import { samplesFor } from './sample-failures';

/** The response to derive a body for. */
interface ErrorResponse {
  readonly operationId: string;
  /** Its key in the Responses Object. */
  readonly key: string;
  /** True when the operation also documents success responses. */
  readonly hasSuccess: boolean;
}

/** A response whose body cannot state the fault, with the operations that share it. */
interface Gap {
  readonly key: string;
  /** The reasons why no body was found; empty if one was found without a message. */
  readonly reasons: readonly string[];
  readonly operationIds: string[];
}

/** Derives the error bodies of all responses, once for each schema. */
export class ErrorContents {
  /** All bodies; responses refer to them by index. */
  readonly bodies: CompiledErrorBody[] = [];
  private readonly indexes = new Map<string, number>();
  private readonly deriver: ErrorDeriver;
  private readonly gaps = new Map<string, Gap>();

  /** @param isLazy derives bodies on first use, without warnings */
  constructor(
    private readonly resolver: Resolver,
    maker: ValueGenerator,
    private readonly isLazy: boolean,
  ) {
    this.deriver = new ErrorDeriver(maker);
  }

  /** Adds the error contents to an error response, best first. */
  addTo(compiled: CompiledResponse, response: Located, of: ErrorResponse): CompiledResponse {
    if (!/^(?:[45]|default$)/i.test(of.key)) return compiled;
    const derive = (): Pick<CompiledResponse, 'errors'> => this.of(response, compiled.content, of);
    if (!this.isLazy) return { ...compiled, ...derive() };
    let errors: readonly CompiledErrorContent[] | undefined;
    return {
      ...compiled,
      get errors() {
        return (errors ??= orNone(derive));
      },
    };
  }

  private of(
    response: Located,
    content: CompiledResponse['content'],
    { operationId, key, hasSuccess }: ErrorResponse,
  ): Pick<CompiledResponse, 'errors'> {
    const reasons: string[] = [];
    const found = Object.entries(content).flatMap(([name, media]) => {
      const schema = childPointer(response.pointer, 'content', name, 'schema');
      const error = this.contentOf(name, media, schema, key);
      if (typeof error === 'string') reasons.push(error);
      return typeof error === 'object' ? [error] : [];
    });
    const errors = found.toSorted((a, b) => rankOf(a) - rankOf(b)).map(({ content: each }) => each);
    const told = errors.length > 0 ? { errors } : {};
    if (found.some(({ saysMessage }) => saysMessage)) return told;
    // A `default` alone may describe success.
    const isForErrors = key !== 'default' || hasSuccess;
    const isSilent = found.length > 0;
    if (isForErrors && (isSilent || reasons.length > 0)) {
      this.addGap(response.pointer, { key, reasons: isSilent ? [] : reasons }, operationId);
    }
    return told;
  }

  /** A warning for each response that cannot state a failure. */
  get warnings(): DocumentFault[] {
    return [...this.gaps].map(([pointer, { key, reasons, operationIds }]) => {
      const [first = '', ...others] = operationIds;
      const more = others.length === 0 ? '' : ` and ${others.length} more`;
      const of = `the status ${key} of "${first}"${more}`;
      const what =
        reasons.length === 0
          ? `the error body for ${of} has no place for the message`
          : `no error body can be made for ${of}: ${reasons.join('; ')}`;
      const remedy =
        'describe a message there, or give the service an "errorBody" (docs/errors.md)';
      return { pointer, message: `${what}; ${remedy}` };
    });
  }

  private addGap(pointer: string, gap: Pick<Gap, 'key' | 'reasons'>, operationId: string): void {
    const { operationIds } = getOrMake(this.gaps, pointer, () => ({ ...gap, operationIds: [] }));
    operationIds.push(operationId);
  }

  /** @returns the reason, if the media type cannot state a failure */
  private contentOf(
    name: string,
    media: CompiledMediaType,
    schema: string,
    key: string,
  ): FoundContent | string {
    const kind = kindOf(name, media);
    if (kind === undefined) return `${name} is neither JSON, XML, HTML nor plain text`;
    const at = effective(this.resolver, this.resolver.at(schema));
    const derived =
      kind !== 'json' && !this.admitsText(schema)
        ? MESSAGE
        : this.deriver.derive(at, key, () => samplesFor(key));
    if ('fault' in derived) return `a body of ${name} ${derived.fault}`;
    const mediaType = kind === 'json' ? errorTypeOf(name) : textTypeOf(name, kind);
    const content = {
      mediaType: mediaType ?? name,
      kind,
      body: this.indexOf(derived.body),
      ...(media.kind === 'json' && { validator: media.validator }),
    };
    return { ...derived, content };
  }

  /** False without a schema, or with one that describes the encoded value. */
  private admitsText(schema: string): boolean {
    return admittedTypes(this.resolver, schema)?.includes('string') === true;
  }

  private indexOf(body: CompiledErrorBody): number {
    return getOrMake(this.indexes, stringifyJson(body), () => this.bodies.push(body) - 1);
  }
}

/** No errors for a schema that cannot be compiled, since it is too late to report it. */
function orNone(derive: () => Pick<CompiledResponse, 'errors'>): readonly CompiledErrorContent[] {
  try {
    return derive().errors ?? [];
  } catch (error) {
    if (error instanceof DocumentError) return [];
    throw error;
  }
}

interface FoundContent {
  readonly content: CompiledErrorContent;
  readonly freedom: number;
  readonly saysMessage: boolean;
}

/** By kind, then by how freely the schema was read. */
function rankOf({ content, freedom }: FoundContent): number {
  return KINDS.indexOf(content.kind) * 10 + freedom;
}

type Kind = CompiledErrorContent['kind'];

const KINDS: readonly Kind[] = ['json', 'text', 'html', 'xml'];

/** The form of a failure in a media type or range; undefined if it has none. */
function kindOf(name: string, media: CompiledMediaType): Kind | undefined {
  if (media.kind === 'json') return 'json';
  const { essence = '' } = parseMediaType(name) ?? {};
  if (essence === 'text/html') return 'html';
  if (/^(?:application|text)\/xml$|\+xml$/.test(essence)) return 'xml';
  return covers(name, TEXT) ? 'text' : undefined;
}

const TEXT = 'text/plain';

const MESSAGE: DerivedBody = {
  body: { templates: [{ kind: 'detail', detail: 'message' }] },
  freedom: 0,
  saysMessage: true,
};

function textTypeOf(name: string, kind: Kind): string {
  const mediaType = kind === 'text' && isRange(name) ? TEXT : name;
  const isSaid = parseMediaType(mediaType)?.parameters.charset !== undefined;
  return isSaid || !mediaType.startsWith('text/') ? mediaType : `${mediaType}; charset=utf-8`;
}

function covers(range: string, mediaType: string): boolean {
  const parsed = parseMediaType(mediaType);
  return parsed !== undefined && matchMediaRange([range], parsed) !== undefined;
}
