import { MetricsRequests } from '../../src/management-thread/metrics-requests';

const TEXT = { contentType: 'text/plain', text: 'up 1\n' };

it('asks once for all that want the same format meanwhile, and again later', async () => {
  const asked: string[] = [];
  const requests = new MetricsRequests((format) => asked.push(format));
  const both = Promise.all([requests.get('text'), requests.get('text')]);
  const other = requests.get('openmetrics');
  requests.answer('text', TEXT);
  requests.answer('openmetrics', { ...TEXT, text: '# EOF\n' });
  expect(await both).toEqual([TEXT, TEXT]);
  expect(await other).toMatchObject({ text: '# EOF\n' });
  expect(asked).toEqual(['text', 'openmetrics']);
  void requests.get('text');
  expect(asked).toHaveLength(3);
  requests.answer('text', TEXT);
});

it('gives up on a main thread that hangs, and asks it no more than once', async () => {
  const asked: string[] = [];
  const requests = new MetricsRequests((format) => asked.push(format), 0.01);
  const late = { unavailable: 'The main thread has given no metrics for 0.01 s' };
  expect(await requests.get('text')).toEqual(late);
  expect(await requests.get('text')).toEqual(late);
  expect(asked).toHaveLength(1);
});
