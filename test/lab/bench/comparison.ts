import type { Machine, Results, ServerFigures } from './results';
import { FASTIFY, FLOOR, OWN } from './servers';

/** What figures say beside each other, and how they are written; the table and the plot agree on it. */

/** How often the CPU time of one goes into that of another; undefined where there is no other. */
export function ratio(figures: ServerFigures, to: ServerFigures | undefined): number | undefined {
  return to && figures.cpuMicros.median / to.cpuMicros.median;
}

export function floorOf(servers: readonly ServerFigures[]): ServerFigures | undefined {
  return servers.find(({ name }) => name === FLOOR);
}

/** The peer with the least CPU time; neither the floor nor this project is one. */
export function bestPeerOf(servers: readonly ServerFigures[]): ServerFigures | undefined {
  return [...servers]
    .filter(({ name }) => name !== FLOOR && name !== OWN)
    .sort((a, b) => a.cpuMicros.median - b.cpuMicros.median)[0];
}

/** How often the creates per second of the usual handler go into those of another. */
export function speedup(
  { requestsPerSecond }: ServerFigures,
  servers: readonly ServerFigures[],
): number | undefined {
  const usual = servers.find(({ name }) => name === FASTIFY)?.requestsPerSecond.median;
  return usual && requestsPerSecond.median / usual;
}

/** Where it ran, in one line. */
export function machineLine({ cpu, cores, memoryBytes, system, node, pinned }: Machine): string {
  const memory = `${Math.round(memoryBytes / 2 ** 30)} GiB`;
  const where = pinned ? 'servers and load on a core each' : 'servers and load share the cores';
  return `${cpu}, ${cores} cores, ${memory}; ${system}; Node ${node}; ${where}`;
}

/** How long it ran, in one line. */
export function settingsLine({ settings }: Results): string {
  const { rounds, seconds, connections, storeConnections } = settings;
  return (
    `Medians of ${rounds} rounds of ${seconds} s; connections in a closed loop: ${connections}, ` +
    `${storeConnections} where plants are stored`
  );
}

/** What was compared, in one line. */
export function versionsLine({ versions }: Results): string {
  return Object.entries(versions)
    .map(([name, version]) => `${name} ${version}`)
    .join(', ');
}

export const micros = (value: number): string =>
  value >= 1_000 ? value.toFixed(0) : value.toFixed(1);
export const times = (value: number | undefined): string =>
  value === undefined ? '' : value.toFixed(2);
export const mebibytes = (bytes: number): string => (bytes / 2 ** 20).toFixed(0);
