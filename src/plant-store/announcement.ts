import type { FirstToken } from './access/first-token';
import type { RunningServer } from './server';
import { storeName } from './stores/open-store';

/** What the operator is told of the token that the first start made. */
export interface TokenNote {
  readonly token: FirstToken;
  /** The file that it is in; absent: it is shown. */
  readonly file?: string;
}

/** What the operator sees when the service listens. @param note absent: no token was made */
export function announce(server: RunningServer, databaseUrl: string, note?: TokenNote): string {
  const { url, managementUrl } = server;
  const lines = [`plant-store listens on ${url} and keeps its plants in ${storeName(databaseUrl)}`];
  if (managementUrl !== url) lines.push(`management listens on ${managementUrl}`);
  if (note !== undefined) lines.push('', ...firstSteps(url, note));
  return `${lines.join('\n')}\n`;
}

function firstSteps(url: string, { token, file }: TokenNote): string[] {
  const { secret, expiresAt } = token;
  const end = expiresAt === undefined ? 'does not expire' : `expires on ${expiresAt.toISOString()}`;
  const where = file === undefined ? 'It is shown only once' : 'It is in this file alone';
  const credentials = file === undefined ? secret : `'"$(cat ${quoted(file)})"'`;
  return [
    `The first access token was created. ${where}, and ${end}:`,
    '',
    `  ${file ?? secret}`,
    '',
    'Add a plant with it:',
    '',
    `  curl -i ${url}/plants -H 'Authorization: Bearer ${credentials}' -H 'Content-Type: application/json' -d '{"id":1,"name":"Monstera deliciosa","tag":"tropical"}'`,
    '',
  ];
}

/** For a POSIX shell. */
function quoted(text: string): string {
  return /^[\w./-]+$/.test(text) ? text : `'${text.replaceAll("'", `'\\''`)}'`;
}
