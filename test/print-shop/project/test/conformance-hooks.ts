/**
 * What `npm run conformance -- --hooks test/conformance-hooks.ts` does first: it signs in, since the credential
 * of a customer is a session, and says which tokens are for which scheme.
 */
export async function setUp({ url }: { url: string }): Promise<object> {
  const [customer, password] = (process.env.CUSTOMERS ?? '').split(/[:,]/);
  const body = new URLSearchParams({ customer: customer ?? '', password: password ?? '' });
  const response = await fetch(`${url}/session`, { method: 'POST', body });
  const [, session] = /^session=([^;]+)/.exec(response.headers.get('set-cookie') ?? '') ?? [];
  return {
    tokens: { customer: session, staff: process.env.STAFF_TOKEN, press: process.env.PRESS_KEY },
  };
}
