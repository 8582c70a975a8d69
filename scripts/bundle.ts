import { copyFileSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { build, type BuildOptions, type Metafile, type Plugin } from 'esbuild';
import { noticesOf } from './bundle/notices';

/** What the build makes of each package beside its compiled modules: `scripts/bundle.ts PACKAGE`. */

const ROOT = path.join(__dirname, '..');

const BUNDLES: Readonly<Record<string, () => Promise<void>>> = {
  runtime: bundleRuntime,
  tools: bundleTools,
  'plant-store': bundlePlantStore,
};

/**
 * The programs of a start, by name in `dist`: the commands, which `main.js` runs with code that is compiled already
 * (src/plant-store/cached-start.ts), and the thread that every start of the service has.
 */
const PROGRAMS = {
  'src/main': 'src/plant-store/cached-start.ts',
  'src/main.program': 'src/plant-store/main.ts',
  'src/plant-store/stores/sqlite/worker': 'src/plant-store/stores/sqlite/worker.ts',
};

/** Packages that every start of the service loads, and the one that has only ES modules. */
const BUNDLED =
  /^(?:#jose|openapi-trellis\/(?!package\.json).*|express|openapi-backend|pino|sonic-boom)$/;

/**
 * Bundles each program into one file, at the place of its first compiled module: finding, reading and compiling the
 * modules one by one took half of the CPU time of a start. Names and lines are kept to keep stack traces readable.
 */
function bundlePlantStore(): Promise<void> {
  return bundle('dist', {
    entryPoints: PROGRAMS,
    conditions: ['openapi-trellis-source'],
    outbase: ROOT,
    // The script of cached-start.ts imports only by an option of Node that warns.
    supported: { 'dynamic-import': false },
    // Read where it is required: few starts need the tables of character encodings.
    loader: { '.json': 'copy' },
    assetNames: 'src/json/[name]-[hash]',
    plugins: [packagesOutside],
  });
}

/** Keeps packages external that not every start of the service needs. */
const packagesOutside: Plugin = {
  name: 'packages-outside',
  setup(build) {
    build.onResolve({ filter: /^[^.]/ }, ({ path: specifier, importer }) => {
      const isOwn = !importer.includes(`${path.sep}node_modules${path.sep}`);
      return isOwn && !BUNDLED.test(specifier) && importer !== '' ? { external: true } : undefined;
    });
    build.onResolve({ filter: /^\./ }, ({ path: specifier, kind, resolveDir }) => {
      if (kind !== 'require-resolve') return undefined;
      const fromMain = path.relative(path.join(ROOT, 'src'), path.join(resolveDir, specifier));
      return { path: `./${fromMain.split(path.sep).join('/')}`, external: true };
    });
  },
};

/** Files of Swagger UI that the docs page loads, and its licence. */
const SWAGGER_UI = [
  'swagger-ui-bundle.js',
  'swagger-ui-bundle.js.LICENSE.txt',
  'swagger-ui.css',
  'favicon-32x32.png',
  'LICENSE',
  'NOTICE',
];

/** The types that declarations refer to; nobody imports them. */
const JOSE_TYPES = `export type JWTVerifyGetKey = (header: unknown, token: unknown) => Promise<unknown>;
export type RemoteJWKSet = JWTVerifyGetKey;
`;

async function bundleRuntime(): Promise<void> {
  const dist = 'src/runtime/dist';
  const from = path.dirname(require.resolve('swagger-ui-dist/package.json'));
  mkdirSync(path.join(ROOT, dist, 'swagger-ui'), { recursive: true });
  for (const name of SWAGGER_UI) {
    copyFileSync(path.join(from, name), path.join(ROOT, dist, 'swagger-ui', name));
  }
  await bundle(dist, {
    stdin: { contents: "export * from 'jose'", resolveDir: ROOT },
    outfile: 'vendor/jose.js',
  });
  writeFileSync(path.join(ROOT, dist, 'vendor', 'jose.d.ts'), JOSE_TYPES);
}

function bundleTools(): Promise<void> {
  const entryPoints = { 'vendor/json-schema': 'src/tools/judge/json-schema.js' };
  return bundle('src/tools/dist', { entryPoints });
}

/** @param dist the folder of what is built, in which `outfile` is, too */
async function bundle(dist: string, { outfile, ...options }: BuildOptions): Promise<void> {
  const { metafile } = await build({
    ...options,
    ...(outfile === undefined ? { outdir: dist } : { outfile: path.join(dist, outfile) }),
    absWorkingDir: ROOT,
    bundle: true,
    platform: 'node',
    target: 'node20.20',
    format: 'cjs',
    metafile: true,
    logLevel: 'warning',
  });
  for (const file of Object.keys(metafile.outputs).map((each) => path.join(ROOT, each))) {
    writeFileSync(file, readFileSync(file, 'utf8').replaceAll(/[^\0-\x7f]/g, escaped));
  }
  writeFileSync(path.join(ROOT, dist, 'NOTICES.txt'), noticesOf(packageFolders(metafile)));
}

/** V8 takes two bytes for each character of a text that has one beyond Latin-1, as comments of packages do. */
function escaped(character: string): string {
  return `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`;
}

function packageFolders({ outputs }: Metafile): string[] {
  const files = Object.values(outputs).flatMap(({ inputs }) => Object.keys(inputs));
  const folders = files.flatMap((file) => /^.*node_modules\/(?:@[^/]+\/)?[^/]+/.exec(file) ?? []);
  return [...new Set(folders)].sort().map((folder) => path.join(ROOT, folder));
}

const [, , name = ''] = process.argv;
const make = BUNDLES[name];
if (make === undefined) throw new Error(`There is no package "${name}" to bundle`);
void make();
