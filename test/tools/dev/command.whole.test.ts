import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { rmSync } from 'node:fs';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { NewProject } from '../../support/new-project';
import { runScript } from '../../support/run-script';
import { copyProject } from '../../support/project-copy';
import { putFile, temporaryFolder } from '../../support/temporary-folder';
import { itEach } from '../../support/it-each';

it('npm run dev names its options for one that it does not have', () => {
  const { code, stderr } = runScript('scripts/dev.ts', ['--lenient']);
  expect(code).toBe(2);
  expect(stderr).toBe("Unknown option '--lenient'\nUsage: npm run dev -- [OPTIONS]\n");
});

const isListening = (url: string): Promise<boolean> =>
  fetch(url).then(
    () => true,
    () => false,
  );

/** If npm did not end, kills all processes that it started. */
function killGroup(leader: number): void {
  try {
    process.kill(-leader, 'SIGKILL');
  } catch {
    // All have ended.
  }
}

it('npm that is told to end leaves nobody behind who listens', async () => {
  const copy = copyProject();
  const { folder } = copy;
  rmSync(path.join(folder, 'tsconfig.json'));
  const env = { ...process.env, PORT: '0', ACCESS_TOKENS: 't', NO_COLOR: '1' };
  const npm = spawn('npm', ['run', 'dev'], { cwd: folder, env, detached: true });
  try {
    let output = '';
    npm.stdout.on('data', (chunk: Buffer) => (output += chunk.toString()));
    let url: string | undefined;
    while ((url = /is served at (http:[^\s,]+)/.exec(output)?.[1]) === undefined) await sleep(20);
    expect(await isListening(url)).toBe(true);
    npm.kill('SIGTERM');
    if (npm.exitCode === null && npm.signalCode === null) await once(npm, 'exit');
    while (await isListening(url)) await sleep(20);
  } finally {
    killGroup(npm.pid!);
    copy.remove();
  }
});

describe('a project of its own does not start', () => {
  const project = new NewProject(temporaryFolder());
  const write = (file: string, text: string): string => putFile(project.folder, file, text);

  itEach<[server: string, args: string[], want: RegExp]>({
    'without startServer': [
      'export const start = 1;\n',
      [],
      /^src\/server\.ts exports no function startServer, which starts the service in development; docs\/own-service\.md says how\n$/,
    ],
    'with a server that cannot be loaded': [
      "import './nowhere';\n",
      [],
      /^src\/server\.ts:1: Cannot find module '\.\/nowhere'; write that module, or correct the import\n$/,
    ],
    'with an application that is not there': [
      '',
      ['--app', 'nowhere.ts'],
      /^There is no module at nowhere\.ts; --app names the one that starts the service\n$/,
    ],
  })('%s', (_, server, args, want) => {
    write('openapi.yaml', 'openapi: 3.1.0\n');
    write('src/config.ts', 'export const readConfig = () => ({});\n');
    write('src/server.ts', server);
    const { code, stderr } = project.trellis('dev', ...args);
    expect({ code, stderr }).toEqual({ code: 2, stderr: expect.stringMatching(want) as string });
  });
});
