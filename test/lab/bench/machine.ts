import { readFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import type { Machine } from './results';
import { PEERS } from './server-process';

/** This machine, as the results name it. */
export function describeMachine(pinned: boolean): Machine {
  const cores = os.cpus();
  return {
    cpu: (cores[0]?.model ?? 'unknown').trim(),
    cores: cores.length,
    memoryBytes: os.totalmem(),
    system: `${os.type()} ${os.arch()}`,
    node: process.version,
    pinned,
  };
}

/** The versions of the packages that the peers' package.json names, as they are installed. */
export function peerVersions(): Record<string, string> {
  const { dependencies } = readJson(path.join(PEERS, 'package.json')) as {
    dependencies: Record<string, string>;
  };
  return Object.fromEntries(
    Object.keys(dependencies).map((name) => {
      const manifest = path.join(PEERS, 'node_modules', name, 'package.json');
      return [name, (readJson(manifest) as { version: string }).version];
    }),
  );
}

function readJson(file: string): unknown {
  return JSON.parse(readFileSync(file, 'utf8'));
}
