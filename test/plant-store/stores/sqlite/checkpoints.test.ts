import { statSync } from 'node:fs';
import { openStore } from '../../../../src/plant-store/stores/open-store';
import type { Store } from '../../../../src/plant-store/stores/store';
import { useTempFolder } from '../temp-folder';
import { until } from '../../../support/waiting';

const folder = useTempFolder();
const MIB = 2 ** 20;

async function fill({ plants }: Store, round: number): Promise<void> {
  const name = 'x'.repeat(MIB / 10);
  const ids = Array.from({ length: 50 }, (_, index) => BigInt(round * 50 + index));
  await plants.createAll(ids.map((id) => ({ id, name })));
}

function size(file: string): number {
  return statSync(file, { throwIfNoEntry: false })?.size ?? 0;
}

describe('the write-ahead log', () => {
  it('stays small while a tool alone writes much', async () => {
    const file = folder.path('plants.db');
    const tool = await openStore(`sqlite:${file}`, { role: 'tool' });
    let largest = 0;
    for (let round = 0; round < 8; round++) {
      await fill(tool, round);
      largest = Math.max(largest, size(`${file}-wal`));
    }
    expect(largest).toBeLessThan(32 * MIB);
    await tool.close();
    expect(size(file)).toBeGreaterThan(38 * MIB);
    expect(size(`${file}-wal`)).toBe(0);
  });

  it('is moved into the database by a server that is idle beside a tool', async () => {
    const file = folder.path('plants.db');
    const server = await openStore(`sqlite:${file}`, { role: 'server' });
    const tool = await openStore(`sqlite:${file}`, { role: 'tool' });
    for (let round = 0; round < 5; round++) await fill(tool, round);
    await tool.close();
    expect(size(`${file}-wal`)).toBeGreaterThan(0);
    await until(() => size(file) > 20 * MIB);
    await server.close();
  });
});
