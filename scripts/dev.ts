import { runCommand } from '../src/tools/cli/command-line';
import type * as Dev from '../src/tools/dev/command';
import { restarting } from '../src/tools/dev/restarts';
import { forPlantStore } from './plant-store-options';

// The process that restarts the server loads no more than this.
runCommand(
  restarting(() => {
    // eslint-disable-next-line @typescript-eslint/no-require-imports -- tsx compiles no import()
    const { dev } = require('../src/tools/dev/command') as typeof Dev;
    return Promise.resolve(forPlantStore('dev', dev));
  }),
);
