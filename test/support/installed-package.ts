import { execFileSync } from 'node:child_process';
import { existsSync, mkdirSync, readFileSync, rmSync, symlinkSync } from 'node:fs';
import path from 'node:path';
import manifest from '../../package.json';
import { npm } from './new-project';

const ROOT = path.join(__dirname, '..', '..');

/** A folder with the packed package and its dependencies. */
export class InstalledPackage {
  private readonly modules: string;
  readonly folder: string;
  /** The programs: the service, and the tools. */
  readonly bin: string;
  readonly trellis: string;

  /** @param parent folder with the `node_modules` for the package */
  constructor(parent: string) {
    this.modules = path.join(parent, 'node_modules');
    this.folder = path.join(this.modules, manifest.name);
    this.bin = path.join(this.folder, manifest.bin['plant-store']);
    this.trellis = path.join(this.folder, manifest.bin.trellis);
  }

  install(tarball: string): void {
    mkdirSync(this.folder, { recursive: true });
    execFileSync('tar', ['-xzf', tarball, '--strip-components=1', '-C', this.folder]);
    for (const place of neededPlaces()) {
      const [, name] = /^node_modules\/((?!.*node_modules).*)$/.exec(place) ?? [];
      if (name !== undefined) this.link(name);
    }
  }

  /** Places of the package and its dependencies in the folder, by the lock file. */
  places(): readonly string[] {
    return [`node_modules/${manifest.name}`, ...neededPlaces()];
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

function neededPlaces(): string[] {
  const lock = readFileSync(path.join(ROOT, 'package-lock.json'), 'utf8');
  const { packages } = JSON.parse(lock) as { readonly packages: Record<string, { dev?: true }> };
  return Object.entries(packages)
    .filter(([place, { dev }]) => place !== '' && dev !== true)
    .map(([place]) => place)
    .filter((place) => existsSync(path.join(ROOT, place)));
}

export function filesOf(tarball: string): string[] {
  const list = execFileSync('tar', ['-tzf', tarball], { encoding: 'utf8' });
  return list.trim().split('\n').sort();
}

export function hasRegistry(): boolean {
  const offline = ['--fetch-retries=0', '--fetch-timeout=20000'];
  return npm(ROOT, 'view', 'typescript', 'version', ...offline).code === 0;
}

/** Packs this checkout, or a package in it, with its present build. @returns the packed file */
export function packInto(folder: string, from = ROOT): string {
  const packing = ['pack', '--silent', '--ignore-scripts', '--pack-destination', folder];
  return path.join(folder, execFileSync('npm', packing, { cwd: from, encoding: 'utf8' }).trim());
}
