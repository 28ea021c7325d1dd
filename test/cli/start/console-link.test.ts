import { expect, it } from 'vitest';
import { freePort } from '../../program/program.ts';
import { fieldbridgeUntilStopped, openSandbox, plainFolder } from '../command-line.ts';

const token = 'the-admin-token-of-this-test';

it('prints a link on a terminal that signs in to the console once', async () => {
  const sandbox = await openSandbox();
  const port = await freePort();
  const directory = plainFolder(sandbox, {
    'config.yaml': `server: {port: ${port}}
store: sqlite:data/bridge.db
destinations: {salon: {baseUrl: "${sandbox.url}", token: ${sandbox.tokens.mitte}}}
sources: {crm: {verify: {type: none}}}
admin: {token: ${token}}
`,
  });
  const running = fieldbridgeUntilStopped(['start'], { directory, columns: 100 });
  await expect.poll(running.err).toMatch(/#code=/);
  const link = /http:\S+#code=(\S+)/.exec(running.err());
  const code = link?.[1] ?? '';
  expect(running.out()).not.toContain(code);
  const origin = `http://127.0.0.1:${port}`;
  expect(link?.[0].startsWith(`${origin}/console#code=`)).toBe(true);
  const signIn = (headers: Record<string, string>) =>
    fetch(`${origin}/console/session`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', ...headers },
      body: JSON.stringify({ code }),
    });
  expect((await signIn({ origin: 'http://elsewhere.example' })).status).toBe(403);
  const first = await signIn({ origin });
  expect(first.status).toBe(200);
  expect(await first.json()).toMatchObject({ role: 'admin' });
  expect((await signIn({ origin })).status).toBe(401);
  const [cookie = ''] = first.headers.getSetCookie();
  expect(cookie).toMatch(/^fieldbridge-[\w-]{8}=[\w-]{75}; Path=\/; HttpOnly; SameSite=Strict$/);
  const response = await fetch(`${origin}/api/events`, { headers: { cookie: cookie.split(';')[0] ?? '' } });
  expect(response.status).toBe(200);
});
