import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import type { PublicationOptions } from '../management/management';
import { ConfigError } from './config';

/** The published document: the path of the generated `openapi.json`, or its contents. */
export type PublishedDocument = string | PublicationOptions['documents'];

/**
 * The documents that a service publishes. A file is read on first use.
 *
 * @throws ConfigError naming a missing file
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
