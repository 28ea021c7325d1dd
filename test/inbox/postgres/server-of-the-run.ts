import { offerToAll } from '../../one-of-the-run.ts';
import { startOwnPostgres } from './server.ts';

/** Lets all files of a run share one PostgreSQL: each makes databases of its own in it. */
export default function offerServer(): Promise<() => Promise<void>> {
  return offerToAll('POSTGRES_OF_THE_RUN', async () => {
    const { url, stop } = await startOwnPostgres({ settings: ['max_connections=500'] });
    return { address: url, stop };
  });
}
