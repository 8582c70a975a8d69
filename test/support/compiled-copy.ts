import { cpSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { copyProject } from './project-copy';

const ROOT = path.join(__dirname, '..', '..');

/** A copy of the project with what was compiled of it, so that its next build compiles what was changed since. */
export function copyCompiledProject(): ReturnType<typeof copyProject> {
  const project = copyProject();
  const dist = path.join(project.folder, 'dist');
  cpSync(path.join(ROOT, 'dist'), dist, { recursive: true });
  findPackages(path.join(dist, '.tsbuildinfo'), dist);
  return project;
}

/** The compiler names files by their way from dist/, and those of packages are where they are installed. */
function findPackages(buildInfo: string, dist: string): void {
  const installed = path.relative(dist, path.join(ROOT, 'node_modules'));
  const text = readFileSync(buildInfo, 'utf8');
  writeFileSync(buildInfo, text.replaceAll('"../node_modules/', `"${installed}/`));
}
