import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';

/** The fields of package.json in use. */
interface Manifest {
  readonly name: string;
  readonly version: string;
  readonly license?: string;
  readonly homepage?: string;
}

/** The licences of packages, which must accompany copies of their code. */
export function noticesOf(folders: readonly string[]): string {
  return folders.map(noticeOf).join(`\n${'-'.repeat(72)}\n\n`);
}

function noticeOf(folder: string): string {
  const manifest = JSON.parse(readFileSync(path.join(folder, 'package.json'), 'utf8')) as Manifest;
  const file = readdirSync(folder).find((name) => /^licen[cs]e(?:[-.]|$)/i.test(name));
  const text =
    file === undefined
      ? `Copyright of its authors, ${manifest.homepage}; the package has no text of its licence\n`
      : readFileSync(path.join(folder, file), 'utf8');
  return `${manifest.name} ${manifest.version} (${manifest.license ?? 'see below'})\n\n${text}`;
}
