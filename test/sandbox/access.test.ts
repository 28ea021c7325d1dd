import { describe, expect, it } from 'vitest';
import {
  consents,
  persist,
  post,
  reserveOne,
  sandboxForEachTest,
  send,
  updateWithJson,
} from './call-sandbox.ts';

const sandbox = sandboxForEachTest();
const denied = { status: 200, text: 'Access denied', contentType: 'text/plain; charset=utf-8' };

describe('the token (API document 5)', () => {
  it.each(['', '?token=', '?token=nonsense'])(
    'every operation denies access with HTTP 200: "%s"',
    async query => {
      const api = `${sandbox().url}/office/api`;
      expect(await send(`${api}/additionalCustomerFields${query}`)).toMatchObject(denied);
      const update = `${api}/updateCustomer${query}${query === '' ? '?' : '&'}id=1001`;
      expect(
        await post(update, { body: 'note=x', 'content-type': 'application/x-www-form-urlencoded' }),
      ).toMatchObject(denied);
      expect(await send(`${api}/persistCustomerData${query}`, { method: 'POST' })).toMatchObject(denied);
      expect(
        sandbox()
          .calls()
          .map(call => [call.outcome, call.token, call.applied]),
      ).toEqual(Array(3).fill(['Access denied', null, false]));
      expect(sandbox().customer(1001)?.note).toBe('Kommt gern früh am Tag');
    },
  );

  it('an expired token is denied, and a renewed one is not', async () => {
    const { tokens } = sandbox();
    expect(await updateWithJson(sandbox(), 1001, { note: 'a' }, tokens.expired)).toMatchObject(denied);
    sandbox().control('tokens', { action: 'renew', name: 'expired' });
    expect((await updateWithJson(sandbox(), 1001, { note: 'a' }, tokens.expired)).json).toMatchObject({
      note: 'a',
    });
    sandbox().control('tokens', { action: 'expire', name: 'mitte' });
    expect(await updateWithJson(sandbox(), 1001, { note: 'b' })).toMatchObject(denied);
    sandbox().control('tokens', { action: 'renew', name: 'mitte', value: 'brand-new' });
    expect(await updateWithJson(sandbox(), 1001, { note: 'b' })).toMatchObject(denied);
    expect((await updateWithJson(sandbox(), 1001, { note: 'b' }, 'brand-new')).json).toMatchObject({
      note: 'b',
    });
  });

  it('updateCustomer reads the token and the id from the URL only', async () => {
    const { url, tokens } = sandbox();
    const form = { 'content-type': 'application/x-www-form-urlencoded' };
    const inBody = await post(`${url}/office/api/updateCustomer?id=1001`, {
      ...form,
      body: `token=${tokens.mitte}&note=x`,
    });
    expect(inBody).toMatchObject(denied);
    const idInBody = await post(`${url}/office/api/updateCustomer?token=${tokens.mitte}`, {
      ...form,
      body: 'id=1001&note=x',
    });
    expect(idInBody.status).toBe(404);
  });

  it('persistCustomerData also reads the token and everything else from the URL', async () => {
    const { url, tokens } = sandbox();
    const query = new URLSearchParams({
      token: tokens.mitte,
      ...consents,
      ...reserveOne(sandbox()),
      customerId: '1002',
    });
    const reply = await send(`${url}/office/api/persistCustomerData?${query}`, { method: 'POST' });
    expect(reply.json).toMatchObject({ result: 'OK', customerId: 1002 });
  });

  it('decides the location: the other one is inaccessible', async () => {
    const { nord } = sandbox().tokens;
    expect((await updateWithJson(sandbox(), 1001, { note: 'x' }, nord)).status).toBe(404);
    expect((await updateWithJson(sandbox(), 1010, { note: 'x' }, nord)).status).toBe(200);
    expect((await updateWithJson(sandbox(), 1013, { note: 'x' }, nord)).status).toBe(200);
    const slot = reserveOne(sandbox(), 'plain', 2);
    expect(await persist(sandbox(), { ...slot, ...consents, customerId: '1010' })).toMatchObject({
      status: 404,
      json: { error: 'appointment not found' },
    });
  });

  it('another method than the documented one is refused', async () => {
    const { url, tokens } = sandbox();
    const reply = await fetch(`${url}/office/api/updateCustomer?token=${tokens.mitte}&id=1001`);
    expect([reply.status, reply.headers.get('allow')]).toEqual([405, 'POST']);
    await reply.text();
    expect((await send(`${url}/office/api/additionalCustomerFields`, { method: 'POST' })).status).toBe(405);
    expect(sandbox().calls()).toEqual([]);
  });
});
