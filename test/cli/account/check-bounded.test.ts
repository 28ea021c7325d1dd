import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { systemClock } from '../../../src/inbox/clock.ts';
import { openPrepared } from '../../inbox/open-prepared.ts';
import { fieldbridge, folderWith, openSandbox, plainConfig } from '../command-line.ts';

/** Each needs nearly all of the time that an evaluation may take, or more. */
const slow = '$count($map([1..9000], function($i) { $string($i * 7) & note }))';
const tooSlow = '$count($map([1..9999], function($i) { $sum([1..500]) }))';

const mappingWith = (expression: string) => `source: form
destination: salon
operation: updateCustomer
when: ${expression} > 0
set:
  id: customer
  note: {from: '${expression}'}
  additionalFields:
    allergies: {from: '${expression}', values: {a: b}, otherwise: null}
`;

describe('check over many stored events', () => {
  it('ends in time with very expensive expressions', async () => {
    const files = Object.fromEntries(
      [slow, tooSlow].map((each, index) => [`mappings/m${index}.yaml`, mappingWith(each)]),
    );
    const directory = folderWith({ 'config.yaml': plainConfig(await openSandbox()), ...files });
    const store = await openPrepared(join(directory, 'bridge.db'), { clock: systemClock });
    for (let index = 0; index < 200; index += 1) {
      await store.add({
        source: 'form',
        receivedAt: Date.now(),
        headers: {},
        query: {},
        body: Buffer.from(JSON.stringify({ customer: 1001, note: `n${index}` })),
        reading: { kind: 'json', charset: 'utf-8' },
        items: [
          { id: `evt_${String(index).padStart(26, '0')}`, contentHash: String(index), diagnostics: [] },
        ],
      });
    }
    await store.close();
    const before = process.cpuUsage();
    const ran = await fieldbridge(['check'], { directory });
    const { user, system } = process.cpuUsage(before);
    // All of them would take minutes; each mapping has three seconds of work, and a running evaluation is stopped. Other
    // processes of a busy machine do not count.
    expect((user + system) / 1000).toBeLessThan(70_000);
    expect(ran.out).toContain('[check/expression-fails]');
    expect(ran.out.replaceAll(/\s+/g, ' ')).toContain(
      'm0: not all stored events of its source (200) were tried, because its expressions take too long: warnings may be missing',
    );
  });
});
