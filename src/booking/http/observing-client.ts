import type { Client } from './client.ts';
import type { Reply, WireRequest } from './reply.ts';

/** The client, each exchange of which is looked at; `ms`: how long it took. */
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
