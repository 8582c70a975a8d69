import { runCommand } from '../src/cli/command-line';
import type * as Dev from '../src/dev/command';
import { restarting } from '../src/dev/restarts';
import { forPlantStore } from './plant-store-options';

// The process that restarts the server loads no more than this.
runCommand(
  restarting(() => {
    // eslint-disable-next-line @typescript-eslint/no-require-imports -- tsx compiles no import()
    const { dev } = require('../src/dev/command') as typeof Dev;
    return Promise.resolve(forPlantStore('dev', dev));
  }),
);
