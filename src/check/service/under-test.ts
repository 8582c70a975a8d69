import type { Extensions } from '../../contract';
import { Credentials, type GivenTokens } from '../../conformance/credentials';
import type { Exchange } from '../../conformance/exchange';
import { prepared, type Hooks, type SetUp } from '../../conformance/hooks';
import { testConformance } from '../../conformance/index';
import { redactionOf } from '../../conformance/report/redact';
import type { Results } from '../../conformance/results';
import {
  isIncluded,
  refuseUnknownNames,
  testOptions,
  tokensOf,
} from '../../conformance/test-options';
import type { LoadedContract, SourceDocument } from '../../generate/index';
import { NO_CREDENTIALS } from '../../samples/requests/request-credentials';
import { Prober } from './prober';
import type { ServiceOptions } from './service-options';

/** How a suite is run. */
interface SuiteOptions {
  /** What it is, for who watches: `document` or `base`. */
  readonly name: string;
  /** Names of operations that the document has not are refused. */
  readonly refusesUnknownNames?: boolean;
  /** The checks that are made, by id; all by default. */
  readonly makes?: (check: string) => boolean;
  readonly onExchange: (exchange: Exchange) => void;
}

/** A running service, and how it is asked. */
export class ServiceUnderTest {
  constructor(
    readonly options: ServiceOptions,
    private readonly hooks: Hooks,
    private readonly setUp: SetUp,
    private readonly extensions: Extensions | undefined,
    private readonly tell: (progress: string) => void,
  ) {}

  get url(): string {
    return this.options.url;
  }

  /** Asks it. @param credentials headers beside those that every request has */
  prober(credentials: ReturnType<ServiceUnderTest['credentials']> = []): Prober {
    const { url, timeoutMs, headers, seconds, rate } = this.options;
    const { request } = this.hooks;
    const limits = { timeMs: seconds * 1000, requests: Infinity, rate };
    return new Prober(url, {
      ...{ timeoutMs, limits, headers: [...headers, ...credentials] },
      ...(request && { prepare: (made) => prepared(request, made) }),
    });
  }

  /** The headers that carry the credentials of the caller; none where nobody gave any. */
  credentials(
    source: SourceDocument,
    loaded: LoadedContract,
  ): readonly (readonly [string, string])[] {
    const { contract, operations } = loaded;
    const tokens = this.tokens(source);
    const credentials = new Credentials(contract, tokens, 'security' in source.document);
    const all = operations.map((operation) => credentials.of(operation));
    return all.find(({ headers }) => headers.length > 0)?.headers ?? NO_CREDENTIALS.headers;
  }

  /**
   * Tests it against a document, within the limits of the options.
   *
   * @returns the results, without credentials
   * @throws UnreachableError when nothing answers
   */
  async run(source: SourceDocument, suite: SuiteOptions): Promise<Results> {
    const { options } = this;
    const { name, makes, onExchange } = suite;
    const tokens = this.tokens(source);
    const results = await testConformance({
      ...testOptions(options, this.hooks, this.extensions),
      ...{ source, url: options.url, tokens, onExchange },
      ...(makes && { makes }),
      includes: (operation, all) => {
        if (suite.refusesUnknownNames === true) refuseUnknownNames(all, options);
        return isIncluded(operation, options);
      },
      onProgress: ({ phase, requests, findings }) => {
        this.tell(`${name}, ${phase}: ${requests} requests, ${findings} findings`);
      },
    });
    return redactionOf(source.document, tokens, options.headers).results(results);
  }

  private tokens({ document }: SourceDocument): GivenTokens {
    return tokensOf(this.options, document, this.setUp);
  }
}
