import type { RunningServer } from './server';
import { storeName } from './stores/open-store';

/** What the operator sees when the service listens. */
export function announce(server: RunningServer, databaseUrl: string): string {
  const { url, managementUrl, firstToken } = server;
  const lines = [`plant-store listens on ${url} and keeps its plants in ${storeName(databaseUrl)}`];
  if (managementUrl !== url) lines.push(`management listens on ${managementUrl}`);
  if (firstToken !== undefined) lines.push('', ...firstSteps(url, firstToken.secret));
  return `${lines.join('\n')}\n`;
}

function firstSteps(url: string, token: string): string[] {
  return [
    'The first access token was created. It is shown only once:',
    '',
    `  ${token}`,
    '',
    'Add a plant with it:',
    '',
    `  curl -i ${url}/plants -H 'Authorization: Bearer ${token}' -H 'Content-Type: application/json' -d '{"id":1,"name":"Monstera deliciosa","tag":"tropical"}'`,
    '',
  ];
}
