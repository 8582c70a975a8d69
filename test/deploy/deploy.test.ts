import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { copyFileSync, existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { loadAll } from 'js-yaml';
import { storeDrivers } from '../../src/plant-store/stores/open-store';
import { readConfig } from '../../src/plant-store/config';
import { Workplace } from '../support/plant-store-process';
import { temporaryFolder } from '../support/temporary-folder';
import { DEPLOY, readComposeServices } from './compose';
import { lastOf, readStages, ROOT } from './dockerfile';

/** What the Dockerfile and the examples in deploy/ say, against what the service does. */

const read = (name: string): string => readFileSync(path.join(DEPLOY, name), 'utf8');
const { maxConnections, shutdownGraceMs } = readConfig({});
const image = readStages().at(-1)!;

/** The parts of the manifests that are read here. */
interface Manifest {
  readonly kind: string;
  readonly spec: {
    readonly podSelector?: { readonly matchLabels: unknown };
    readonly ingress?: readonly NetworkRule[];
    readonly selector: { readonly matchLabels?: unknown };
    readonly template?: { readonly metadata: { readonly labels: unknown }; readonly spec: Pod };
    readonly ports?: readonly { readonly targetPort: string }[];
  };
}
/** A rule of a NetworkPolicy; without `from`, it is for everybody. */
interface NetworkRule {
  readonly from?: readonly unknown[];
  readonly ports: readonly { readonly port: string }[];
}
interface Pod {
  readonly terminationGracePeriodSeconds: number;
  readonly containers: readonly Container[];
}
interface Container {
  readonly env: readonly { readonly name: string; readonly value: string }[];
  readonly ports: readonly { readonly name: string; readonly containerPort: number }[];
  readonly lifecycle: { readonly preStop: { readonly exec: { readonly command: string[] } } };
  readonly volumeMounts: readonly { readonly mountPath: string }[];
  readonly resources: { readonly limits: Readonly<Record<string, string>> };
  readonly securityContext: Readonly<Record<string, unknown>>;
}

const manifests = loadAll(read('kubernetes.yaml')) as Manifest[];
const pod = manifests.find(({ kind }) => kind === 'Deployment')!.spec.template!;
const [container] = pod.spec.containers as [Container];
const services = readComposeServices();

it('sets no variable that the service does not read', () => {
  const page = readFileSync(path.join(ROOT, 'docs', 'configuration.md'), 'utf8');
  const known = [...page.matchAll(/^\| `([A-Z_]+)`/gm)].map(([, name]) => name);
  const set = [
    ...lastOf(image, 'ENV').matchAll(/(?<=^| )([A-Z_]+)=/g),
    ...read('service.env.example').matchAll(/^([A-Z_]+)=/gm),
    ...read('plant-store.service').matchAll(/^Environment=([A-Z_]+)=/gm),
    ...container.env.map(({ name }) => [name, name]),
  ].map(([, name]) => name);
  expect(set.length).toBeGreaterThan(8);
  // Read by glibc.
  known.push('MALLOC_MMAP_THRESHOLD_');
  expect(known).toEqual(expect.arrayContaining(set));
});

it('has no secret in a file', () => {
  for (const name of readdirSync(DEPLOY)) {
    const values = [
      ...read(name).matchAll(/(?:ACCESS_TOKENS|PASSWORD)(?:=|: *|, value: *)(\S*)$/gm),
    ];
    expect(values.filter(([, value]) => value !== '')).toEqual([]);
  }
});

it('has the drivers of all databases, and nothing for development', () => {
  const [build] = readStages();
  const install = build!.findLast(({ name }) => name === 'RUN')!.text;
  const added = [...install.matchAll(/"dependencies\.(\w+)=\*"/g)].map(([, name]) => name);
  expect(added).toEqual(storeDrivers.map((driver) => driver.package));
  expect(install).toMatch(
    /npm pkg delete devDependencies && .*&& npm ci --workspace=openapi-trellis --include-workspace-root$/,
  );
});

it('copies what there is, and what is not left out of the build', () => {
  const ignored = readFileSync(path.join(ROOT, '.dockerignore'), 'utf8').split('\n');
  const [build] = readStages();
  const copied = build!
    .filter(({ name }) => name === 'COPY')
    .flatMap(({ text }) => text.split(' ').slice(0, -1));
  for (const name of copied.filter((each) => each !== '.')) {
    expect(existsSync(path.join(ROOT, name))).toBe(true);
    expect(ignored).not.toContain(name);
  }
  expect(ignored).toEqual(expect.arrayContaining(['.git', '**/node_modules', '**/*.env']));
});

/** A tag says what it is for people, a digest what it is. */
const DIGEST = /^[a-z]+:\d[\w.-]*@sha256:[0-9a-f]{64}( AS \w+)?$/;

it('runs as another than root, with a pinned base image and a folder that it may write to', () => {
  for (const stage of readStages()) expect(stage[0]?.text).toMatch(DIGEST);
  expect(lastOf(image, 'USER')).toMatch(/^[1-9]\d*:[1-9]\d*$/);
  expect(lastOf(image, 'ENV')).toContain(`DATABASE_URL=sqlite:${lastOf(image, 'VOLUME')}/`);
  expect(container.volumeMounts.map(({ mountPath }) => mountPath)).toEqual([
    lastOf(image, 'WORKDIR'),
  ]);
});

it.each(services)(
  'bounds the container "%s", and lets it do no more than it needs',
  (_, service) => {
    expect(service).toMatchObject({
      read_only: true,
      cap_drop: ['ALL'],
      security_opt: ['no-new-privileges:true'],
      mem_limit: expect.stringMatching(/^\d+[mg]$/),
      cpus: expect.any(Number),
      pids_limit: expect.any(Number),
    });
    expect(service.cap_add ?? service.privileged).toBeUndefined();
    // An image that is built here has no digest before.
    if (service.build === undefined) expect(service.image).toMatch(DIGEST);
    for (const port of service.ports ?? []) expect(port).toMatch(/^127\.0\.0\.1:/);
  },
);

it('bounds the pod, and lets it do no more than it needs', () => {
  expect(Object.keys(container.resources.limits)).toEqual(['cpu', 'memory']);
  expect(container.securityContext).toEqual({
    allowPrivilegeEscalation: false,
    capabilities: { drop: ['ALL'] },
    readOnlyRootFilesystem: true,
  });
});

it('lets only some reach the management port, which answers without credentials', () => {
  const { spec } = manifests.find(({ kind }) => kind === 'NetworkPolicy')!;
  const reached = (rules: readonly NetworkRule[] = []): string[] =>
    rules.flatMap(({ ports }) => ports.map(({ port }) => port));
  expect(reached(spec.ingress?.filter(({ from }) => from === undefined))).toEqual(['http']);
  expect(reached(spec.ingress?.filter(({ from }) => from !== undefined))).toEqual(['management']);
});

it('gives the service longer to end than it takes', () => {
  const seconds = shutdownGraceMs / 1_000;
  for (const [name, { restart, stop_grace_period: grace = '' }] of services) {
    // One that makes something and ends is not told to.
    if (restart !== undefined)
      expect([name, Number.parseInt(grace) > seconds]).toEqual([name, true]);
  }
  expect(Number(/^TimeoutStopSec=(\d+)$/m.exec(read('plant-store.service'))?.[1])).toBeGreaterThan(
    seconds,
  );
  const grace = container.env.find(({ name }) => name === 'SHUTDOWN_GRACE_MS')!.value;
  const [, pause] = container.lifecycle.preStop.exec.command;
  expect(pod.spec.terminationGracePeriodSeconds).toBeGreaterThan(
    Number(grace) / 1_000 + Number(pause),
  );
});

it('lets the service open as many connections as it keeps, and files beside them', () => {
  const [, limit] = /^LimitNOFILE=(\d+)$/m.exec(read('plant-store.service'))!;
  expect(Number(limit)).toBeGreaterThanOrEqual(maxConnections + 128);
});

it('names services, ports and labels that there are', () => {
  const names = services.map(([name]) => name);
  for (const [, { depends_on: needed = {} }] of services) {
    expect(names).toEqual(expect.arrayContaining(Object.keys(needed)));
  }
  const ports = new Map(container.ports.map(({ name, containerPort }) => [name, containerPort]));
  for (const [, port] of read('kubernetes.yaml').matchAll(/httpGet: .*port: (\w+)/g)) {
    expect(ports.has(port!)).toBe(true);
  }
  expect(String(ports.get('http'))).toBe(/PORT=(\d+)/.exec(lastOf(image, 'ENV'))?.[1]);
  const management = container.env.find(({ name }) => name === 'MANAGEMENT_PORT')!.value;
  expect(String(ports.get('management'))).toBe(management);
  for (const { kind, spec } of manifests) {
    const selected =
      kind === 'Service' ? spec.selector : (spec.podSelector ?? spec.selector).matchLabels;
    expect(selected).toEqual(pod.metadata.labels);
    for (const { targetPort } of spec.ports ?? []) expect(ports.has(targetPort)).toBe(true);
  }
});

/** A test that runs a program of the machine; where there is none, it is skipped, and its name says so. */
function itRuns(command: readonly [string, ...string[]], name: string, test: () => void): void {
  const [program, ...args] = command;
  if (spawnSync(program, args).status === 0) it(name, test);
  else {
    const why = `"${command.join(' ')}" does not run here`;
    process.stderr.write(`skipped: ${name}, since ${why}\n`);
    it.skip(`${name} (skipped: ${why})`, test);
  }
}

describe('the programs that read these files take', () => {
  const folder = temporaryFolder();
  const run = (program: string, ...args: string[]): unknown => {
    const { status, stdout, stderr } = spawnSync(program, args, { encoding: 'utf8' });
    return { status, output: stdout + stderr };
  };

  itRuns(['systemd-analyze', '--version'], 'the unit of systemd', () => {
    const file = path.join(folder, 'plant-store.service');
    writeFileSync(file, read('plant-store.service').replace('/usr/bin/node', process.execPath));
    expect(run('systemd-analyze', 'verify', file)).toEqual({ status: 0, output: '' });
  });

  itRuns(['docker', 'compose', 'version'], 'the compose file', () => {
    for (const name of ['compose.yaml', 'service.env', 'database.env']) {
      const from = name.endsWith('.env') ? `${name}.example` : name;
      copyFileSync(path.join(DEPLOY, from), path.join(folder, name));
    }
    const file = path.join(folder, 'compose.yaml');
    const command = ['compose', '--file', file, 'config', '--quiet'];
    expect(run('docker', ...command)).toEqual({ status: 0, output: '' });
  });
});

it('projects of init start from the image that this one does, and are as healthy', () => {
  const own = readStages(path.join(ROOT, 'src', 'tools', 'template', 'project'));
  const base = lastOf(image, 'FROM');
  expect(own.map(([from]) => from!.text)).toEqual([`${base} AS build`, base]);
  for (const name of ['HEALTHCHECK', 'USER', 'STOPSIGNAL']) {
    expect(lastOf(own.at(-1)!, name)).toBe(lastOf(image, name));
  }
});

describe('HEALTHCHECK', () => {
  const workplace = new Workplace();
  afterAll(() => workplace.remove());

  const check = async (env: Readonly<Record<string, string>>): Promise<unknown> => {
    const [, command] = /CMD (\[.*\])$/.exec(lastOf(image, 'HEALTHCHECK'))!;
    const [, ...args] = JSON.parse(command!) as string[];
    const [code] = (await once(spawn(process.execPath, args, { env }), 'exit')) as [unknown];
    return code;
  };

  it('is 0 while the service is ready, on the management port too, and 1 without one', async () => {
    const service = await workplace.serve({ ACCESS_TOKENS: 'a', MANAGEMENT_PORT: '0' });
    const [, management = ''] = /management listens on \S+:(\d+)/.exec(service.output.stdout)!;
    expect(await check({ PORT: '1', MANAGEMENT_PORT: management })).toBe(0);
    const { port } = new URL(service.url);
    // What is under /-/ is on the other port.
    expect(await check({ PORT: port })).toBe(1);
    service.kill('SIGTERM');
    await service.closed;
    expect(await check({ PORT: '1', MANAGEMENT_PORT: management })).toBe(1);
  });
});
