import { runScript } from '../support/run-script';
import lock from '../../package-lock.json';
import manifest from '../../package.json';

/** The parts of CycloneDX 1.5 that are looked at. */
interface Bill {
  readonly bomFormat: string;
  readonly specVersion: string;
  readonly metadata: { readonly component: { readonly name: string } };
  readonly components: readonly { readonly name: string; readonly version: string }[];
  readonly dependencies: readonly { readonly ref: string; readonly dependsOn: readonly string[] }[];
}

describe('npm run sbom', () => {
  const { code, stdout } = runScript('scripts/sbom.ts', []);
  const bill = JSON.parse(stdout) as Bill;
  const packages = Object.entries(lock.packages as Record<string, { version: string; dev?: true }>)
    .filter(([place]) => place !== '')
    .map(([place, { version, dev }]) => ({
      place,
      name: place.split('node_modules/').at(-1)!,
      version,
      dev,
    }));

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

  it.each(Object.keys(manifest.dependencies))('names %s, which the service runs on', (name) => {
    const { version } = packages.find(({ place }) => place === `node_modules/${name}`)!;
    expect(bill.components).toContainEqual(expect.objectContaining({ name, version }));
    const [root] = bill.dependencies.filter(({ ref }) => ref.startsWith('plant-store@'));
    expect(root?.dependsOn).toContain(`${name}@${version}`);
  });

  it('names each package that is installed without those for development, and no other', () => {
    const expected = packages
      .filter(({ dev }) => dev !== true)
      .map((each) => `${each.name}@${each.version}`);
    const named = bill.components.map(({ name, version }) => `${name}@${version}`);
    expect(new Set(named)).toEqual(new Set(expected));
  });
});
