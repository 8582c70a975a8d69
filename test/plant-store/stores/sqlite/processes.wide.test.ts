import { once } from 'node:events';
import { chmodSync, mkdirSync } from 'node:fs';
import { createInterface } from 'node:readline';
import { openStore } from '../../../../src/plant-store/stores/open-store';
import { useTempFolder } from '../temp-folder';
import { outputOf, startChild } from './children';

const folder = useTempFolder();

async function idsIn(file: string): Promise<string[]> {
  const store = await openStore(`sqlite:${file}`, { role: 'server' });
  const ids: string[] = [];
  for await (const { id } of store.plants.list()) ids.push(String(id));
  await store.close();
  return ids;
}

describe('a process that is killed', () => {
  it('loses no plant that it acknowledged', async () => {
    const file = folder.path('plants.db');
    const child = startChild('child-create.js', file, '1', '1000000000', 'server');
    const exited = once(child, 'exit');
    const acknowledged: string[] = [];
    for await (const line of createInterface(child.stdout)) {
      acknowledged.push(line);
      if (acknowledged.length === 300) child.kill('SIGKILL');
    }
    expect(await exited).toEqual([null, 'SIGKILL']);
    const kept = await idsIn(file);
    expect(kept.slice(0, acknowledged.length)).toEqual(acknowledged);
    // The last commit may lack its acknowledgement; there is none beyond it.
    expect(kept.length - acknowledged.length).toBeLessThanOrEqual(1);
  });
});

describe('processes side by side', () => {
  it('start at once on a missing file and all write', async () => {
    const file = folder.path('plants.db');
    const starts = ['0', '100', '200', '300'];
    const outputs = await Promise.all(
      starts.map((first, index) =>
        outputOf(startChild('child-create.js', file, first, '25', index === 0 ? 'server' : 'tool')),
      ),
    );
    const acknowledged = outputs.join('').trim().split('\n');
    expect(acknowledged).toHaveLength(100);
    expect(await idsIn(file)).toEqual(acknowledged);
  });
});

describe('a place that this user may not write', () => {
  const problem = 'this user may not write there; change the rights or name another place';

  it('refuses a folder without the right to write', async () => {
    mkdirSync(folder.path('closed'), { mode: 0o555 });
    chmodSync(folder.path('.'), 0o755);
    const file = folder.path('closed/plants.db');
    expect(await outputOf(startChild('child-open-unprivileged.js', file))).toBe(
      `StoreOpenError: Cannot open the store "${file}": ${problem}`,
    );
  });

  it('refuses a file without the right to write', async () => {
    const file = folder.path('plants.db');
    await (await openStore(`sqlite:${file}`, { role: 'server' })).close();
    chmodSync(folder.path('.'), 0o777);
    chmodSync(file, 0o444);
    expect(await outputOf(startChild('child-open-unprivileged.js', file))).toBe(
      `StoreOpenError: Cannot open the store "${file}": ${problem}`,
    );
  });
});
