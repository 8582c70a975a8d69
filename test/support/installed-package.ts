import { execFileSync } from 'node:child_process';
import { existsSync, mkdirSync, rmSync, symlinkSync } from 'node:fs';
import path from 'node:path';
import lock from '../../package-lock.json';
import plantStore from '../../package.json';
import runtime from '../../src/runtime/package.json';
import tools from '../../src/tools/package.json';
import { npm } from './new-project';

const ROOT = path.join(__dirname, '..', '..');

/** The packages, with the folder of each. */
const OWN = {
  runtime: { manifest: runtime, source: path.join(ROOT, 'src', 'runtime') },
  tools: { manifest: tools, source: path.join(ROOT, 'src', 'tools') },
  'plant-store': { manifest: plantStore, source: ROOT },
} as const;

export type OwnName = keyof typeof OWN;

/** The name of a packed package. */
export function packedName(name: OwnName): string {
  const { manifest } = OWN[name];
  return `${manifest.name}-${manifest.version}.tgz`;
}

/** A folder with packed packages and their dependencies. */
export class InstalledPackages {
  private readonly modules: string;
  /** The programs: the service, and the tools. */
  readonly bin: string;
  readonly trellis: string;

  /** @param parent folder with the `node_modules` for the packages */
  constructor(parent: string) {
    this.modules = path.join(parent, 'node_modules');
    this.bin = path.join(this.modules, plantStore.name, plantStore.bin['plant-store']);
    this.trellis = path.join(this.modules, tools.name, tools.bin.trellis);
  }

  /** @param packed the folder of the packed files */
  install(packed: string, names: readonly OwnName[]): void {
    for (const name of names) {
      const folder = path.join(this.modules, OWN[name].manifest.name);
      mkdirSync(folder, { recursive: true });
      const tarball = path.join(packed, packedName(name));
      execFileSync('tar', ['-xzf', tarball, '--strip-components=1', '-C', folder]);
    }
    for (const place of placesOf(names)) {
      const [, name] = /^node_modules\/((?!.*node_modules).*)$/.exec(place) ?? [];
      if (name !== undefined && !existsSync(path.join(this.modules, name))) this.link(name);
    }
  }

  link(name: string): void {
    const target = path.join(this.modules, name);
    mkdirSync(path.dirname(target), { recursive: true });
    symlinkSync(path.join(ROOT, 'node_modules', name), target, 'dir');
  }

  unlink(name: string): void {
    rmSync(path.join(this.modules, name));
  }
}

interface Locked {
  readonly link?: boolean;
  readonly dependencies?: Readonly<Record<string, string>>;
}

const PLACES = lock.packages as unknown as Readonly<Record<string, Locked>>;

/** The places of packages that these depend on, by the lock file. */
export function placesOf(names: readonly OwnName[]): readonly string[] {
  const found = new Set<string>();
  const add = (from: string, { dependencies = {} }: Locked): void => {
    for (const name of Object.keys(dependencies)) {
      const place = placeFrom(from, name);
      if (PLACES[place]!.link === true || found.has(place)) continue;
      found.add(place);
      add(place, PLACES[place]!);
    }
  };
  for (const name of names) add('', OWN[name].manifest);
  return [...found];
}

/** Where Node finds a package from another place. */
function placeFrom(from: string, name: string): string {
  const place = path.posix.join(from, 'node_modules', name);
  if (place in PLACES) return place;
  if (from === '') throw new Error(`The lock file has no ${name}`);
  return placeFrom(from.replace(/\/?node_modules\/(?!.*node_modules\/).*$/, ''), name);
}

export function filesOf(tarball: string): string[] {
  const list = execFileSync('tar', ['-tzf', tarball], { encoding: 'utf8' });
  return list.trim().split('\n').sort();
}

export function hasRegistry(): boolean {
  const offline = ['--fetch-retries=0', '--fetch-timeout=20000'];
  return npm(ROOT, 'view', 'typescript', 'version', ...offline).code === 0;
}

/** Packs packages of this checkout with their present builds. @returns the packed files */
export function packInto(folder: string, names: readonly OwnName[]): string[] {
  const packing = ['pack', '--silent', '--ignore-scripts', '--pack-destination', folder];
  return names.map((name) => {
    execFileSync('npm', packing, { cwd: OWN[name].source });
    return path.join(folder, packedName(name));
  });
}
