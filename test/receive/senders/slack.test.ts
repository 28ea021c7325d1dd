import { createHmac } from 'node:crypto';
import { verifySlackRequest } from '@slack/bolt';
import { describe, expect, it } from 'vitest';
import { receiveAt, secretText } from '../a-source.ts';
import {
  aDelivery,
  aSignedDelivery,
  expectOnlyAsSent,
  refuses,
  sample,
  sentAt,
  sentAtSeconds,
  take,
} from './a-delivery.ts';
import { senderSource } from './a-sender.ts';

const source = senderSource('slack');
const body = sample('slack.json');
const form = sample('slack.txt');
const formType = { 'content-type': 'application/x-www-form-urlencoded' };
const header = 'x-slack-signature';
const timeHeader = 'x-slack-request-timestamp';

/** Headers as the documentation signs: version, seconds and body. */
const signed = (bytes: Buffer | string, seconds = sentAtSeconds, version = 'v0') => ({
  [timeHeader]: String(seconds),
  [header]: `${version}=${createHmac('sha256', secretText).update(`${version}:${seconds}:${bytes}`).digest('hex')}`,
});

describe('Slack', () => {
  it('is accepted as an event', async () => {
    const request = aDelivery(body, signed(body));
    expect(await take(source, request)).toMatchObject([
      {
        id: ['Ev0PV52K21'],
        type: 'message',
        occurredAt: '2026-11-20T17:56:12.000Z',
        payload: { event: { text: '1001: ruft lieber an & hat eine Duftstoffallergie' } },
      },
    ]);
    await expectOnlyAsSent(source, request, [header, timeHeader]);
  });

  it('is accepted as an interaction, which is JSON in a form', async () => {
    const request = aDelivery(form, { ...formType, ...signed(form) });
    expect(await take(source, request)).toMatchObject([
      {
        id: ['12466734323.1395872398.deadbeef0123456789abcdef01234567'],
        type: 'view_submission',
        payload: { view: { callback_id: 'customer_wish', private_metadata: '1003' } },
      },
    ]);
    await expectOnlyAsSent(source, request, [header, timeHeader]);
    expect(source.acknowledgement).toBe('empty');
  });

  it('accepts our own signatures', async () => {
    const { headers } = await aSignedDelivery(source, body);
    const sent = Object.fromEntries(headers);
    const options = (text: string) => ({
      signingSecret: secretText,
      body: text,
      headers: {
        [header]: sent[header] ?? '',
        [timeHeader]: Number(sent[timeHeader]),
      } as { 'x-slack-signature': string; 'x-slack-request-timestamp': number },
      nowMilliseconds: sentAt,
    });
    expect(() => verifySlackRequest(options(body.toString()))).not.toThrow();
    expect(() => verifySlackRequest(options(`${body} `))).toThrow('signature mismatch');
  });

  it('is signed as in its documentation, for a command', async () => {
    const documented = senderSource('slack', '', '8f742231b10e8888abcd99yyyzzz85a5');
    const command =
      'token=xyzz0WbapA4vBCDEFasx0q6G&team_id=T1DC2JH3J&team_domain=testteamnow&channel_id=G8PSS9T3V&channel_name=foobar&user_id=U2CERLKJA&user_name=roadrunner&command=%2Fwebhook-collect&text=&response_url=https%3A%2F%2Fhooks.slack.com%2Fcommands%2FT1DC2JH3J%2F397700885554%2F96rGlfmibIGlgcZRskXaIFfN&trigger_id=398738663015.47445629121.803a0bc887a14d10d2c447fce8b6703c';
    const headers = {
      ...formType,
      [timeHeader]: '1531420618',
      [header]: 'v0=a2114d57b48eac39b9ad189dd8316235a7b4a8d21a10bd27519666489c69b503',
    };
    const [event] = await take(documented, aDelivery(command, headers), 1_531_420_618_000);
    expect(event).toMatchObject({
      id: ['398738663015.47445629121.803a0bc887a14d10d2c447fce8b6703c'],
      type: '/webhook-collect',
      payload: { user_name: 'roadrunner', text: '' },
    });
    await refuses(documented, aDelivery(command, headers));
  });

  it('is refused when it is more than five minutes old or ahead', async () => {
    for (const seconds of [-300, 300])
      await take(source, aDelivery(body, signed(body, sentAtSeconds + seconds)));
    for (const seconds of [-301, 301]) {
      const reason = await refuses(source, aDelivery(body, signed(body, sentAtSeconds + seconds)));
      expect(reason).toMatch(/the timestamp is .*(old|ahead)/);
    }
  });

  it('is accepted only in version 0', async () => {
    await refuses(source, aDelivery(body, signed(body, sentAtSeconds, 'v1')));
  });

  it('checks the URL with a signed challenge, which is returned and not stored', async () => {
    const challenge =
      '{"token":"Jhj5dZrVaK7ZwHHjRyZWjbDl","challenge":"3eZbrw1aBm2rZgRNFdxV2595E9CY3gmd","type":"url_verification"}';
    const received = await receiveAt(source, aDelivery(challenge, signed(challenge)), sentAt);
    expect(received).toMatchObject({
      kind: 'answered',
      reply: { status: 200, body: expect.stringContaining('3eZbrw1aBm2rZgRNFdxV2595E9CY3gmd') },
    });
    await refuses(source, aDelivery(challenge));
  });
});
