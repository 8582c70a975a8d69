import path from 'node:path';

/**
 * Loads modules anew. What is loaded already stays as it is: the service that runs, and the modules that it shares
 * with handlers, such as the contract layer. What they load beside that is theirs, and is loaded anew with them.
 */
export class FreshModules {
  private readonly fresh = new Set<string>();

  /** Loads modules in a function that waits for nothing. */
  during<Result>(load: () => Result): Result {
    const before = new Set(Object.keys(require.cache));
    try {
      return load();
    } finally {
      // A module that throws is forgotten by Node, and what it had loaded is not.
      for (const file of Object.keys(require.cache)) {
        if (!before.has(file) && !isPackage(file)) this.fresh.add(file);
      }
    }
  }

  /** Has all of them loaded anew when they are next asked for. */
  forget(): void {
    // eslint-disable-next-line @typescript-eslint/no-dynamic-delete -- how Node has a module loaded anew
    for (const file of this.fresh) delete require.cache[file];
    for (const holder of Object.values(require.cache)) {
      if (holder === undefined) continue;
      holder.children = holder.children.filter(({ id }) => !this.fresh.has(id));
    }
    this.fresh.clear();
  }

  /** Whether a file is loaded anew with handlers. */
  has(file: string): boolean {
    return this.fresh.has(file);
  }

  /** Whether a file is loaded, and not anew, so that a change of it counts with the next start. */
  isPartOfRest(file: string): boolean {
    return !this.fresh.has(file) && require.cache[file] !== undefined;
  }
}

function isPackage(file: string): boolean {
  return file.split(path.sep).includes('node_modules');
}
