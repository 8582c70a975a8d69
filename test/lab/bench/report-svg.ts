import {
  floorOf,
  machineLine,
  micros,
  ratio,
  settingsLine,
  speedup,
  times,
  versionsLine,
} from './comparison';
import type { OperationsFigures, Results, ServerFigures, StoreFigures } from './results';
import { FASTIFY, OWN } from './servers';

/** A bar: how long it is, and what it says. */
interface Bar {
  readonly name: string;
  readonly value: number;
  readonly text: string;
}

/** Bars that share a scale. */
interface Panel {
  readonly title: string;
  readonly bars: readonly Bar[];
}

const WIDTH = 840;
const MARGIN = 20;
const NAME_WIDTH = 190;
const TEXT_WIDTH = 210;
const ROW = 24;
const BAR = 16;
const TITLE = 40;
const FOOT_LINE = 16;
const BAR_SPACE = WIDTH - 2 * MARGIN - NAME_WIDTH - TEXT_WIDTH;

/** Readable on a light and on a dark page. */
const STYLE = `
  text { font: 13px system-ui, sans-serif; fill: #1f2328 }
  .title { font-weight: 600 }
  .note { font-size: 11px; fill: #59636e }
  .bar { fill: #8c959f }
  .own { fill: #1a7f37 }
  @media (prefers-color-scheme: dark) {
    text { fill: #f0f6fc }
    .note { fill: #9198a1 }
    .bar { fill: #656c76 }
    .own { fill: #3fb950 }
  }
`;

/** CPU time per request, and creates per second, as bars, with the machine and the versions below. */
export function reportSvg(results: Results): string {
  const { contract, store, postgres, operations } = results;
  const panels = [
    ...(contract ? [serversPanel('Contract only', contract)] : []),
    ...(store ? [storePanel('SQLite', store)] : []),
    ...(postgres ? [storePanel('PostgreSQL', postgres)] : []),
    ...(operations ? [operationsPanel(operations)] : []),
  ];
  const notes = [settingsLine(results), machineLine(results.machine), versionsLine(results)];
  let y = MARGIN;
  const drawn = panels.map((panel) => {
    const top = y;
    y += TITLE + panel.bars.length * ROW;
    return drawPanel(panel, top);
  });
  const foot = notes.map((note, index) =>
    text('note', MARGIN, y + MARGIN + index * FOOT_LINE, note),
  );
  const height = y + MARGIN + notes.length * FOOT_LINE;
  return `${[
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${WIDTH} ${height}" role="img" aria-label="What requests cost, and how many plants are stored in a second">`,
    `<style>${STYLE}</style>`,
    ...drawn,
    ...foot,
    '</svg>',
  ].join('\n')}\n`;
}

function serversPanel(title: string, servers: readonly ServerFigures[]): Panel {
  const floor = floorOf(servers);
  const bars = servers.map((server) => ({
    name: server.name,
    value: server.cpuMicros.median,
    text: `${micros(server.cpuMicros.median)} µs, ${times(ratio(server, floor))} × floor`,
  }));
  return { title: `${title}: CPU time of the server per request`, bars };
}

/** Here the longest bar is the best. */
function storePanel(database: string, servers: readonly StoreFigures[]): Panel {
  const bars = servers.map((server) => ({
    name: server.name,
    value: server.requestsPerSecond.median,
    text: `${server.requestsPerSecond.median.toFixed(0)}, ${times(speedup(server, servers))} × ${FASTIFY}`,
  }));
  return { title: `Creates per second, on disk in ${database} before the response`, bars };
}

/** The largest document, compared with the smallest. */
function operationsPanel(all: readonly OperationsFigures[]): Panel {
  const most = Math.max(...all.map(({ operations }) => operations));
  const bars = all
    .filter(({ operations }) => operations === most)
    .map(({ name, requests, startLimitMs }): Bar => {
      const value = requests.templated?.cpuMicros.median;
      if (value === undefined) {
        return { name, value: 0, text: `does not start in ${startLimitMs / 1_000} s` };
      }
      const one = all.find((other) => other.name === name && other.operations === 1);
      const ofOne = one?.requests.templated?.cpuMicros.median;
      const compared = ofOne === undefined ? '' : `, ${times(value / ofOne)} × one operation`;
      return { name, value, text: `${micros(value)} µs${compared}` };
    });
  return { title: `${most} operations: CPU time of the server per request`, bars };
}

function drawPanel({ title, bars }: Panel, top: number): string {
  const longest = Math.max(...bars.map(({ value }) => value));
  const rows = bars.map(({ name, value, text: says }, index) => {
    const y = top + TITLE - ROW / 2 + index * ROW;
    const length = Math.max(1, Math.round((value / longest) * BAR_SPACE));
    const x = MARGIN + NAME_WIDTH;
    return [
      text('', MARGIN, y + BAR - 3, name),
      `<rect class="bar${name === OWN ? ' own' : ''}" x="${x}" y="${y}" width="${length}" height="${BAR}" rx="2"/>`,
      text('', x + length + 8, y + BAR - 3, says),
    ].join('\n');
  });
  return [text('title', MARGIN, top + BAR - 3, title), ...rows].join('\n');
}

function text(className: string, x: number, y: number, content: string): string {
  return `<text${className && ` class="${className}"`} x="${x}" y="${y}">${escapeXml(content)}</text>`;
}

/** @see https://www.w3.org/TR/xml/#syntax */
function escapeXml(content: string): string {
  return content.replaceAll('&', '&amp;').replaceAll('<', '&lt;');
}
