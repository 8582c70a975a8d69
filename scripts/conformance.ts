import type * as PlantStore from '../src/plant-store/local-service';
import { conformance } from '../src/tools/conformance/command';
import { runCommand } from '../src/tools/cli/command-line';

/** With one of these, the plant store is not tested. */
const OTHER = /^(?:--(?:url|traffic)(?:=.*)?|--list-checks|--help|-h)$/;

/** Tests the plant store, unless a service is named. */
async function conformanceHere(args: readonly string[]): Promise<number> {
  if (args.some((each) => OTHER.test(each))) return conformance(args);
  const service = await loadPlantStore().startLocalService();
  process.env.CONFORMANCE_URL = service.url;
  process.env.CONFORMANCE_TOKEN = service.token;
  return conformance(args).finally(() => service.close());
}

/** Loads the plant store only where it is tested. */
function loadPlantStore(): typeof PlantStore {
  // import() would load an ES module, for which TypeScript loaders look for other files.
  // eslint-disable-next-line @typescript-eslint/no-require-imports
  return require('../src/plant-store/local-service') as typeof PlantStore;
}

runCommand(conformanceHere);
