// Opens a store as a user without special rights and writes why it could not. Argument: FILE
const { writeSync } = require('node:fs');
const { openStore } = require('../../../../dist/src/plant-store/stores/open-store');

const NOBODY = 65_534;

async function main(file) {
  if (process.getuid?.() === 0) process.setuid?.(NOBODY);
  const store = await openStore(`sqlite:${file}`, { role: 'server' });
  await store.close();
  writeSync(1, 'opened');
}

main(process.argv[2]).catch((error) => {
  writeSync(1, String(error));
});
