import {
  fieldbridgeUntilStopped,
  formToken,
  openSandbox,
  plainConfig,
  plainFolder,
  post,
} from '../../cli/command-line.ts';

export const tokens = { admin: 'an-admin-token-of-some-length', reader: 'a-reading-token-of-some-length' };

/** Personal data and a secret: a reader must not see any of them. */
export const canaries = [
  'canary-note',
  'canary-allergies',
  'canary-link',
  'canary-why',
  'canary-refused',
  'canary-nested',
  '"1001"',
  '"1002"',
  '"99999"',
];

/** A response of the API. */
export interface ApiResponse {
  readonly status: number;
  readonly text: string;
  // biome-ignore lint/suspicious/noExplicitAny: what a program reads of JSON
  readonly body: any;
}

/** Starts a bridge with events, a refusal, links and audit entries, all of which contain canaries. */
export async function startScene() {
  const sandbox = await openSandbox();
  const admin = `admin: {token: ${tokens.admin}, readToken: ${tokens.reader}}\n`;
  const directory = plainFolder(sandbox, { 'config.yaml': plainConfig(sandbox, admin) });
  const bridge = fieldbridgeUntilStopped(['start'], { directory });
  const [, url = ''] = await bridge.printed(/"url":"([^"]+)"/);
  const ask = async (
    path: string,
    { token = tokens.admin, body }: { token?: string; body?: unknown } = {},
  ): Promise<ApiResponse> => {
    const response = await fetch(`${url}/api${path}`, {
      method: body === undefined ? 'GET' : 'POST',
      headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
      ...(body !== undefined && { body: JSON.stringify(body) }),
    });
    const text = await response.text();
    return { status: response.status, text, body: JSON.parse(text) };
  };
  const more = { deep: [{ name: 'canary-nested' }] };
  const done = await post(url, {
    customer: 1001,
    note: 'canary-note',
    allergies: 'canary-allergies',
    ...more,
  });
  const failed = await post(url, { customer: 99999, note: 'canary-note' });
  await post(url, { customer: { canary: 'canary-nested' }, note: 'canary-note' });
  await fetch(`${url}/hooks/form`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', [formToken.name]: formToken.secret },
    body: '{"name": "canary-refused"',
  });
  const link = { people: 'contacts', link: 'canary-link', destination: 'salon', customerId: '1002' };
  await ask('/links', { body: [link, { ...link, link: 'canary-link-2' }] });
  await ask(`/events/${failed.event.id}/replay`, { body: { who: 'anna', reason: 'canary-why' } });
  while ((await ask(`/events/${failed.event.id}`)).body.status !== 'failed')
    await new Promise(resolve => setTimeout(resolve, 20));
  await ask('/destinations/salon/pause', { body: { reason: 'canary-why' } });
  await ask('/destinations/salon/resume', { body: {} });
  const list = { source: 'form', file: 'contacts.csv', digest: '0'.repeat(64), rows: 1 };
  const { body: imported } = await ask('/imports', { body: list });
  const row = { row: 1, body: '{"customer":{"canary":"canary-nested"},"note":"canary-note"}' };
  await ask(`/imports/${imported.id}/rows`, { body: { rows: [row] } });
  while (!('failed' in (await ask(`/imports/${imported.id}`)).body.events))
    await new Promise(resolve => setTimeout(resolve, 20));
  return { url, ask, done: done.event.id, failed: failed.event.id, imported: String(imported.id) };
}
