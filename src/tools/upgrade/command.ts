import { lstatSync, rmSync } from 'node:fs';
import path from 'node:path';
import { CommandError, EXIT_OK, parseOptions, printLines } from '../cli';
import { type PlacedPackages, placePackages } from '../init';
import { formerDependency, MANIFEST, withPackages } from './manifest';
import { isOwn, readProject, replaceFile } from './project-files';
import { remarksOn, upgradedFile } from './upgraded-file';

const USAGE = `Usage: trellis upgrade [--package FILE ...]
Upgrades a project of plant-store 1.1 in its folder: imports, commands, dependencies.
  --package FILE    openapi-trellis and openapi-trellis-tools, packed, each once; or a version that npm installs of both;
                    by default they pack themselves into tools/`;

/** A dependency on a packed file in the project. */
const PACKED = /^file:(?!.*\.\.|\/)(?:\.\/)?(.*\.tgz)$/;

/** Changes the project in the working directory; prints what it changes, and what it leaves to the user. */
export function upgrade(args: readonly string[]): number {
  const options = { package: { type: 'string', multiple: true } } as const;
  const { package: given = [] } = parseOptions(options, USAGE, args);
  try {
    upgradeIn(process.cwd(), given);
    return EXIT_OK;
  } catch (error) {
    if (!(error instanceof Error && 'syscall' in error)) throw error;
    throw new CommandError(`${error.message}; remove the cause, and run the upgrade again`);
  }
}

function upgradeIn(folder: string, given: readonly string[]): void {
  const texts = readProject(folder);
  const former = formerDependency(texts.get(MANIFEST));
  const files = [...texts].map(([file, text]) => upgradedFile(file, text));
  const upgraded = former === undefined ? files : withPackages(files, place(folder, given));
  const changed = upgraded.filter(({ changes }) => changes.length > 0);
  // The package.json comes last, so that an upgrade that was cut off begins again.
  const isLast = ({ file }: { readonly file: string }): number => Number(file === MANIFEST);
  for (const { file, text, changes } of changed.sort((one, two) => isLast(one) - isLast(two))) {
    replaceFile(folder, file, text);
    printLines(`${file}: ${changes.join(', ')}`);
  }
  const [, packed = ''] = PACKED.exec(former ?? '') ?? [];
  if (isOwn(folder, packed)) {
    rmSync(path.join(folder, packed));
    printLines(`${packed}: removed`);
  }
  const remarks = upgraded.flatMap(remarksOn);
  if (remarks.length > 0) printLines('Left to you:', ...remarks.map((remark) => `  ${remark}`));
  const next = 'Run what is left: npm install && npm run generate && npm run check';
  printLines(changed.length === 0 ? 'There is nothing to change' : next);
}

/** @throws CommandError where the packages would be placed elsewhere */
function place(folder: string, given: readonly string[]): PlacedPackages {
  const tools = lstatSync(path.join(folder, 'tools'), { throwIfNoEntry: false });
  if (tools?.isSymbolicLink() !== true) return placePackages(folder, given);
  throw new CommandError('tools is a symbolic link; put a folder in its place');
}
