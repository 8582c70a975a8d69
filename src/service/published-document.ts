import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import type { PublicationOptions } from '../management/management';
import { ConfigError } from './config';

/** The document as it is published: the path of the generated `openapi.json`, or its contents. */
export type PublishedDocument = string | PublicationOptions['documents'];

/**
 * What a service publishes of its document. A file is read when it is first asked for.
 *
 * @throws ConfigError naming a file that is not there
 */
export function readPublished(document: PublishedDocument): PublicationOptions['documents'] {
  if (typeof document !== 'string') return document;
  const json = path.resolve(document);
  if (!existsSync(json))
    throw new ConfigError(`There is no document at ${json}; npm run generate writes it`);
  const yaml = json.replace(/\.json$/, '.yaml');
  const hasYaml = yaml !== json && existsSync(yaml);
  return { json: () => readFile(json), ...(hasYaml && { yaml: () => readFile(yaml) }) };
}
