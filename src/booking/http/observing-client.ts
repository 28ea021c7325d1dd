import type { Client } from './client.ts';
import type { Reply, WireRequest } from './reply.ts';

/** Returns a client that reports each exchange; `ms`: its duration. */
export function observingClient(
  client: Client,
  observe: (request: WireRequest, reply: Reply, ms: number) => void,
  { monotonic }: { monotonic(): number },
): Client {
  return {
    ...client,
    async send(request) {
      const started = monotonic();
      const reply = await client.send(request);
      observe(request, reply, monotonic() - started);
      return reply;
    },
  };
}
