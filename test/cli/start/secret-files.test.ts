import { renameSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { Webhook } from 'standardwebhooks';
import { describe, expect, it, onTestFinished } from 'vitest';
import { startReceiver } from '../../program/notify/receiver.ts';
import {
  fieldbridgeUntilStopped,
  formToken,
  openSandbox,
  plainConfig,
  plainFolder,
  post,
} from '../command-line.ts';

const alertSecret = 'whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw';

describe('a secret file that can no longer be read', () => {
  it('is reported in the log, in /readyz, in the metrics and as an alert, while its last secret stays valid', async () => {
    const sandbox = await openSandbox();
    const receiver = await startReceiver(new Webhook(alertSecret));
    onTestFinished(() => receiver.close());
    const config = plainConfig(sandbox, `alerts: {url: "${receiver.url}", secret: ${alertSecret}}\n`)
      .replace(`token: ${sandbox.tokens.mitte}`, 'token: {file: secrets/token}')
      .replace(`secret: ${formToken.secret}}`, 'secret: {file: secrets/form}}');
    const directory = plainFolder(sandbox, {
      'config.yaml': config,
      'secrets/token': sandbox.tokens.mitte,
      'secrets/form': formToken.secret,
    });
    const running = fieldbridgeUntilStopped(['start'], { directory });
    const [, url = ''] = await running.printed(/"url":"([^"]+)"/);
    const readyz = async () => (await fetch(`${url}/readyz`)).json();
    const unreadable = async () =>
      /^fieldbridge_secret_files_unreadable (\d+)$/m.exec(await (await fetch(`${url}/metrics`)).text())?.[1];
    expect(await readyz()).not.toHaveProperty('secrets');
    expect(await unreadable()).toBe('0');

    const file = join(directory, 'secrets/token');
    renameSync(file, `${file}.away`);
    await running.printed(
      /"file":"secrets\/token","reason":"cannot be read \(ENOENT\)","msg":"cannot read a secret file"/,
    );
    const says =
      /^the secret file secrets\/token cannot be read \(ENOENT\), since \S+Z; its last secret counts until a restart, which would fail$/;
    expect(await readyz()).toMatchObject({ status: 'ready', secrets: [expect.stringMatching(says)] });
    expect(await unreadable()).toBe('1');
    await post(url, { customer: 1001, note: 'Window seat' });
    await expect
      .poll(() => receiver.received.map(({ body: { data } }) => [data.code, data.subject]))
      .toContainEqual(['FieldbridgeSecretUnreadable', 'secrets/token']);

    writeFileSync(join(directory, 'secrets/form'), '');
    await running.printed(/"file":"secrets\/form","reason":"is empty"/);
    expect(await unreadable()).toBe('2');

    renameSync(`${file}.away`, file);
    await running.printed(/"file":"secrets\/token","msg":"secret file readable again"/);
    expect(await unreadable()).toBe('1');
    expect(running.out()).not.toContain(formToken.secret);
  });
});
