/** A request of a table on a page, and what the page says of it. */
export interface RequestRow {
  readonly request: string;
  readonly method: string;
  readonly target: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string | undefined;
  /** The texts of the other columns. */
  readonly says: readonly string[];
}

/**
 * The requests of a page's tables: `METHOD /target`, the body if any, "as `TYPE`" where it is not JSON, and
 * "without credentials".
 */
export function requestsOf(page: string): RequestRow[] {
  return page.split('\n').flatMap((line) => {
    const [, request, others] = /^\| (`[A-Z]+ \/[^|]*)\|(.*)\|$/.exec(line) ?? [];
    if (request === undefined) return [];
    const [, method, target, body] = /^`([A-Z]+) ([^`]*)`(?: `([^`]*)`)?/.exec(request)!;
    const [, type = 'application/json'] = / as `([^`]*)`/.exec(request) ?? [];
    const credentials = { authorization: 'Bearer my-token' };
    return [
      {
        request: request.trim(),
        method: method!,
        target: target!,
        body,
        headers: {
          ...(request.includes('without credentials') ? {} : credentials),
          ...(body === undefined ? {} : { 'content-type': type }),
        },
        says: others!.split('|').map((text) => text.trim()),
      },
    ];
  });
}

/** Sends it. @returns the status, as the cells of the table begin */
export async function statusOf(
  url: string,
  { method, target, headers, body }: RequestRow,
): Promise<string> {
  const init = { method, headers, ...(body === undefined ? {} : { body }) };
  const response = await fetch(url + target, init);
  await response.text();
  return String(response.status);
}

/** The status that a text of a table begins with. */
export function saidStatus(text: string | undefined): string | undefined {
  return text?.slice(0, 3);
}
