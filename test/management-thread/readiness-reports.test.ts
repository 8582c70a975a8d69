import { ReadinessReports } from '../../src/management-thread/readiness-reports';

/** Checks that end when the test wants it, and the reports that follow. */
class Checked {
  readonly reports: (string | undefined)[] = [];
  private readonly pending: ((notReady: string | undefined) => void)[] = [];
  private wake: () => void = () => undefined;
  readonly subject = new ReadinessReports(
    () => new Promise((resolve) => this.pending.push(resolve)),
    ({ notReady }) => {
      this.reports.push(notReady);
      this.wake();
    },
  );

  get checks(): number {
    return this.pending.length;
  }

  /** Ends a check, by its number from 0. */
  end(check: number, notReady?: string): void {
    this.pending[check]!(notReady);
  }

  /** Waits for so many reports. */
  async reported(count: number): Promise<void> {
    while (this.reports.length < count) await new Promise<void>((resolve) => (this.wake = resolve));
  }
}

let checked: Checked;
beforeEach(() => (checked = new Checked()));
afterEach(() => {
  checked.subject.end();
});

it('reports a change at once, and goes on reporting without one', async () => {
  const first = checked.subject.check();
  checked.end(0);
  await first;
  expect(checked.reports).toEqual([undefined]);
  await checked.reported(3);
  expect(checked.reports).toEqual([undefined, undefined, undefined]);
});

it('runs one check at a time, and says so when one does not end', async () => {
  void checked.subject.check();
  await checked.reported(8);
  expect(checked.checks).toBe(1);
  expect(checked.reports.slice(0, 7)).toEqual(Array.from({ length: 7 }, () => 'starting'));
  expect(checked.reports[7]).toBe('whether the service is ready cannot be determined');
  checked.end(0);
  await checked.reported(9);
  expect(checked.reports[8]).toBeUndefined();
});

it('lets no earlier check undo a later one', async () => {
  const earlier = checked.subject.check();
  const later = checked.subject.check();
  checked.end(1, 'shutting down');
  await later;
  checked.end(0);
  await earlier;
  expect(checked.reports).toEqual(['shutting down']);
});
