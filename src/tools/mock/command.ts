import { ListenError } from 'openapi-trellis/express';
import { ConfigError } from 'openapi-trellis/service';
import { ROOT_HINT, untilSignal } from 'openapi-trellis/tools/serving';
import {
  CommandError,
  EXIT_OK,
  parseCommandLine,
  callWith,
  readExtensions,
  HOST_NAME_OPTION,
  HOST_NAME_USAGE,
  hostNames,
  printLines,
  sayLines,
  sayText,
} from '../cli';
import { asObject, describeFaults, type SourceDocument } from '../document';
import type { LoadedContract } from '../validators';
import {
  Notices,
  commandFault,
  READING_OPTIONS,
  READING_USAGE,
  readProjectPart,
} from '../generate';
import { createMock, type Mock } from './create-mock';
import { MAX_BODY_BYTES, type MockCors, startMock } from './start-mock';
import { describeResources } from './state/kept-resources';
import { KEPT_LIMITS } from './state/kept-items';
import {
  checkUpstreamOperations,
  UPSTREAM_OPTIONS,
  UPSTREAM_USAGE,
  describeUpstream,
  upstreamOptions,
} from './upstream/upstream-options';
import type { UpstreamOptions } from './upstream/upstream';

const DEFAULT_PORT = '4010';

const USAGE = `Usage: ${callWith('mock')} FILE [OPTIONS]
Serves the document FILE, with responses from its examples and schemas.
  --port N          where it listens; ${DEFAULT_PORT} unless given, a free port for 0
  --seed N          what values are made from, 1 unless given
  --stateful        keeps what is created, changed and removed${UPSTREAM_USAGE}
  --cors            lets pages of any origin call it, the default without --upstream
  --cors-credentials  lets them send cookies too
  --no-cors         lets none call it${HOST_NAME_USAGE}
  --extensions FILE formats and keywords of the service's own, in a module that exports "extensions"
  --strict          fails for any warning, and for any operation that is left out
  --all             shows every warning, not only the first ten${READING_USAGE}`;

/** Serves any OpenAPI document, with responses from its examples and schemas. */
export async function mock(args: readonly string[]): Promise<number> {
  const { values, positionals } = parseCommandLine(
    {
      ...READING_OPTIONS,
      port: { type: 'string', default: DEFAULT_PORT },
      seed: { type: 'string', default: '1' },
      stateful: { type: 'boolean', default: false },
      ...UPSTREAM_OPTIONS,
      extensions: { type: 'string' },
      cors: { type: 'boolean' },
      'no-cors': { type: 'boolean' },
      'cors-credentials': { type: 'boolean' },
      ...HOST_NAME_OPTION,
      strict: { type: 'boolean', default: false },
      all: { type: 'boolean', default: false },
    },
    USAGE,
    args,
  );
  const [file, ...others] = positionals;
  if (file === undefined || others.length > 0) {
    throw new CommandError(`Name one document to serve: ${callWith('mock')} FILE`);
  }
  const port = numberOption('port', values.port, 65_535);
  const seed = numberOption('seed', values.seed, Number.MAX_SAFE_INTEGER);
  const source = readProjectPart(file, values);
  const upstream = upstreamOptions(values, port);
  const made = await mockOf(source, { ...values, seed, upstream });
  const access = {
    cors: corsOf(values, upstream),
    hostNames: hostNames(values['host-name']),
  };
  const env = { ...process.env, PORT: String(port) };
  const sayFault = (error: unknown): void => {
    sayLines(String(error));
  };
  const server = await startMock(made, access, env, sayFault).catch((error: unknown) => {
    const isExplained = error instanceof ListenError || error instanceof ConfigError;
    throw isExplained ? new CommandError(error.message) : error;
  });
  printLines(...announcement(source, made, server.url, upstream));
  await untilSignal();
  await server.close();
  return EXIT_OK;
}

async function mockOf(
  source: SourceDocument,
  options: {
    readonly strict: boolean;
    readonly all: boolean;
    readonly seed: number;
    readonly stateful: boolean;
    readonly upstream: UpstreamOptions | undefined;
    readonly extensions?: string | undefined;
  },
): Promise<Mock> {
  const notices = new Notices(source, options);
  const { seed, upstream } = options;
  try {
    const made = await createMock(source, {
      strict: options.strict,
      extensions: readExtensions(options.extensions)?.extensions,
      notice: notices.report,
      seed,
      keeps: options.stateful ? KEPT_LIMITS : undefined,
      upstream,
      tokens: new Set((process.env.ACCESS_TOKENS ?? '').split(',').filter(Boolean)),
      maxBodyBytes: MAX_BODY_BYTES,
      rootHint: ROOT_HINT,
      report: (pointer, message) => {
        sayText(describeFaults([{ pointer, message }], source));
      },
      onFault: (error, operationId) => {
        const cause = error instanceof Error ? error.message : String(error);
        sayLines(`a fault in answering ${operationId ?? 'a request'}: ${cause}`);
      },
    });
    notices.show();
    if (upstream !== undefined) checkUpstreamOperations(made.loaded, upstream);
    return made;
  } catch (error) {
    throw commandFault(error, source, options.strict);
  }
}

/** With an upstream, CORS is left to the upstream, unless the options say otherwise. */
function corsOf(
  values: Partial<Record<'cors' | 'no-cors' | 'cors-credentials', boolean | undefined>>,
  upstream: UpstreamOptions | undefined,
): MockCors {
  const { cors = false, 'no-cors': no = false, 'cors-credentials': credentials = false } = values;
  if (no) return 'none';
  if (credentials) return 'credentials';
  return cors || upstream === undefined ? 'plain' : 'none';
}

/** @param most the allowed maximum; the minimum is 0 */
function numberOption(name: string, text: string, most: number): number {
  if (/^\d{1,16}$/.test(text) && Number(text) <= most) return Number(text);
  throw new CommandError(`--${name} must be a number from 0 to ${most}, not "${text}"`);
}

function announcement(
  source: SourceDocument,
  { loaded, state }: Mock,
  url: string,
  upstream: UpstreamOptions | undefined,
): string[] {
  const { operations, basePaths } = loaded.contract;
  const paths = basePaths.map((basePath) => (basePath === '' ? '/' : basePath));
  const count = operations.length === 1 ? '1 operation' : `${operations.length} operations`;
  const listens = `mock of ${source.name} listens on ${url} (${count} under ${paths.join(', ')})`;
  const kept = state === undefined ? [] : describeResources(state.resources);
  const sent = upstream === undefined ? [] : [describeUpstream(upstream)];
  return [listens, ...[...kept, ...sent, ...uncalled(source, loaded)].map((line) => `  ${line}`)];
}

/** The mock calls nobody, since a request would name the address. */
function uncalled({ document }: SourceDocument, { operations }: LoadedContract): string[] {
  const callbacks = operations.flatMap(({ operationId, value }) =>
    Object.keys(asObject(value.callbacks)).map((name) => `${name} (of ${operationId})`),
  );
  const names = [...callbacks, ...Object.keys(asObject(document.webhooks))];
  const shown = names.slice(0, MOST_UNCALLED).join(', ');
  const more = names.length > MOST_UNCALLED ? ` and ${names.length - MOST_UNCALLED} more` : '';
  return names.length === 0 ? [] : [`callbacks and webhooks are not called: ${shown}${more}`];
}

const MOST_UNCALLED = 5;
