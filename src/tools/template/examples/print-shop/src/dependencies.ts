import { Shop } from './shop.js';
import { sendJobPrinted } from './webhook.js';

/** The objects that handlers get in addition to their input, such as stores and clients of other services. */
export interface Dependencies {
  readonly shop: Shop;
}

/** Creates the dependencies, once per start. */
export function createDependencies(): Dependencies {
  const { WEBHOOK_URL: url } = process.env;
  return {
    shop: new Shop(async (job) => {
      if (url !== undefined) await sendJobPrinted(url, job);
    }),
  };
}
