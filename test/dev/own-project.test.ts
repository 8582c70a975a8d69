import { mkdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { NewProject } from '../support/new-project';
import { temporaryFolder } from '../support/temporary-folder';

/** Other projects that development cannot start; own-project.whole.test.ts has one that it can. */

const folder = temporaryFolder();

describe('does not start', () => {
  const sources = (name: string, server: string): NewProject => {
    const other = new NewProject(path.join(folder, name));
    mkdirSync(path.join(other.folder, 'src'), { recursive: true });
    writeFileSync(path.join(other.folder, 'openapi.yaml'), 'openapi: 3.1.0\n');
    writeFileSync(
      path.join(other.folder, 'src', 'config.ts'),
      'export const readConfig = () => ({});\n',
    );
    writeFileSync(path.join(other.folder, 'src', 'server.ts'), server);
    return other;
  };

  it.each([
    [
      'without startServer',
      'export const start = 1;\n',
      /^src\/server\.ts exports no function startServer, which starts the service in development; docs\/own-service\.md says how\n$/,
    ],
    [
      'with a server that cannot be loaded',
      "import './nowhere';\n",
      /^src\/server\.ts:1: Cannot find module '\.\/nowhere'; write that module, or correct the import\n$/,
    ],
  ])('%s', (name, server, want) => {
    const { code, stderr } = sources(name.replaceAll(' ', '-'), server).plantStore('dev');
    expect({ code, stderr }).toEqual({ code: 2, stderr: expect.stringMatching(want) as string });
  });

  it('with an application that is not there', () => {
    const { code, stderr } = sources('app', '').plantStore('dev', '--app', 'nowhere.ts');
    expect({ code, stderr }).toEqual({
      code: 2,
      stderr: 'There is no module at nowhere.ts; --app names the one that starts the service\n',
    });
  });
});
