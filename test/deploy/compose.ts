import { readFileSync } from 'node:fs';
import path from 'node:path';
import { load } from 'js-yaml';
import { ROOT } from './dockerfile';

export const DEPLOY = path.join(ROOT, 'deploy');

/** The parts of a service in compose.yaml that are read here. */
export interface ComposeService {
  readonly build?: string;
  readonly image: string;
  readonly user?: string;
  readonly entrypoint?: readonly string[];
  readonly command?: readonly string[];
  readonly env_file?: readonly string[];
  readonly read_only?: boolean;
  readonly cap_drop?: readonly string[];
  readonly cap_add?: readonly string[];
  readonly security_opt?: readonly string[];
  readonly privileged?: boolean;
  readonly mem_limit?: string;
  readonly cpus?: number;
  readonly pids_limit?: number;
  readonly volumes?: readonly string[];
  readonly ports?: readonly string[];
  readonly restart?: string;
  readonly stop_grace_period?: string;
  readonly depends_on?: Readonly<Record<string, { readonly condition: string }>>;
}

/** The services of deploy/compose.yaml by name, each with what its merge keys bring. */
export function readComposeServices(): [name: string, service: ComposeService][] {
  // js-yaml takes a merge key for an ordinary one where it is quoted; which of several wins is Compose's rule.
  const text = readFileSync(path.join(DEPLOY, 'compose.yaml'), 'utf8').replaceAll('<<:', '"<<":');
  const { services } = load(text) as { services: Readonly<Record<string, WithMergeKey>> };
  return Object.entries(services).map(([name, { '<<': merged = [], ...own }]) => [
    name,
    Object.assign({}, ...[merged].flat().reverse(), own) as ComposeService,
  ]);
}

interface WithMergeKey extends ComposeService {
  readonly '<<'?: ComposeService | readonly ComposeService[];
}
