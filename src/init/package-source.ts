import { copyFileSync, mkdirSync } from 'node:fs';
import path from 'node:path';
import { CommandError, IS_COMPILED } from '../cli/command-line';
import { ROOT } from '../cli/folders';
import { npm } from './npm';

/** The folder of a new project that has the package. */
const TOOLS = 'tools';

/**
 * Puts this package into a new project, which then installs on any machine: it is not in a registry.
 *
 * @param given a packed package, or what else npm installs, such as a version; by default this package packs itself
 * @returns where npm gets it from, for package.json
 * @throws CommandError where it cannot be packed or copied
 */
export function placePackage(project: string, given: string | undefined): string {
  if (given !== undefined && !isTarball(given)) return given;
  const folder = path.join(project, TOOLS);
  mkdirSync(folder, { recursive: true });
  return `file:${TOOLS}/${given === undefined ? pack(folder) : copy(given, folder)}`;
}

function isTarball(given: string): boolean {
  return /\.(?:tgz|tar\.gz)$/.test(given) && !/^[a-z+]+:/i.test(given);
}

function copy(file: string, folder: string): string {
  const name = path.basename(file);
  try {
    copyFileSync(file, path.join(folder, name));
  } catch (error) {
    const { code = '' } = error as NodeJS.ErrnoException;
    if (code === 'ENOENT') throw new CommandError(`There is no package at ${file}`);
    throw new CommandError(`The package ${file} cannot be copied (${code})`);
  }
  return name;
}

/** A checkout is built first; an installed package has all that it was packed with. */
function pack(folder: string): string {
  if (!IS_COMPILED) npm(ROOT, ['run', '--silent', 'build']);
  const packing = ['pack', '--silent', '--ignore-scripts', '--pack-destination', folder];
  return npm(ROOT, packing).trim();
}
