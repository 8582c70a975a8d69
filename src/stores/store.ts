import type { TokenStore } from '../access/token-store';
import type { PlantStore } from '../plants/plant-store';

/** An open database: the ports of the domain and of access on one connection. */
export interface Store {
  readonly plants: PlantStore;
  readonly tokens: TokenStore;
  /** Resolves when the database answers. @throws UnavailableError when it does not */
  ping(): Promise<void>;
  /** Waits for what is under way and lets go of the database; calling it twice is harmless. */
  close(): Promise<void>;
}
