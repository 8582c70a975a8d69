// Creates plants from the id given, one commit each, and writes each id once it is acknowledged.
// Arguments: FILE FIRST_ID COUNT ROLE
const { writeSync } = require('node:fs');
const { openStore } = require('../../../../dist/src/plant-store/stores/open-store');

async function main(file, firstId, count, role) {
  const store = await openStore(`sqlite:${file}`, { role });
  for (let id = firstId; id < firstId + count; id++) {
    await store.plants.create({ id, name: 'Fern' });
    writeSync(1, `${String(id)}\n`);
  }
  await store.close();
}

const [file, firstId, count, role] = process.argv.slice(2);
void main(file, BigInt(firstId), BigInt(count), role);
