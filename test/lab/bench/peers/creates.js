const { performance } = require('node:perf_hooks');
const { openStore: openPeerStore } = require('./store');

/**
 * Creates without HTTP: as many at once as there are connections, each the next one when the last is
 * durable. Arguments: `usual` (one statement for each) or `plant-store` (its store), the URL of a
 * database, connections, seconds. Prints the creates per second.
 */

async function createOf(way, url) {
  if (way === 'usual') return openPeerStore(url);
  const { openStore } = require('../../../../dist/src/plant-store/stores/open-store');
  const { plants } = await openStore(url, { role: 'server' });
  return (plant) => plants.create({ ...plant, id: BigInt(plant.id) });
}

async function main([way, url, connections, seconds]) {
  const create = await createOf(way, url);
  let id = 1_000_000_000;
  const repeat = async (deadline) => {
    let creates = 0;
    for (; performance.now() < deadline; creates++) {
      await create({ id: id++, name: 'Monstera deliciosa', tag: 'tropical' });
    }
    return creates;
  };
  const measure = async (ms) => {
    const start = performance.now();
    const loops = Array.from({ length: Number(connections) }, () => repeat(start + ms));
    const creates = (await Promise.all(loops)).reduce((sum, each) => sum + each, 0);
    return (creates / (performance.now() - start)) * 1_000;
  };
  await measure(500); // to warm up
  process.stdout.write(String(await measure(Number(seconds) * 1_000)));
  process.exit();
}

main(process.argv.slice(2));
