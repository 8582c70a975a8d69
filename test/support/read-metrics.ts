/** Metrics as they were scraped: values by name and labels, such as `http_requests_total{status="200"}`. */
export interface Scrape {
  readonly contentType: string | null;
  readonly text: string;
  readonly values: ReadonlyMap<string, number>;
}

const SAMPLE = /^([a-zA-Z_:][\w:]*(?:\{[^\n]*\})?) (\S+)$/gm;

/** Scrapes a service. @throws Error when it gives none */
export async function readMetrics(
  url: string,
  headers: Readonly<Record<string, string>> = {},
): Promise<Scrape> {
  const response = await fetch(`${url}/-/metrics`, { headers });
  const text = await response.text();
  if (response.status !== 200) throw new Error(`The metrics are ${response.status}: ${text}`);
  const samples = [...text.matchAll(SAMPLE)].map(([, name = '', value]): [string, number] => [
    name,
    Number(value),
  ]);
  return { contentType: response.headers.get('content-type'), text, values: new Map(samples) };
}
