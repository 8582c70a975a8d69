/** Told of the commits of a store. None of its methods may throw. */
export interface CommitObserver {
  /** So many creates wait for a commit now. */
  queued(waiting: number): void;
  /** A commit has ended. @param isDone false when the database failed */
  committed(seconds: number, isDone: boolean): void;
}
