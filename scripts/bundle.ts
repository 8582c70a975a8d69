import { writeFileSync } from 'node:fs';
import path from 'node:path';
import { build, type Metafile, type Plugin } from 'esbuild';
import { noticesOf } from './bundle/notices';
import { bundleToolPackages } from './bundle/tool-packages';
import { EXIT_OK, runCommand } from '../src/tools/cli/command-line';
import { ROOT } from '../src/tools/cli/package-files';

const DIST = path.join(ROOT, 'dist');

/**
 * The programs of a start, by name in `dist`: the commands, which `main.js` and `trellis.js` run with the compile cache
 * of Node (src/plant-store/cached-start.ts), and the thread that every start of the service has.
 */
const PROGRAMS = {
  'src/main': 'src/plant-store/cached-start.ts',
  'src/main.program': 'src/plant-store/main.ts',
  'src/tools/trellis': 'src/plant-store/cached-start.ts',
  'src/tools/trellis.program': 'src/tools/trellis.ts',
  'src/plant-store/stores/sqlite/worker': 'src/plant-store/stores/sqlite/worker.ts',
};

/** Packages that every start of the service loads. All others stay external, and are loaded on demand. */
const BUNDLED = ['express', 'openapi-backend', 'pino', 'sonic-boom'];

/**
 * Bundles each program into one file, at the place of its first compiled module: finding, reading and compiling the
 * modules one by one took half of the CPU time of a start. Names and lines are kept to keep stack traces readable.
 */
async function bundleCommand(): Promise<number> {
  const { metafile } = await build({
    absWorkingDir: ROOT,
    entryPoints: PROGRAMS,
    outdir: DIST,
    outbase: ROOT,
    bundle: true,
    platform: 'node',
    target: 'node20.20',
    format: 'cjs',
    // Tests run it with vm.Script, which has no import().
    supported: { 'dynamic-import': false },
    plugins: [packagesOutside],
    metafile: true,
    logLevel: 'warning',
  });
  const all = [metafile, ...(await bundleToolPackages(DIST))];
  writeFileSync(path.join(DIST, 'NOTICES.txt'), noticesOf(packageFolders(all)));
  return EXIT_OK;
}

/** Keeps the modules of tools external, and packages that not every start of the service needs. */
const packagesOutside: Plugin = {
  name: 'packages-outside',
  setup(build) {
    build.onResolve({ filter: /^[^.]/ }, ({ path: specifier, importer }) => {
      const isOwn = /^(?:src|generated)[\\/]/.test(path.relative(ROOT, importer));
      return isOwn ? { external: !BUNDLED.includes(specifier) } : undefined;
    });
    build.onResolve({ filter: /^\./ }, ({ path: specifier, kind, importer, resolveDir }) => {
      if (kind === 'require-resolve') {
        const fromMain = path.relative(path.join(ROOT, 'src'), path.join(resolveDir, specifier));
        return { path: `./${fromMain.split(path.sep).join('/')}`, external: true };
      }
      const isTool = path.basename(importer) === 'trellis.ts';
      return isTool ? { path: specifier, external: true } : undefined;
    });
  },
};

function packageFolders(all: readonly Metafile[]): string[] {
  const files = all.flatMap(({ outputs }) =>
    Object.values(outputs).flatMap(({ inputs }) => Object.keys(inputs)),
  );
  const folders = files.flatMap((file) => /^.*node_modules\/(?:@[^/]+\/)?[^/]+/.exec(file) ?? []);
  return [...new Set(folders)].sort().map((folder) => path.join(ROOT, folder));
}

runCommand(bundleCommand);
