import { runCommand } from '../src/cli/command-line';
import { restarting } from '../src/dev/restarts';
import type * as PlantStoreProject from './plant-store-project';

// The process that restarts the server loads no more than this.
runCommand(
  restarting(() => {
    // eslint-disable-next-line @typescript-eslint/no-require-imports -- tsx compiles no import()
    const { devPlantStore } = require('./plant-store-project') as typeof PlantStoreProject;
    return Promise.resolve(devPlantStore);
  }),
);
