import { readFileSync } from 'node:fs';
import path from 'node:path';
import { load } from 'js-yaml';
import { startPlantService } from '../../support/plant-service';
import { useStarted } from '../../support/use-started';

const generated = (name: string): string =>
  readFileSync(path.join(__dirname, '..', '..', '..', 'generated', name), 'utf8');

describe('what is under /-/', () => {
  const service = useStarted(() => startPlantService());

  it.each([
    ['GET', 'live', 200, 'application/json', '{"status":"live"}'],
    ['GET', 'ready', 200, 'application/json', '{"status":"ready"}'],
    ['GET', 'openapi.json', 200, 'application/json', generated('openapi.json')],
    ['GET', 'openapi.yaml', 200, 'application/yaml', generated('openapi.yaml')],
    ['HEAD', 'ready', 200, 'application/json', ''],
    ['OPTIONS', 'ready', 204, null, ''],
  ])('%s /-/%s is %d', async (method, page, status, contentType, body) => {
    const response = await fetch(`${service.url}/-/${page}`, { method });
    expect(response.status).toBe(status);
    expect(response.headers.get('content-type')).toBe(contentType);
    expect(await response.text()).toBe(body);
  });

  it('serves the document in both forms with the same content', async () => {
    const json = (await (await fetch(`${service.url}/-/openapi.json`)).json()) as Record<
      string,
      unknown
    >;
    const yaml = load(await (await fetch(`${service.url}/-/openapi.yaml`)).text());
    delete json['x-generated'];
    expect(yaml).toEqual(json);
  });

  it.each([
    ['POST', 'ready', 405, 40501],
    ['GET', 'unknown', 404, 40401],
    ['GET', 'ready/', 404, 40401],
    ['GET', '', 404, 40401],
  ])('%s /-/%s is %d with the Error body', async (method, page, status, error) => {
    const response = await fetch(`${service.url}/-/${page}`, { method });
    expect(response.status).toBe(status);
    expect(await response.json()).toEqual({ error, message: expect.any(String) as string });
  });
});
