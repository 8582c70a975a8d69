import type { parseArgs } from 'node:util';
import { CommandError } from '../../cli';
import type { LoadedContract } from '../../validators';
import type { UpstreamOptions } from './upstream';

export const UPSTREAM_OPTIONS = {
  upstream: { type: 'string' },
  'upstream-operations': { type: 'string' },
  'upstream-timeout': { type: 'string', default: '30' },
  'strict-upstream': { type: 'boolean', default: false },
  'mock-on': { type: 'string', default: '501,405' },
} as const;

export const UPSTREAM_USAGE = `
  --upstream URL    sends requests on to the service at URL
  --upstream-operations ID,...  only those of these operations; the others are mocked
  --upstream-timeout SECONDS  how long the service may take, 30 unless given
  --strict-upstream responds 502 where the service responds what the document does not state
  --mock-on STATUS,...|none  mocks what the service responds to with one of these; 501,405 unless given`;

type UpstreamValues = ReturnType<
  typeof parseArgs<{ options: typeof UPSTREAM_OPTIONS; strict: true }>
>['values'];

/**
 * @param port of the mock itself
 * @returns undefined without an upstream
 * @throws CommandError naming the option, its value and the allowed values
 */
export function upstreamOptions(values: UpstreamValues, port: number): UpstreamOptions | undefined {
  const { 'upstream-operations': operations } = values;
  if (values.upstream === undefined) {
    if (operations === undefined && !values['strict-upstream']) return undefined;
    throw new CommandError('--upstream-operations and --strict-upstream need --upstream URL');
  }
  return {
    url: urlOf(values.upstream, port),
    operationIds: operations === undefined ? undefined : new Set(listOf(operations)),
    mockedStatuses: statusesOf(values['mock-on']),
    isStrict: values['strict-upstream'],
    timeoutMs: secondsOf(values['upstream-timeout']) * 1000,
  };
}

/** @throws CommandError for an operation that the document does not have */
export function checkUpstreamOperations(
  { operations }: LoadedContract,
  { operationIds }: UpstreamOptions,
): void {
  const known = new Set(operations.map(({ operationId }) => operationId));
  const unknown = [...(operationIds ?? [])].filter((name) => !known.has(name));
  if (unknown.length === 0) return;
  const names = unknown.map((name) => `"${name}"`).join(', ');
  throw new CommandError(
    `--upstream-operations names ${names}, which the document does not have; it has ${[...known].join(', ')}`,
  );
}

/** A line about the forwarded operations. */
export function describeUpstream({ url, operationIds, mockedStatuses }: UpstreamOptions): string {
  const which = operationIds === undefined ? 'all operations' : [...operationIds].join(', ');
  const statuses = [...mockedStatuses].join(', ');
  const mocked = statuses === '' ? '' : `; mocked where it responds ${statuses}`;
  return `sent on to ${url.href}: ${which}${mocked}`;
}

const LOCAL = ['127.0.0.1', 'localhost', '[::1]'];

function urlOf(text: string, port: number): URL {
  const url = URL.canParse(text) ? new URL(text) : undefined;
  if (url !== undefined && url.username + url.password !== '') {
    throw new CommandError('--upstream must have no credentials; let clients send them');
  }
  const isPlain = url?.search === '' && url.hash === '';
  if (url === undefined || !isPlain || !['http:', 'https:'].includes(url.protocol)) {
    const allowed = 'an http or https URL without query and fragment';
    throw new CommandError(`--upstream must be ${allowed}, not "${text}"`);
  }
  if (LOCAL.includes(url.hostname) && url.port === String(port)) {
    throw new CommandError(`--upstream "${text}" is the mock itself; give it another --port`);
  }
  return url;
}

function statusesOf(text: string): ReadonlySet<string> {
  const statuses = text === 'none' ? [] : listOf(text);
  const wrong = statuses.find((status) => !/^[45]\d\d$/.test(status));
  if (wrong === undefined) return new Set(statuses);
  throw new CommandError(
    `--mock-on takes statuses from 400 to 599, separated by commas, or none, not "${wrong}"`,
  );
}

function listOf(text: string): string[] {
  return text
    .split(',')
    .map((each) => each.trim())
    .filter(Boolean);
}

/** A day, longer than any client waits. */
const MOST_SECONDS = 86_400;

function secondsOf(text: string): number {
  const seconds = Number(text);
  if (/^\d+(?:\.\d+)?$/.test(text) && seconds > 0 && seconds <= MOST_SECONDS) return seconds;
  throw new CommandError(
    `--upstream-timeout must be more than 0 and at most ${MOST_SECONDS} seconds, not "${text}"`,
  );
}
