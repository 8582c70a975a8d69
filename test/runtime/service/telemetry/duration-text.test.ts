import { RequestLog } from '../../../../src/runtime/service/telemetry/request-log';

const SEEN = {
  requestId: '1',
  method: undefined,
  operation: undefined,
  principal: undefined,
  failure: undefined,
  isManagement: false,
  isHandled: false,
  trace: undefined,
  status: 200,
  isComplete: true,
  contentBytes: undefined,
};

function logged(durationMs: number): string {
  const lines: string[] = [];
  new RequestLog({ writeSoon: (line) => lines.push(line) }).write({ ...SEEN, durationMs });
  return lines.join('');
}

it.each([0, 0.0004, 0.001, 0.07, 0.1, 0.9996, 1, 1.05, 1.5, 12.345, 999.9999, 61_234.567, 1e12])(
  'a duration of %d ms is a number in thousandths',
  (durationMs) => {
    const line = logged(durationMs);
    expect(line).toContain(`,"durationMs":${Math.round(durationMs * 1_000) / 1_000},`);
    expect(JSON.parse(line)).toMatchObject({ status: 200 });
  },
);
