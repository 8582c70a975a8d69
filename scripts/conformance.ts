import type * as PlantStore from '../src/plant-store/local-service';
import { conformance } from '../src/conformance/command';
import { runCommand } from '../src/cli/command-line';

runCommand((args) => conformance(args, () => loadPlantStore().startLocalService()));

/** Loads the plant store only where it is tested. */
function loadPlantStore(): typeof PlantStore {
  // import() would load an ES module, for which TypeScript loaders look for other files.
  // eslint-disable-next-line @typescript-eslint/no-require-imports
  return require('../src/plant-store/local-service') as typeof PlantStore;
}
