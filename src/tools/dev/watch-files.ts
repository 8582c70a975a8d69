import { realpathSync } from 'node:fs';
import path from 'node:path';
import { subscribe, type SubscribeCallback } from '@parcel/watcher';
import { isIn } from './project';

/** Editors write a file in several steps. Events without a pause of this length count as one change. */
const SETTLE_MS = 50;
/** Maximum delay if a file is written continuously. */
const MOST_SETTLE_MS = 1_000;

interface FileWatch {
  close(): Promise<void>;
}

/**
 * Watches files and folders through their parent folders, so it also sees them replaced, deleted and created again.
 * @param watched absolute paths
 * @param onChange called with the changed files after a pause
 */
export async function watchFiles(
  watched: readonly string[],
  onChange: (files: readonly string[]) => void,
  onFault: (error: Error) => void,
): Promise<FileWatch> {
  const settling = new Settling(onChange);
  const parents = [...new Set(watched.map((each) => path.dirname(each)))];
  const subscriptions = await Promise.all(
    parents.map((parent) => {
      const places = watched.filter((each) => path.dirname(each) === parent);
      // Events contain the system's paths, without symbolic links.
      const real = realpathSync(parent);
      const onEvents: SubscribeCallback = (error, events) => {
        if (error !== null) {
          onFault(error);
          return;
        }
        const files = events.map((event) => path.join(parent, path.relative(real, event.path)));
        settling.add(files.filter((file) => isIn(file, places)));
      };
      return subscribe(real, onEvents, { ignore: [allBut(places)] });
    }),
  );
  return {
    close: async () => {
      settling.end();
      await Promise.all(subscriptions.map((each) => each.unsubscribe()));
    },
  };
}

/** A glob for all other files of their folder, which may be large, such as `node_modules`. */
function allBut(files: readonly string[]): string {
  const names = files.map((file) => path.basename(file).replaceAll(/[^\w-]/g, String.raw`\$&`));
  return `!(${names.join('|')})/**`;
}

/** Collects changes until there is a pause. */
class Settling {
  private readonly files = new Set<string>();
  private timer: NodeJS.Timeout | undefined;
  private latestMs = 0;

  constructor(private readonly onChange: (files: readonly string[]) => void) {}

  add(files: readonly string[]): void {
    if (files.length === 0) return;
    const now = Date.now();
    if (this.files.size === 0) this.latestMs = now + MOST_SETTLE_MS;
    for (const file of files) this.files.add(file);
    clearTimeout(this.timer);
    const delayMs = Math.max(0, Math.min(SETTLE_MS, this.latestMs - now));
    this.timer = setTimeout(() => {
      this.tell();
    }, delayMs);
  }

  end(): void {
    clearTimeout(this.timer);
  }

  private tell(): void {
    const files = [...this.files];
    this.files.clear();
    this.onChange(files);
  }
}
