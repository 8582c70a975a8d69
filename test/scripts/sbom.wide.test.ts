import { runScript } from '../support/run-script';
import lock from '../../package-lock.json';
import manifest from '../../package.json';
import runtime from '../../src/runtime/package.json';
import { storeDrivers } from '../../src/plant-store/stores/open-store';

/** The parts of CycloneDX 1.5 that are looked at. */
interface Bill {
  readonly bomFormat: string;
  readonly specVersion: string;
  readonly metadata: { readonly component: { readonly name: string } };
  readonly components: readonly { readonly name: string; readonly version: string }[];
  readonly dependencies: readonly { readonly ref: string; readonly dependsOn: readonly string[] }[];
}

interface Locked {
  readonly version: string;
  readonly dependencies?: Readonly<Record<string, string>>;
  readonly optionalDependencies?: Readonly<Record<string, string>>;
}

/** The runtime contains jose. */
const packages: Readonly<Record<string, Locked>> = {
  ...(lock.packages as unknown as Readonly<Record<string, Locked>>),
  'node_modules/openapi-trellis': {
    version: runtime.version,
    dependencies: { ...runtime.dependencies, jose: '*' },
  },
};

/** A package and what it depends on, as `name@version`, found as Node finds it from a place in the tree. */
function closureOf(from: string, name: string, known = new Set<string>()): string[] {
  const place = `${from === '' ? '' : `${from}/`}node_modules/${name}`;
  const locked = packages[place];
  if (locked === undefined)
    return closureOf(from.replace(/\/?node_modules\/(?!.*node_modules\/).*$/, ''), name, known);
  if (known.has(place)) return [];
  known.add(place);
  const names = Object.keys({ ...locked.dependencies, ...locked.optionalDependencies });
  const below = names.flatMap((each) => closureOf(place, each, known));
  return [`${name}@${locked.version}`, ...below];
}

describe('npm run sbom', () => {
  const { code, stdout } = runScript('scripts/sbom.ts', []);
  const bill = JSON.parse(stdout) as Bill;
  const needed = [
    ...Object.keys(manifest.dependencies),
    ...storeDrivers.map((driver) => driver.package),
  ];

  it('is a bill of CycloneDX', () => {
    expect({ code, bill }).toMatchObject({
      code: 0,
      bill: {
        bomFormat: 'CycloneDX',
        specVersion: '1.5',
        metadata: { component: { name: 'plant-store' } },
      },
    });
  });

  it.each(needed)('names %s, which the service runs on', (name) => {
    const { version } = packages[`node_modules/${name}`]!;
    const component = { name, version, scope: 'required' };
    expect(bill.components).toContainEqual(expect.objectContaining(component));
    const [root] = bill.dependencies.filter(({ ref }) => ref.startsWith('plant-store@'));
    expect(root?.dependsOn).toContain(`${name}@${version}`);
  });

  it('names each package that these depend on, and no other', () => {
    const named = bill.components.map(({ name, version }) => `${name}@${version}`);
    expect(new Set(named)).toEqual(new Set(needed.flatMap((name) => closureOf('', name))));
  });
});
