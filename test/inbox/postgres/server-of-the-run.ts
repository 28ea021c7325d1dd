import { offerToAll } from '../../one-of-the-run.ts';
import { startOwnPostgres } from './server.ts';

/** Starts one PostgreSQL for all test files of a run; each file makes its own databases in it. */
export default function offerServer(): Promise<() => Promise<void>> {
  return offerToAll('POSTGRES_OF_THE_RUN', async () => {
    const { url, stop } = await startOwnPostgres({ settings: ['max_connections=500'] });
    return { address: url, stop };
  });
}
