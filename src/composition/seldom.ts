/** Milliseconds between two lines of the log about what every request meets: it is not to fill the disk. */
const QUIET_MS = 10_000;

/**
 * Makes what says something at most every ten seconds.
 *
 * @param say gets the number of calls since it was called last, in which it said nothing
 * @param now the present moment in milliseconds; by default a clock that is never set
 */
export function seldom<Subject>(
  say: (subject: Subject, leftOut: number) => void,
  now = () => performance.now(),
): (subject: Subject) => void {
  let nextAt = -Infinity;
  let leftOut = 0;
  return (subject) => {
    const present = now();
    if (present < nextAt) {
      leftOut++;
      return;
    }
    say(subject, leftOut);
    nextAt = present + QUIET_MS;
    leftOut = 0;
  };
}
