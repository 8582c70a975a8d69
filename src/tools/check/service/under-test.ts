import {
  redactedResults,
  type Hooks,
  requestHooks,
  type SetUp,
  testConformance,
  type Results,
  tokensOf,
} from '../../conformance';
import { Credentials, type GivenTokens, type Exchange, redactionOf } from '../../judge';
import type { LoadedContract } from '../../validators';
import { isSelected, type Selection, type SourceDocument } from '../../document';
import { NO_CREDENTIALS, type HeaderField } from '../../samples';
import type { Extensions } from 'openapi-trellis/tools';
import { Prober } from './prober';
import type { ServiceOptions } from './service-options';

interface SuiteOptions {
  /** Its name in the progress: `document` or `base`. */
  readonly name: string;
  /** Selects checks by id; all by default. */
  readonly makes?: (check: string) => boolean;
  readonly onExchange: (exchange: Exchange) => void;
}

/** A running service, and the means to query it. */
export class ServiceUnderTest {
  constructor(
    readonly options: ServiceOptions,
    private readonly hooks: Hooks,
    private readonly setUp: SetUp,
    private readonly extensions: Extensions | undefined,
    private readonly selection: Selection,
    private readonly tell: (progress: string) => void,
  ) {}

  get url(): string {
    return this.options.url;
  }

  /** @param credentials headers in addition to those of every request */
  prober(credentials: ReturnType<ServiceUnderTest['credentials']> = []): Prober {
    const { url, timeoutMs, headers, limits } = this.options;
    const { prepare } = requestHooks(this.hooks);
    const { rate } = limits;
    return new Prober(url, { timeoutMs, rate, prepare, headers: [...headers, ...credentials] });
  }

  /** The headers with the caller's credentials; empty if none were given. */
  credentials(source: SourceDocument, loaded: LoadedContract): readonly HeaderField[] {
    const { contract, operations } = loaded;
    const tokens = this.tokens(source);
    const credentials = new Credentials(contract, tokens, 'security' in source.document);
    const all = operations.map((operation) => credentials.of(operation));
    return all.find(({ headers }) => headers.length > 0)?.headers ?? NO_CREDENTIALS.headers;
  }

  /**
   * Tests it against a document, within the limits of the options.
   * @returns the results, without credentials
   * @throws UnreachableError when it does not answer
   */
  async run(source: SourceDocument, suite: SuiteOptions): Promise<Results> {
    const { options, extensions } = this;
    const { name, makes, onExchange } = suite;
    const tokens = this.tokens(source);
    const results = await testConformance({
      ...{ ...options, ...requestHooks(this.hooks), extensions, source, tokens, onExchange },
      ...(makes && { makes }),
      includes: (operation) => isSelected(operation, this.selection),
      onProgress: ({ phase, requests, findings }) => {
        this.tell(`${name}, ${phase}: ${requests} requests, ${findings} findings`);
      },
    });
    const redaction = redactionOf(source.document, tokens, options.headers);
    return redactedResults(redaction, results);
  }

  private tokens({ document }: SourceDocument): GivenTokens {
    return tokensOf(this.options, document, this.setUp);
  }
}
