import { expect, it } from 'vitest';
import { aConfig, aSource } from '../../a-config.ts';
import { startServer } from '../../running-server.ts';

it('lets webhooks go first after each 8 rows of a list', async () => {
  const { api, called } = await startServer(aConfig([aSource('open')]));
  const list = { source: 'open', file: 'list.csv', digest: '0'.repeat(64), rows: 17 };
  const { body: begun } = await api('POST', '/imports', list);
  const rows = Array.from({ length: 17 }, (_, at) => ({
    row: at + 1,
    body: JSON.stringify({ customer: at }),
  }));
  const { body: taken } = await api('POST', `/imports/${begun.id}/rows`, { rows });
  expect(taken).toMatchObject({ taken: 17, duplicates: 0 });
  expect(called.filter(each => each === 'give way')).toHaveLength(3);
});
