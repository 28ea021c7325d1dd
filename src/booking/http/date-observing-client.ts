import type { Client } from './client.ts';

/** The client, each answer of which has its `Date` looked at; `ms`: how long the request took. */
export function dateObservingClient(
  client: Client,
  observe: (date: string | undefined, ms: number) => void,
  { monotonic }: { monotonic(): number },
): Client {
  return {
    ...client,
    async send(request) {
      const started = monotonic();
      const reply = await client.send(request);
      if ('headers' in reply) observe(reply.headers.date, monotonic() - started);
      return reply;
    },
  };
}
