import { type Caller, exactly, problemOf } from '../caller';
import type { RunningShop } from '../running-shop';

const POSTERS = { title: 'Fair', product: { kind: 'poster', format: 'A2', copies: 2 } };
const MERGE_PATCH = { 'content-type': 'application/merge-patch+json' };

/** Orders a job. @returns its path and entity tag */
export async function order(
  caller: Caller,
  job: object = {},
): Promise<[path: string, tag: string]> {
  const { headers } = await caller.sendJson('POST /jobs', { ...POSTERS, ...job });
  return [headers.get('location')!, headers.get('etag')!];
}

/** Signing in, ordering, and what becomes of an order. */
export function describeJobs(shop: () => RunningShop): void {
  const move = (job: string, state: string): Promise<unknown> =>
    shop().staff('counter-token').sendJson(`PUT ${job}/state`, { state });

  it('lets customers in by a cookie, until they sign out', async () => {
    const ada = await shop().customer('ada');
    expect(await ada.send('GET /jobs')).toMatchObject({ status: 200 });
    const out = await ada.send('DELETE /session');
    expect([out.status, out.headers.get('set-cookie')]).toEqual([
      204,
      'session=; Path=/; Max-Age=0; HttpOnly; Secure; SameSite=Strict',
    ]);
    const late = await ada.send('DELETE /session');
    expect(problemOf(late)).toEqual([401, expect.stringContaining('unknown, expired or revoked')]);
  });

  it('names each way to authenticate', async () => {
    const { status, headers } = await shop().anybody.send('GET /jobs');
    const challenge = headers.get('www-authenticate');
    expect([status, challenge]).toEqual([401, 'ApiKey in="cookie", name="session", Bearer']);
  });

  it('does not say whether the customer or the password is wrong', async () => {
    for (const customer of ['ada', 'eve']) {
      const body = new URLSearchParams({ customer, password: 'sesame' });
      const received = await shop().anybody.send('POST /session', { body });
      expect(problemOf(received)).toEqual([403, 'The customer or the password is wrong']);
    }
    const body = new URLSearchParams({ customer: 'ada' });
    const received = await shop().anybody.send('POST /session', { body });
    expect(problemOf(received)).toEqual([400, expect.stringContaining('"password"')]);
  });

  it('keeps an order: its own members are its own, its id is exact, its voucher is not told', async () => {
    const ada = await shop().customer('ada');
    const given = { ...POSTERS, id: 1, state: 'printed', voucher: 'SUMMER', dueOn: '2030-06-01' };
    const { status, headers, text } = await ada.sendJson('POST /jobs', given);
    const location = headers.get('location')!;
    const id = /^\/jobs\/(90071992547409\d\d)$/.exec(location)![1];
    expect([status, exactly(text)]).toEqual([
      201,
      {
        id,
        customer: 'ada',
        state: 'waiting',
        price: { cents: 810, currency: 'EUR' },
        ...POSTERS,
        dueOn: '2030-06-01',
      },
    ]);
    expect((await ada.send(`GET ${location}`)).text).toBe(text);

    const wrong = await ada.sendJson('POST /jobs', { ...given, voucher: 'summer' });
    expect(problemOf(wrong)).toEqual([400, expect.stringContaining('"/voucher"')]);
  });

  it('shows a job to its customer and the staff', async () => {
    const ada = await shop().customer('ada');
    const [job, tag] = await order(ada);
    const had = { headers: { 'if-none-match': tag } };
    expect(await ada.send(`GET ${job}`, had)).toMatchObject({ status: 304, text: '' });
    expect(await shop().staff('counter-token').send(`GET ${job}`)).toMatchObject({ status: 200 });
    const bob = await shop().customer('bob');
    const id = job.replace('/jobs/', '');
    expect(problemOf(await bob.send(`GET ${job}`))).toEqual([404, `You have no job ${id}`]);
    const wide = await bob.send('GET /jobs/9223372036854775808');
    expect(problemOf(wide)).toEqual([400, expect.stringContaining('integer of 64 bits')]);
  });

  it('lists jobs by page, state and day', async () => {
    const bob = await shop().customer('bob');
    const jobs = [];
    for (const dueOn of ['2031-01-01', '2031-02-01', '2031-03-01']) {
      const [job] = await order(bob, { dueOn });
      jobs.push(job.replace('/jobs/', ''));
    }
    const listed = async (query: string): Promise<unknown[]> => {
      const { headers, text } = await bob.send(`GET /jobs?${query}`);
      const { jobs, next } = exactly(text);
      return [headers.get('x-total-count'), (jobs as { id: string }[]).map(({ id }) => id), next];
    };
    expect(await listed('limit=2')).toEqual(['3', jobs.slice(0, 2), jobs[1]]);
    expect(await listed(`limit=2&after=${jobs[1]}`)).toEqual(['3', [jobs[2]], undefined]);
    expect(await listed('due[from]=2031-01-02&due[to]=2031-02-28')).toEqual([
      '1',
      [jobs[1]],
      undefined,
    ]);
    await move(`/jobs/${jobs[0]}`, 'printing');
    expect(await listed('states=printing&states=printed')).toEqual(['1', [jobs[0]], undefined]);
    const none = await bob.send('GET /jobs?limit=0');
    expect(problemOf(none)).toEqual([400, expect.stringContaining('"limit"')]);
  });

  it('changes a job for those who know it as it is', async () => {
    const ada = await shop().customer('ada');
    const [job, tag] = await order(ada, { dueOn: '2030-06-01', note: 'Fold once' });
    const patch = (body: string, headers = {}): ReturnType<Caller['send']> =>
      ada.send(`PATCH ${job}`, { headers: { ...MERGE_PATCH, ...headers }, body });
    expect(problemOf(await patch('{}'))).toEqual([428, `Send If-Match: ${tag}`]);

    const changed = await patch('{"title":"Summer","note":null}', { 'if-match': tag });
    expect(changed.status).toBe(200);
    expect(exactly(changed.text)).toMatchObject({ title: 'Summer', dueOn: '2030-06-01' });
    expect(changed.text).not.toContain('note');
    const newTag = changed.headers.get('etag')!;

    const late = await patch('{"title":"Winter"}', { 'if-match': tag });
    expect(problemOf(late)).toEqual([412, `The entity tag is ${newTag} now; read the job again`]);
    const wrong = await patch('{"title":""}', { 'if-match': newTag });
    expect(problemOf(wrong)).toEqual([400, expect.stringContaining('"/title"')]);
    await move(job, 'printing');
    const onThePress = await patch('{"title":"Winter"}', { 'if-match': '*' });
    expect(problemOf(onThePress)).toEqual([409, expect.stringContaining('on the press')]);
  });

  it('calls off a job, unless it is printed', async () => {
    const ada = await shop().customer('ada');
    const [job, tag] = await order(ada);
    const other = await ada.send(`DELETE ${job}`, { headers: { 'if-match': '"other"' } });
    expect(other.status).toBe(412);
    const mine = await ada.send(`DELETE ${job}`, { headers: { 'if-match': tag } });
    expect([mine.status, mine.text]).toEqual([204, '']);
    expect((await ada.send(`DELETE ${job}`)).status).toBe(404);
    const [printing] = await order(ada);
    await move(printing, 'printing');
    expect(problemOf(await ada.send(`DELETE ${printing}`))[0]).toBe(409);
    const [unseen] = await order(ada);
    expect((await ada.send(`DELETE ${unseen}`)).status).toBe(204);
  });

  it('moves a job one way', async () => {
    const ada = await shop().customer('ada');
    const counter = shop().staff('counter-token');
    const [job] = await order(ada);
    const back = await counter.sendJson(`PUT ${job}/state`, { state: 'printed' });
    expect(problemOf(back)).toEqual([409, 'No job goes from waiting to printed']);
    for (const state of ['printing', 'printing', 'printed']) {
      const { status } = await counter.sendJson(`PUT ${job}/state`, { state });
      expect(status).toBe(204);
    }
    expect((await counter.sendJson('PUT /jobs/1/state', { state: 'printing' })).status).toBe(404);
    expect((await ada.sendJson(`PUT ${job}/state`, { state: 'printed' })).status).toBe(401);
  });

  it('says of the old way to read a state when it ends', async () => {
    const ada = await shop().customer('ada');
    const [job] = await order(ada);
    const { status, headers, text } = await ada.send(`GET ${job}/state`);
    expect([status, text]).toEqual([200, 'waiting']);
    expect(Object.fromEntries(headers)).toMatchObject({
      'content-type': 'text/plain; charset=utf-8',
      deprecation: '@1767225600',
      sunset: 'Wed, 01 Jan 2031 00:00:00 GMT',
    });
    expect((await ada.send('GET /jobs/1/state')).status).toBe(404);
  });

  it('does not take orders for reprints yet, as the document says', async () => {
    const ada = await shop().customer('ada');
    const [job] = await order(ada);
    const received = await ada.send(`POST ${job}/reprint`);
    expect(problemOf(received)).toEqual([501, 'Ask for reprints at the counter']);
    expect((await ada.send('POST /jobs/1/reprint')).status).toBe(404);
  });

  it('tells what happens to a job while it happens, and ends with it', async () => {
    const ada = await shop().customer('ada');
    const [job] = await order(ada);
    await move(job, 'printing');
    const response = await ada.open(`GET ${job}/events`);
    expect(response.headers.get('content-type')).toBe('text/event-stream');
    const reader = response.body!.getReader();
    const next = async (): Promise<string> => Buffer.from((await reader.read()).value).toString();
    const first = 'event: moved\nid: 1\ndata: {"state":"printing"}\n\n';
    const second = 'event: moved\nid: 2\ndata: {"state":"printed"}\n\n';
    expect(await next()).toBe(first);
    await move(job, 'printed');
    expect(await next()).toBe(second);
    expect(await reader.read()).toEqual({ done: true, value: undefined });
    const missed = await ada.send(`GET ${job}/events`, { headers: { 'last-event-id': '1' } });
    expect(missed.text).toBe(second);
    expect((await ada.send('GET /jobs/1/events')).status).toBe(404);
  });
}
