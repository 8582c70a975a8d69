import { reportSvg } from './report-svg';
import { reportTable } from './report-table';
import type { Results, ServerFigures } from './results';
import { spreadOf } from './statistics';

const MIB = 2 ** 20;

/** A server's figures from the CPU times of its rounds. */
function figures(name: string, ...cpuMicros: number[]): ServerFigures {
  return {
    name,
    cpuMicros: spreadOf(cpuMicros),
    requestsPerSecond: spreadOf([9_000, 10_000, 11_000]),
    p50Ms: spreadOf([0.5]),
    p99Ms: spreadOf([1.25]),
    rssBytes: spreadOf([64 * MIB]),
    loopDelayP99Ms: spreadOf([2.5]),
  };
}

const servers = [
  figures('node:http by hand', 21, 20, 19),
  figures('fastify', 25, 24, 26),
  figures('openapi-backend', 300, 310, 290),
  figures('plant-store', 30, 28, 32),
];

const stores = [
  { ...figures('fastify', 130), lone: figures('', 200) },
  {
    ...figures('plant-store', 40),
    requestsPerSecond: spreadOf([62_000]),
    lone: { ...figures('', 250), p50Ms: spreadOf([0.75]) },
  },
];

const results: Results = {
  machine: {
    cpu: 'A <fast> CPU & more',
    cores: 2,
    memoryBytes: 4 * 2 ** 30,
    system: 'Linux x64',
    node: 'v20.0.0',
    pinned: true,
  },
  settings: { rounds: 3, seconds: 2, connections: 8, storeConnections: 16 },
  versions: { fastify: '5.0.0', 'openapi-backend': '5.1.0' },
  contract: servers,
  responses: [figures('200', 30), figures('404', 33)],
  store: stores,
  postgres: stores,
  postgresCreates: [
    { name: 'fastify', createsPerSecond: spreadOf([10_000]) },
    { name: 'plant-store', createsPerSecond: spreadOf([45_000, 46_000, 44_000]) },
  ],
  operations: [
    {
      name: 'plant-store',
      operations: 1,
      startLimitMs: 60_000,
      startMs: spreadOf([300]),
      rssBytes: spreadOf([70 * MIB]),
      requests: { exact: figures('', 40), templated: figures('', 50), miss: figures('', 10) },
    },
    {
      name: 'plant-store',
      operations: 1_000,
      startLimitMs: 60_000,
      startMs: spreadOf([500]),
      rssBytes: spreadOf([90 * MIB]),
      requests: { exact: figures('', 42), templated: figures('', 60), miss: figures('', 10) },
    },
    { name: 'openapi-backend', operations: 1_000, startLimitMs: 60_000, requests: {} },
  ],
  start: {
    startMs: spreadOf([240, 250, 260]),
    startCpuMs: spreadOf([140, 150, 160]),
    startCpuRatio: spreadOf([4, 5, 6]),
    idleRssBytes: spreadOf([80 * MIB]),
    afterRequests: [{ requests: 100_000, rssBytes: 120 * MIB }],
  },
};

/** The rows below a heading, without the head and the rule, as cells. */
function rowsOf(report: string, heading: string): string[][] {
  const [, section = ''] = report.split(`### ${heading}\n\n`);
  const [table = ''] = section.split('\n\n');
  return table
    .split('\n')
    .slice(2)
    .map((line) => line.split('|').slice(1, -1))
    .map((cells) => cells.map((cell) => cell.trim()));
}

describe('the table', () => {
  const report = reportTable(results);

  it('compares servers', () => {
    const load = ['10000', '0.50', '1.25', '64'];
    expect(rowsOf(report, 'Contract only')).toEqual([
      ['node:http by hand', '20.0', '19.0..21.0', '1.00', '0.80', ...load],
      ['fastify', '25.0', '24.0..26.0', '1.25', '1.00', ...load],
      ['openapi-backend', '300.0', '290.0..310.0', '15.00', '12.00', ...load],
      ['plant-store', '30.0', '28.0..32.0', '1.50', '1.20', ...load],
    ]);
  });

  it.each(['SQLite', 'PostgreSQL'])('compares creates in %s with the usual handler', (database) => {
    expect(rowsOf(report, `Durable creates in ${database}`)).toEqual([
      ...[
        ['fastify', '10000', '9000..11000', '1.00', '0.50', '1.25', '2.50', '0.50', '130.0', '64'],
      ],
      [
        'plant-store',
        '62000',
        '62000..62000',
        '6.20',
        '0.50',
        '1.25',
        '2.50',
        '0.75',
        '40.0',
        '64',
      ],
    ]);
  });

  it('compares creates without HTTP', () => {
    expect(rowsOf(report, 'Durable creates in PostgreSQL without HTTP')).toEqual([
      ['fastify', '10000', '10000..10000', '1.00'],
      ['plant-store', '45000', '44000..46000', '4.50'],
    ]);
  });

  it('compares responses with 200', () => {
    expect(rowsOf(report, 'Responses of the plant store').map((row) => row.slice(0, 4))).toEqual([
      ['200', '30.0', '30.0..30.0', '1.00'],
      ['404', '33.0', '33.0..33.0', '1.10'],
    ]);
  });

  it('compares numbers of operations with one, and says what did not start in time', () => {
    const rows = rowsOf(report, 'CPU per request, start and memory by operations of the document');
    expect(rows).toEqual([
      ['plant-store', '1', '40.0', '1.00', '50.0', '1.00', '10.0', '1.00', '300', '70'],
      ['plant-store', '1000', '42.0', '1.05', '60.0', '1.20', '10.0', '1.00', '500', '90'],
      ['openapi-backend', '1000', '-', '-', '-', '-', '-', '-', '> 60000', '-'],
    ]);
  });

  it('tells the start', () => {
    expect(rowsOf(report, 'The plant store as built')).toEqual([
      ['start to first response, ms', '250', '240.0..260.0'],
      ['CPU time until then, ms', '150', '140.0..160.0'],
      ['the same, times that of node:http by hand', '5.0', '4.0..6.0'],
      ['RSS idle, MiB', '80', '80..80'],
      ['RSS after 100000 requests, MiB', '120', ''],
    ]);
  });

  it('names the settings, the machine and the versions', () => {
    expect(report.split('\n').slice(-4)).toEqual([
      'Medians of 3 rounds of 2 s; connections in a closed loop: 8, 16 where plants are stored',
      'A <fast> CPU & more, 2 cores, 4 GiB; Linux x64; Node v20.0.0; servers and load on a core each',
      'fastify 5.0.0, openapi-backend 5.1.0',
      '',
    ]);
  });

  it('has lines of one length in each table', () => {
    const tables = report.split('\n\n').filter((block) => block.startsWith('|'));
    expect(tables).toHaveLength(7);
    for (const table of tables) {
      expect(new Set(table.split('\n').map((line) => line.length)).size).toBe(1);
    }
  });

  it('leaves out what was not measured', () => {
    const { machine, settings, versions, start } = results;
    const report = reportTable({ machine, settings, versions, ...(start && { start }) });
    expect(report.match(/^### .*$/gm)).toEqual(['### The plant store as built']);
  });
});

describe('the plot', () => {
  const svg = reportSvg(results);
  const lengths = [...svg.matchAll(/<rect class="([^"]+)"[^>]* width="(\d+)"/g)].map(
    ([, name, length]) => [name, Number(length)] as const,
  );

  it('has a bar for each server, as long as its CPU time, with this project set off', () => {
    const longest = Math.max(...lengths.map(([, length]) => length));
    expect(lengths.slice(0, 4)).toEqual([
      ['bar', Math.round((20 / 300) * longest)],
      ['bar', Math.round((25 / 300) * longest)],
      ['bar', longest],
      ['bar own', Math.round((30 / 300) * longest)],
    ]);
  });

  it('says the figures and the ratios, and what did not start', () => {
    const texts = [...svg.matchAll(/<text[^>]*>([^<]*)<\/text>/g)].map(([, text]) => text);
    expect(texts).toEqual(
      expect.arrayContaining([
        '30.0 µs, 1.50 × floor',
        '60.0 µs, 1.20 × one operation',
        'does not start in 60 s',
        'fastify 5.0.0, openapi-backend 5.1.0',
      ]),
    );
  });

  it('is well-formed whatever the machine is called, and follows the colours of the page', () => {
    expect(svg).toContain('A &lt;fast> CPU &amp; more');
    expect(svg).toContain('@media (prefers-color-scheme: dark)');
    const tags = [...svg.matchAll(/<(\/?)(\w+)[^>]*?(\/?)>/g)];
    const depth = tags.reduce((sum, [, ends, , empty]) => sum + (ends ? -1 : empty ? 0 : 1), 0);
    expect(depth).toBe(0);
  });

  it('draws only what was measured', () => {
    const { machine, settings, versions } = results;
    expect(reportSvg({ machine, settings, versions })).not.toContain('<rect');
  });
});
