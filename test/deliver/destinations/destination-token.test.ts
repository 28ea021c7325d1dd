import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import { openScene, type Scene } from '../scene.ts';
import { callsSince, destinationOf, lastCall, sendUpdates } from '../watch-destination.ts';

const second = 1_000;
const minute = 60 * second;
const refreshedRarely = 'catalog: {refresh: 1d}';

describe('a token in a file', () => {
  function tokenFile(): { readonly token: string; write(text: string): void } {
    const folder = mkdtempSync(join(tmpdir(), 'fieldbridge-token-'));
    onTestFinished(() => rmSync(folder, { recursive: true }));
    const path = join(folder, 'token');
    const write = (text: string) => writeFileSync(path, `${text}\n`);
    write('a-token-that-is-not-good');
    return { token: `{file: ${path}}`, write };
  }

  /** The sandbox makes its tokens at its start, so the test writes the valid one to the file afterwards. */
  async function openWithFile(): Promise<{ scene: Scene; write(text: string): void }> {
    const { token, write } = tokenFile();
    const scene = await openScene({ token, destination: refreshedRarely });
    expect((await destinationOf(scene)).state).toBe('held');
    write(scene.harness.sandbox.tokens.mitte);
    await scene.harness.later(10 * second);
    expect((await destinationOf(scene)).state).toBe('open');
    return { scene, write };
  }

  it('that is corrected lets calls continue; the wrong one was sent with no call', async () => {
    const { scene } = await openWithFile();
    const [id = ''] = await sendUpdates(scene, [1002]);
    expect((await scene.harness.event(id)).status).toBe('delivered');
  });

  it('that changes is tested by a probe before any call', async () => {
    const { scene, write } = await openWithFile();
    const { sandbox } = scene.harness;
    const renewed = 'the-new-token-of-this-location';
    sandbox.control('tokens', { action: 'renew', name: 'mitte', value: renewed });
    write(renewed);
    const before = lastCall(scene);
    const [id = ''] = await sendUpdates(scene, [1002]);
    expect(callsSince(scene, before).map(call => [call.operation, call.token])).toEqual([
      ['additionalCustomerFields', 'mitte'],
      ['updateCustomer', 'mitte'],
    ]);
    expect((await scene.harness.event(id)).status).toBe('delivered');
  });

  it('that becomes wrong holds the destination without any call, until it is corrected', async () => {
    const { scene, write } = await openWithFile();
    write('another-token-that-is-not-good');
    const before = lastCall(scene);
    const [id = ''] = await sendUpdates(scene, [1002]);
    await scene.harness.later(minute);
    expect(await scene.state(id)).toBe('held held');
    expect(callsSince(scene, before).map(call => call.operation)).not.toContain('updateCustomer');
    write(scene.harness.sandbox.tokens.mitte);
    expect(await scene.rested(id)).toBe('delivered');
  });

  it('that is refused holds the destination after one call', async () => {
    const { scene, write } = await openWithFile();
    const { sandbox } = scene.harness;
    sandbox.control('tokens', { action: 'expire', name: 'mitte' });
    const before = lastCall(scene);
    const ids = [...(await sendUpdates(scene, [1002])), ...(await sendUpdates(scene, [1003, 1004]))];
    await scene.harness.later(5 * minute);
    const updates = callsSince(scene, before).filter(call => call.operation === 'updateCustomer');
    expect(updates.length).toBe(1);
    const renewed = 'the-new-token-of-this-location';
    sandbox.control('tokens', { action: 'renew', name: 'mitte', value: renewed });
    write(renewed);
    for (const id of ids) expect(await scene.rested(id)).toBe('delivered');
  });
});
