import { describe, expect, it } from 'vitest';
import { fieldbridge, fieldbridgeUntilStopped, openSandbox } from '../command-line.ts';

describe('sandbox', () => {
  it('prints its start page, responds, and ends with status 0 when it is stopped', async () => {
    const running = fieldbridgeUntilStopped(['sandbox', '--port', '0']);
    const [, url = ''] = await running.printed(/GET +(http:\/\/127\.0\.0\.1:\d+)\/office\/api\//);
    const [, token = ''] = await running.printed(/^ +mitte +(\S+)/m);
    const reply = await fetch(`${url}/office/api/additionalCustomerFields?token=${token}`);
    expect(await reply.json()).toHaveLength(21);
    expect(await running.stop()).toBe(0);
    expect(running.err()).toBe('');
    await expect(fetch(url)).rejects.toThrow();
  });

  it('ends with status 3 if its port is in use', async () => {
    const other = await openSandbox();
    const { port } = new URL(other.url);
    expect(await fieldbridge(['sandbox', '--port', port])).toEqual({
      status: 3,
      out: '',
      err: `fieldbridge sandbox: 127.0.0.1:${port} is taken by another program; choose another --port (or host)\n`,
    });
  });
});
