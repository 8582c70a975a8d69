import type { JsonObject } from '../../document';
import {
  type GivenTokens,
  type Redaction,
  secretHeaders,
  secretsOf,
  variableOf,
} from '../../judge';
import type { CommandOptions } from '../options';
import { environmentTokens, givenTokens } from '../test-options';
import { type Secret, shText } from './curl';

/** The command line of a run, for commands that repeat a part of it. */
export interface RunCommand {
  /** Options that affect the findings, with variables for the secrets. */
  readonly options: string;
  /** Option of the log that the run used; undefined if requests were generated. */
  readonly source: string | undefined;
  /** Folder with a file for each finding. */
  readonly folder: string | undefined;
  readonly secrets: readonly Secret[];
  /** Descriptions of the variables for a reader: `TOKEN (--token)`. */
  readonly variables: readonly string[];
}

const TOKEN_OPTIONS = [
  ['token', 'caller'],
  ['limited-token', 'limited'],
  ['other-token', 'other'],
] as const;

/** @param tokens tokens from any source */
export function runCommandOf(
  options: CommandOptions,
  tokens: GivenTokens,
  document: JsonObject,
  redaction: Redaction,
): Omit<RunCommand, 'folder'> {
  const secrets = secretsOf(tokens, options.headers);
  const from = sources(options, tokens, document);
  const log = (['traffic', 'replay'] as const).find((each) => options[each] !== undefined);
  return {
    options: words(options, document, redaction)
      .map((word) => shText(word))
      .join(' '),
    source: log && `--${log} ${shText(options[log] ?? '')}`,
    secrets: secrets.map((secret) => ({
      isPair: secret.includes(':'),
      isPlain: encodeURIComponent(secret) === secret,
    })),
    variables: secrets.map((_, index) => `${variableOf(index + 1)} (${from[index] ?? ''})`),
  };
}

/** Options as words; secrets are replaced by marks of Redaction. */
function words(options: CommandOptions, document: JsonObject, redaction: Redaction): string[] {
  const { url, spec, documents = [], extensions, hooks } = options;
  const { headers, limitedScopes, runs, limits, timeoutMs } = options;
  const given = (name: string, value: string | undefined): string[] =>
    value === undefined ? [] : [`--${name}`, value];
  const flag = (name: string, isGiven: boolean): string[] => (isGiven ? [`--${name}`] : []);
  const tokens = TOKEN_OPTIONS.flatMap(([name, who]) =>
    [...givenTokens(options.tokens[who], document)].flatMap(([scheme, token]) => [
      `--${name}`,
      `${scheme === '' ? '' : `${scheme}=`}${redaction.mark(token)}`,
    ]),
  );
  return [
    ...given('url', url && redaction.url(url)),
    ...given('spec', spec),
    ...documents.flatMap((each) => given('documents', each)),
    ...flag('allow-outside', options['allow-outside']),
    ...flag('strict-query', options['strict-query']),
    ...given('extensions', extensions),
    ...given('hooks', hooks),
    ...tokens,
    ...given('limited-scopes', limitedScopes.length > 0 ? limitedScopes.join(',') : undefined),
    ...headers.flatMap((header) => ['--header', redaction.header(header).join(': ')]),
    ...flag('read-only', options.readOnly),
    ...flag('stateless', options.stateless),
    ...flag('yes', options.yes),
    ...given('runs', runs === USUAL.runs ? undefined : String(runs)),
    ...given('rate', limits.rate === undefined ? undefined : String(limits.rate)),
    ...given('timeout-ms', timeoutMs === USUAL.timeoutMs ? undefined : String(timeoutMs)),
  ];
}

const USUAL = { runs: 100, timeoutMs: 10_000 };

/** The option or variable that gave each secret. */
function sources(
  { tokens: given, headers }: CommandOptions,
  tokens: GivenTokens,
  document: JsonObject,
): string[] {
  const environment = environmentTokens(process.env, document);
  const ofTokens = TOKEN_OPTIONS.flatMap(([name, who]) =>
    [...tokens[who]].map(([scheme, token]) => {
      if (givenTokens(given[who], document).get(scheme) === token)
        return `--${name}${scheme === '' ? '' : ` ${scheme}=`}`;
      const variable = `CONFORMANCE_TOKEN${scheme === '' ? '' : `_${scheme}`}`;
      return environment.get(scheme) === token ? variable : '--hooks';
    }),
  );
  return [...ofTokens, ...secretHeaders(headers).map(([name]) => `--header ${name}`)];
}
