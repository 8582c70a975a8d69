import path from 'node:path';
import { compileDocument } from './compile-document';
import type { Cores } from './cores';
import { exactPath, operationsDocument, templatedPath, type OperationCounts } from './documents';
import { measureInRounds, type Subject } from './measure';
import { say } from './progress';
import { miss, newPlant, type RequestKind } from './requests';
import type { OperationsFigures, OperationsRequest, Settings } from './results';
import { ServerProcess, type ServerCommand } from './server-process';
import { documentServers } from './servers';
import { spreadOf } from './statistics';

/** Longer than a user would wait. */
const START_LIMIT_MS = 60_000;

/** A start that takes longer is not repeated in each round: noise is a small part of it. */
const REPEATED_START_MS = 5_000;

const COUNTS = [1, 10, 100, 1_000] as const;

/** A document of some size, what is asked of it, and the commands of its servers. */
interface Size {
  readonly operations: number;
  readonly requests: Readonly<Partial<Record<OperationsRequest, RequestKind>>>;
  readonly commands: readonly ServerCommand[];
}

/** A server of a document, with its figures at the start. */
interface Started {
  readonly size: Size;
  /** Absent when it did not serve in time. */
  readonly server: ServerProcess | undefined;
  readonly starts: readonly { readonly startMs: number; readonly rssBytes: number }[];
}

/**
 * Cost per request, start and memory against the number of operations. The sizes of one server are
 * measured in the same rounds, since they are compared with each other.
 */
export async function benchOperations(
  settings: Settings,
  cores: Cores | undefined,
  folder: string,
): Promise<OperationsFigures[]> {
  const sizes = await prepareSizes(folder);
  const results: OperationsFigures[] = [];
  for (const [index, { name }] of (sizes[0]?.commands ?? []).entries()) {
    const started: Started[] = [];
    for (const size of sizes) started.push(await startRepeatedly(size, index, settings, cores));
    results.push(...(await measureSizes(name, started, settings)));
  }
  return results;
}

/** Half of the paths have parameters; one operation is a document of each kind. */
async function prepareSizes(folder: string): Promise<Size[]> {
  const sizes: Size[] = [];
  const add = async (counts: OperationCounts, kinds: Size['requests']): Promise<void> => {
    const operations = counts.exact + counts.templated;
    say(`generating a document of ${operations} operations`);
    const place = path.join(folder, `${counts.exact}-${counts.templated}`);
    const { document, generated } = await compileDocument(operationsDocument(counts), place);
    sizes.push({ operations, requests: kinds, commands: documentServers(document, generated) });
  };
  const nowhere = miss('/sheds/7/plants');
  for (const count of COUNTS) {
    const half = Math.ceil(count / 2);
    const exact = newPlant(exactPath(half));
    const templated = newPlant(templatedPath(half));
    if (count === 1) {
      await add({ exact: 1, templated: 0 }, { exact, miss: nowhere });
      await add({ exact: 0, templated: 1 }, { templated });
    } else await add({ exact: half, templated: half }, { exact, templated, miss: nowhere });
  }
  return sizes;
}

/** Starts a server in each round, and leaves the last one running. */
async function startRepeatedly(
  size: Size,
  index: number,
  { rounds }: Settings,
  cores: Cores | undefined,
): Promise<Started> {
  const command = size.commands[index];
  const first = Object.values(size.requests)[0];
  if (command === undefined || first === undefined) throw new Error('A size without a server');
  const starts: Started['starts'][number][] = [];
  for (;;) {
    const options = { cores: cores?.server, limitMs: START_LIMIT_MS, first };
    const server = await ServerProcess.start(command, options);
    const took = server === undefined ? `> ${START_LIMIT_MS}` : server.startMs.toFixed(0);
    say(`${command.name}, ${size.operations} operations: first response after ${took} ms`);
    if (server === undefined) return { size, server, starts };
    const { startMs } = server;
    starts.push({ startMs, rssBytes: (await server.usage()).rssBytes });
    if (starts.length >= rounds || startMs > REPEATED_START_MS) return { size, server, starts };
    await server.stop();
  }
}

/** The two documents of one operation are one row: start and memory are those of the first. */
async function measureSizes(
  name: string,
  started: readonly Started[],
  settings: Settings,
): Promise<OperationsFigures[]> {
  const measured = await measureInRounds(started.flatMap(subjectsOf), settings);
  for (const { server } of started) await server?.stop();
  return COUNTS.flatMap((operations) => {
    const first = started.find(({ size }) => size.operations === operations);
    if (first === undefined) return [];
    const { server, starts } = first;
    const requests = measured
      .filter((each) => each.operations === operations)
      .map(({ request, figures }) => [request, figures] as const);
    return {
      name,
      operations,
      startLimitMs: START_LIMIT_MS,
      ...(server && {
        startMs: spreadOf(starts.map(({ startMs }) => startMs)),
        rssBytes: spreadOf(starts.map(({ rssBytes }) => rssBytes)),
      }),
      requests: Object.fromEntries(requests),
    };
  });
}

interface OperationsSubject extends Subject {
  readonly operations: number;
  readonly request: string;
}

function subjectsOf({ size: { operations, requests }, server }: Started): OperationsSubject[] {
  if (server === undefined) return [];
  return Object.entries(requests).map(([request, kind]) => ({
    label: `${server.name}, ${operations} operations, ${request}`,
    server,
    kind,
    operations,
    request,
  }));
}
