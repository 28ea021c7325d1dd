import { createHmac } from 'node:crypto';
import { sign, verify } from '@octokit/webhooks-methods';
import { describe, expect, it } from 'vitest';
import { receiveAt, secretText } from '../a-source.ts';
import { aDelivery, aSignedDelivery, expectOnlyAsSent, refuses, sample, sentAt, take } from './a-delivery.ts';
import { senderSource } from './a-sender.ts';

const source = senderSource('github');
const body = sample('github.json');
const form = sample('github.txt');
const header = 'x-hub-signature-256';
const head = {
  'user-agent': 'GitHub-Hookshot/044aadd',
  'x-github-delivery': '72d3162e-cc78-11e3-81ab-4c9367dc0958',
  'x-github-event': 'issues',
  'x-github-hook-id': '292430182',
};
const formHead = { ...head, 'content-type': 'application/x-www-form-urlencoded' };
const signed = async (bytes: Buffer, headers: Readonly<Record<string, string>> = head) =>
  aDelivery(bytes, { ...headers, [header]: await sign(secretText, bytes.toString()) });

describe('GitHub', () => {
  it('is accepted with a signature of its own package', async () => {
    const event = {
      id: ['72d3162e-cc78-11e3-81ab-4c9367dc0958'],
      type: 'issues.opened',
      payload: { action: 'opened', issue: { number: 17 } },
    };
    expect(await take(source, signed(body))).toMatchObject([event]);
    await expectOnlyAsSent(source, signed(body), [header]);
  });

  it('is the same as a form', async () => {
    const [json] = await take(source, signed(body));
    expect(await take(source, signed(form, formHead))).toEqual([json]);
    await expectOnlyAsSent(source, signed(form, formHead), [header]);
  });

  it('accepts our own signatures', async () => {
    const request = await aSignedDelivery(source, body, head);
    const signature = request.headers.find(([name]) => name === header)?.[1] ?? '';
    expect(await verify(secretText, body.toString(), signature)).toBe(true);
  });

  it('is signed as in its documentation', async () => {
    const documented = senderSource('github', '', "It's a Secret to Everybody");
    const signature = 'sha256=757107ea0eb2509fc211221cce984b8a37570b6d7586c22c46f4379c8b043e17';
    const headers = { ...head, 'content-type': 'text/plain', [header]: signature };
    const [event] = await take(documented, aDelivery('Hello, World!', headers));
    expect(event?.payload).toBe('Hello, World!');
    await refuses(documented, aDelivery('Hello, World.', headers));
  });

  it('is never accepted with its old SHA-1 signature', async () => {
    const sha1 = `sha1=${createHmac('sha1', secretText).update(body).digest('hex')}`;
    await refuses(source, aDelivery(body, { ...head, 'x-hub-signature': sha1 }));
    const wrong = { ...head, 'x-hub-signature': sha1, [header]: await sign('another', body.toString()) };
    await refuses(source, aDelivery(body, wrong));
  });

  it('has a type without an action if there is none', async () => {
    const [event] = await take(
      source,
      signed(Buffer.from('{"ref":"refs/heads/main"}'), { ...head, 'x-github-event': 'push' }),
    );
    expect(event?.type).toBe('push');
  });

  it('gets a response to its signed ping, which is not stored', async () => {
    const ping = Buffer.from('{"zen":"Keep it logically awesome.","hook_id":292430182}');
    const headers = { ...head, 'x-github-event': 'ping' };
    const received = await receiveAt(source, signed(ping, headers), sentAt);
    expect(received).toMatchObject({ kind: 'answered', reply: { status: 200 } });
    await refuses(source, aDelivery(ping, headers));
  });
});
