/**
 * Starts a clock that goes on only while this process works, so that what else the machine does counts
 * for little.
 *
 * @returns the milliseconds since
 */
export function startCpuClock(): () => number {
  const start = process.cpuUsage();
  return () => {
    const { user, system } = process.cpuUsage(start);
    return (user + system) / 1_000;
  };
}
