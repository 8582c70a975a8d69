import { spawn, type ChildProcess } from 'node:child_process';
import { watch } from 'node:fs';
import path from 'node:path';
import { CommandError, EXIT_OK, parseOptions, runCommand } from './command-line';
import { writeGenerated } from './generate/index';
import { Notices } from './notices';
import { generateFor, readProjectDocument } from './project';
import { DEFAULT_OUT, DEFAULT_SPEC, ROOT } from './folders';
import { nativeCompiler } from './native-compiler';

/** Editors write a file in several steps; what happens within this time is one change. */
const SETTLE_MS = 100;

const USAGE = `Usage: npm run dev -- [--strict] [--all]
  --strict  keeps what was generated before while the document has a warning
  --all     shows every warning, not only the first ten`;

const OPTIONS = {
  strict: { type: 'boolean', default: false },
  all: { type: 'boolean', default: false },
} as const;

/**
 * Watches `spec` and `src`: regenerates when the document changes, starts the service anew when
 * anything does, and has the compiler list what is left to write. A faulty document is reported, and
 * what was served before goes on being served.
 */
async function devCommand(): Promise<number> {
  const options = parseOptions(OPTIONS, USAGE);
  await regenerate(options);
  const compiler = spawn(nativeCompiler(), ['-p', ROOT, '--watch', '--preserveWatchOutput'], {
    stdio: ['ignore', 'inherit', 'inherit'],
  });
  const service = new Restartable();
  service.restart();
  onChange(path.join(ROOT, 'spec'), async () => {
    if (await regenerate(options)) service.restart();
  });
  onChange(path.join(ROOT, 'src'), () => {
    service.restart();
    return Promise.resolve();
  });
  await new Promise<void>((resolve) => {
    process.once('SIGINT', resolve);
    process.once('SIGTERM', resolve);
  });
  compiler.kill();
  service.stop();
  process.exit(EXIT_OK);
}

/** @returns whether the generated files belong to the document now */
async function regenerate(options: { strict: boolean; all: boolean }): Promise<boolean> {
  try {
    const source = readProjectDocument(DEFAULT_SPEC);
    const notices = new Notices(source, options);
    const { report } = notices;
    const files = await generateFor(source, DEFAULT_OUT, { strict: options.strict, report });
    notices.show();
    for (const { file } of writeGenerated(DEFAULT_OUT, files)) {
      process.stdout.write(`generated ${file}\n`);
    }
    return true;
  } catch (error) {
    if (!(error instanceof CommandError)) throw error;
    process.stderr.write(`${error.message}\n`);
    return false;
  }
}

function onChange(folder: string, react: () => Promise<void>): void {
  let timer: NodeJS.Timeout | undefined;
  watch(folder, { recursive: true }, () => {
    clearTimeout(timer);
    timer = setTimeout(() => void react(), SETTLE_MS);
  });
}

/** The service in a process of its own. */
class Restartable {
  private child: ChildProcess | undefined;

  /** Starts it, after the one before has let go of port and database. */
  restart(): void {
    const start = (): void => {
      const entry = path.join(ROOT, 'scripts', 'dev', 'serve.ts');
      this.child = spawn(process.execPath, ['--import', 'tsx', entry], { stdio: 'inherit' });
    };
    const { child } = this;
    this.child = undefined;
    if (child?.exitCode === null && child.kill()) child.once('exit', start);
    else start();
  }

  stop(): void {
    this.child?.kill();
  }
}

runCommand(devCommand);
