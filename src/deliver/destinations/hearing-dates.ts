import type { Client } from '../../booking/http/client.ts';
import type { Time } from '../time/time.ts';

/** The client, with the clock of what answers being listened to. */
export function hearingDates(
  client: Client,
  heard: (date: string | undefined, ms: number) => void,
  { monotonic }: Pick<Time, 'monotonic'>,
): Client {
  return {
    ...client,
    async send(request) {
      const started = monotonic();
      const reply = await client.send(request);
      if ('headers' in reply) heard(reply.headers.date, monotonic() - started);
      return reply;
    },
  };
}
