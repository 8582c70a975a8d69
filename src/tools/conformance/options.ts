import { randomInt } from 'node:crypto';
import type { parseArgs, ParseArgsConfig } from 'node:util';
import { callWith, checkReason, CommandError, parseOptions, wholeNumber, MAX_SEED } from '../cli';
import type { LoadedContract } from '../validators';
import type { Located, Operation, SourceDocument } from '../document';
import type { ValueGenerator, OperationRequest, HeaderField } from '../samples';
import { READING_OPTIONS, READING_USAGE, usualDocument } from '../generate';
import {
  type Check,
  type Credentials,
  type GivenTokens,
  type Exchange,
  type Phase,
  type BasePaths,
  type PatientSender,
  type RequestJudge,
  type JudgedDocument,
  withoutUser,
} from '../judge';
import type { Extensions } from 'openapi-trellis/tools';
import type { KnownCoverage } from './cases/known-coverage';
import type { EndedCredentials, TakenCredentials } from './credential-state';
import type { Tally } from './results';
import type { Budget, Limits } from './scheduling';
import type { KnownItems } from './stateful/known-items';

/** Options of a run: the service under test, its document and the limits. */
export interface ConformanceOptions {
  /** The OpenAPI document, as read by `readDocument`. */
  readonly source: SourceDocument;
  /** The service's address, such as `http://127.0.0.1:3000`; a path replaces that of the document's server. */
  readonly url: string;
  /** An integer from 0 to 2^31 - 1; the same one gives the same requests. */
  readonly seed: number;
  /** The credentials to send, by caller. */
  readonly tokens: GivenTokens;
  /** Headers to send with every request; credentials of security schemes among them are the caller's tokens. */
  readonly headers?: readonly HeaderField[];
  /** Changes each request before it is sent, for example to sign it. */
  readonly prepare?: (request: OperationRequest) => OperationRequest;
  readonly limits: Limits;
  /** Requests in flight at once, 1 or more. */
  readonly parallel: number;
  /** Timeout of one request, in milliseconds. */
  readonly timeoutMs: number;
  /** Random requests to each operation, 0 or more. */
  readonly runs: number;
  /** Selects the operations that are tested; all by default. @param all operations of the document */
  readonly includes?: (operation: Operation, all: readonly Operation[]) => boolean;
  /** Selects the checks to make, by id; all by default. */
  readonly makes?: (check: string) => boolean;
  /** Sends only GET, HEAD, OPTIONS, QUERY and TRACE. */
  readonly readOnly?: boolean;
  /** True for a service that keeps no state, such as a mock: skips the stateful phase. */
  readonly stateless?: boolean;
  /** Treats every operation as one that needs no credentials. */
  readonly ignoresSecurity?: boolean;
  /** The service's own formats and keywords. */
  readonly extensions?: Extensions | undefined;
  /** Gives a value for a parameter that the service knows; undefined if there is none. */
  readonly known?: (operation: Operation, parameter: Located) => unknown;
  /** Called with each exchange, for example to log it. */
  readonly onExchange?: (exchange: Exchange) => void;
  /** Called from time to time during a run. */
  readonly onProgress?: (progress: Progress) => void;
  /** Ends the run once the requests in flight have completed. */
  readonly signal?: AbortSignal;
}

/** The progress of a run. */
export interface Progress {
  readonly phase: Phase;
  readonly requests: number;
  readonly findings: number;
}

/** What the test cases of a run are made, sent and judged with: its options, and what is made of them once. */
export interface RunContext {
  readonly options: ConformanceOptions;
  readonly document: JudgedDocument;
  /** The document reduced to the operations that are tested. */
  readonly loaded: LoadedContract;
  readonly maker: ValueGenerator;
  readonly coverage: KnownCoverage;
  readonly credentials: Credentials;
  readonly taken: TakenCredentials;
  readonly ended: EndedCredentials;
  readonly paths: BasePaths;
  readonly sender: PatientSender;
  readonly judge: RequestJudge;
  readonly checks: readonly Check[];
  readonly budget: Budget;
  readonly tally: Tally;
  readonly items: KnownItems;
  /** A parameter value for which the operation is known to find something; undefined if there is none. */
  readonly known: NonNullable<ConformanceOptions['known']>;
}

const text = { type: 'string' } as const;
const flag = { type: 'boolean', default: false } as const;
const several = { type: 'string', multiple: true } as const;

export const RUN_OPTIONS = {
  ...{ url: text, seed: text, requests: text, rate: text, hooks: text },
  ...{ accepted: several, accept: text },
  runs: { type: 'string', default: '100' },
  seconds: { type: 'string', default: '60' },
  parallel: { type: 'string', default: '8' },
  'timeout-ms': { type: 'string', default: '10000' },
  ...{ token: several, 'limited-token': several, 'other-token': several, header: several },
  'limited-scopes': several,
  ...{ 'read-only': flag, stateless: flag, yes: flag },
} as const satisfies ParseArgsConfig['options'];

/** @param seconds default time of a run */
export const runUsage = (seconds: number): string => `
  --token [SCHEME=]TOKEN  credentials for a security scheme, or for all; also CONFORMANCE_TOKEN and
                          CONFORMANCE_TOKEN_SCHEME in the environment. For HTTP basic, USER:PASSWORD
  --limited-token ...     a valid token that lacks the scopes which operations ask for
  --limited-scopes A,B    scopes that the limited token has; default none
  --other-token ...       a valid token of somebody else, who must not see what the first one made
  --header 'NAME: VALUE'  sent with every request; one with credentials of a security scheme, or a
                          cookie of one, is its token
  --seed N                repeats the requests of an earlier run; a random one unless given
  --runs N                random requests to each operation, 100 unless given
  --seconds N             time for the whole run, ${seconds} unless given
  --requests N            requests of the whole run
  --rate N                requests a second
  --parallel N            requests at once, 8 unless given
  --timeout-ms N          time for one request, 10000 unless given
  --read-only             sends only GET, HEAD, OPTIONS, QUERY and TRACE
  --stateless             the service keeps nothing, as a mock: no sequences of requests
  --yes                   writes to a service on another machine without asking
  --hooks FILE            a module with set-up, tokens and values that the service knows`;

export type RunValues = ReturnType<
  typeof parseArgs<{ options: typeof RUN_OPTIONS; strict: true }>
>['values'];

/** The command line of every command that runs a test: what it gives a run, and what is made of the rest. */
export type RunOptions = ReturnType<typeof readRunOptions>;

/** @throws CommandError naming the option and its allowed values */
export function readRunOptions(values: RunValues) {
  const number = (name: string, given: string, most: number, least = 1): number =>
    wholeNumber(name, given, { least, most });
  const { seed, requests, rate, stateless, yes, hooks } = values;
  return {
    url: values.url && serviceUrl('--url', values.url),
    /** As written: `SCHEME=TOKEN`, or `TOKEN` alone. */
    tokens: {
      caller: values.token ?? [],
      limited: values['limited-token'] ?? [],
      other: values['other-token'] ?? [],
    },
    limitedScopes: listed(values['limited-scopes']),
    headers: (values.header ?? []).map(header),
    seed: seed === undefined ? randomInt(MAX_SEED) : number('seed', seed, MAX_SEED, 0),
    runs: number('runs', values.runs, 1_000_000, 0),
    limits: {
      timeMs: 1000 * number('seconds', values.seconds, 86_400),
      requests: requests === undefined ? Infinity : number('requests', requests, 9_999_999_999),
      rate: rate === undefined ? undefined : number('rate', rate, 100_000),
    },
    parallel: number('parallel', values.parallel, 256),
    timeoutMs: number('timeout-ms', values['timeout-ms'], 600_000),
    readOnly: values['read-only'],
    ...{ stateless, yes, hooks },
  };
}

/** The service's URL where no option names it, so that a run is repeated wherever the service is then. */
export function environmentUrl(): string | undefined {
  const { CONFORMANCE_URL: text } = process.env;
  return text && serviceUrl('CONFORMANCE_URL', text);
}

function serviceUrl(name: string, text: string): string {
  const url = URL.canParse(text) ? new URL(text) : undefined;
  if (url !== undefined && /^https?:$/.test(url.protocol) && url.search === '' && url.hash === '') {
    return text;
  }
  throw new CommandError(
    `${name} must be http:// or https:// with a host, such as http://127.0.0.1:3000, not "${text}"`,
  );
}

/** @see https://www.rfc-editor.org/rfc/rfc9110#section-5 */
function header(text: string): readonly [string, string] {
  const [, name, value] = /^([!#$%&'*+.^_`|~\w-]+):[ \t]*([\t -~\u0080-\u00ff]*)$/.exec(text) ?? [];
  if (name !== undefined && value !== undefined) return [name, value];
  throw new CommandError(`--header must be "NAME: VALUE", not "${text}"`);
}

/** Names in an option that may be given several times, each with several names. */
function listed(values: readonly string[] = []): string[] {
  return values.flatMap((value) => value.split(',')).map((name) => name.trim());
}

export const USAGE = `Usage: ${callWith('conformance')} --url URL [OPTIONS]
Tests whether the service at URL does what its document says.
  --url URL               where the service is; CONFORMANCE_URL in the environment unless given
  --spec FILE|URL         the document; spec/openapi.yaml unless given${READING_USAGE}
  --wait SECONDS          waits so long for the service to answer, before anything else
  --extensions FILE       formats and keywords of the service's own, in a module that exports "extensions"${runUsage(60)}
  --check ID,...          only these checks (--list-checks names them)
  --without-check ID,...  not these checks
  --out DIR               writes report.html, junit.xml, findings.json, exchanges.ndjson and a file for each
                          finding there
  --format text|github    what is printed; github adds annotations on the lines of the document
  --accepted FILE         a line CHECK OPERATION # REASON for each failure that is accepted
  --accept REASON         adds a line to this file for each failure that is found, with this reason
  --replay FILE           sends the requests of a log (exchanges.ndjson) again
  --traffic FILE          judges recorded exchanges (HAR or NDJSON) and sends nothing
  --explain OPERATION     prints its requests that got no verdict, with the reasons
  --list-checks           prints every check with its rule`;

export type CommandOptions = ReturnType<typeof readOptions>;

export function readOptions(args: readonly string[]) {
  const values = parseOptions(
    {
      ...READING_OPTIONS,
      ...RUN_OPTIONS,
      ...{ extensions: text, out: text, replay: text, traffic: text },
      ...{ wait: text, spec: text },
      format: { type: 'string', default: 'text' },
      ...{ check: several, 'without-check': several, explain: several },
      'list-checks': flag,
    },
    USAGE,
    args,
    {
      '--known': '--accepted',
      '--baseline': '--accepted',
      '--update-baseline': '--accept REASON adds a line for each failure to the file of --accepted',
    },
  );
  const { accept, accepted } = values;
  if (accept !== undefined) checkReason(accept);
  if (accept !== undefined && accepted === undefined) {
    throw new CommandError(`--accept needs --accepted FILE, to which it adds lines`);
  }
  return {
    ...values,
    ...readRunOptions(values),
    spec: values.spec ?? (values['list-checks'] ? '' : ownDocument(values.url)),
    waitSeconds:
      values.wait === undefined
        ? undefined
        : wholeNumber('wait', values.wait, { least: 1, most: 86_400 }),
    checks: listed(values.check),
    withoutChecks: listed(values['without-check']),
    format: formatOf(values.format),
    explain: listed(values.explain),
  };
}

/** The default document of the project in the working directory. */
function ownDocument(url: string | undefined): string {
  try {
    return usualDocument();
  } catch (error) {
    if (url === undefined || !(error instanceof CommandError)) throw error;
    const service = withoutUser(url);
    throw new CommandError(
      `--spec FILE or --spec URL must name the document that ${service} is tested against, such as --spec ${new URL('/openapi.json', service).href}. ${error.message}`,
    );
  }
}

function formatOf(text: string): 'text' | 'github' {
  if (text === 'text' || text === 'github') return text;
  throw new CommandError(`--format must be text or github, not "${text}"`);
}
