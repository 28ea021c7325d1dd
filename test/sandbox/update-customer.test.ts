import { describe, expect, it } from 'vitest';
import { post, sandboxForEachTest, updateWithForm, updateWithJson } from './call-sandbox.ts';

const sandbox = sandboxForEachTest({ clock: { now: () => 1_700_000_000_000 } });

describe('updateCustomer (API document 4.2)', () => {
  it('returns the customer after the change, with the real changes', async () => {
    const reply = await updateWithJson(sandbox(), 1001, {
      note: 'Window seat',
      additionalFields: { allergies: 'Nuts', birthdate: '14.03.1988', 'lead.source': 'Website' },
      customerStatus: 'VIP',
    });
    expect(reply.status).toBe(200);
    expect(reply.json).toEqual({
      id: 1001,
      genderType: 'FEMALE',
      firstName: 'Mara',
      lastName: 'Lindqvist',
      name: 'Lindqvist',
      email: 'mara.lindqvist@example.com',
      mobile: '+491713920001',
      additionalFields: [
        { key: 'birthdate', value: '14.03.1988' },
        { key: 'contact.by', value: 'E-Mail' },
        { key: 'allergies', value: 'Nuts' },
        { key: 'interests', value: 'Farbe,Pflege' },
        { key: 'lead.source', value: 'Website' },
      ],
      note: 'Window seat',
      customerStatus: 'VIP',
      changes: [
        { name: 'note', originalValue: 'Kommt gern früh am Tag', newValue: 'Window seat' },
        { name: 'additionalFields.allergies', originalValue: '', newValue: 'Nuts' },
        { name: 'additionalFields.lead.source', originalValue: '', newValue: 'Website' },
        { name: 'customer.customerStatus.label', originalValue: 'Stammkunde', newValue: 'VIP' },
      ],
    });
  });

  it('the same update again changes nothing, and returns that', async () => {
    const body = { note: 'x', additionalFields: { allergies: 'Nuts' }, customerStatus: 'VIP' };
    await updateWithJson(sandbox(), 1001, body);
    expect((await updateWithJson(sandbox(), 1001, body)).json).toMatchObject({ changes: [] });
    expect(sandbox().customer(1001)?.history).toHaveLength(1);
  });

  it('a status change is written to the history with category API', async () => {
    await updateWithJson(sandbox(), 1001, { customerStatus: 'VIP' });
    expect(sandbox().customer(1001)?.history).toEqual([
      {
        at: 1_700_000_000_000,
        category: 'API',
        name: 'customer.customerStatus.label',
        originalValue: 'Stammkunde',
        newValue: 'VIP',
      },
    ]);
  });

  it.each([
    ['an object', { allergies: 'Nuts', 'hair.type': 'glatt' }],
    [
      'an array',
      [
        { key: 'allergies', value: 'Nuts' },
        { key: 'hair.type', value: 'glatt', header: 'Haar' },
      ],
    ],
  ])('takes additionalFields as %s', async (_, additionalFields) => {
    expect((await updateWithJson(sandbox(), 1002, { additionalFields })).status).toBe(200);
    expect(sandbox().customer(1002)?.additionalFields).toMatchObject({
      allergies: 'Nuts',
      'hair.type': 'glatt',
    });
  });

  it('accepts form parameters, and parameters in the URL, with dots in keyNames', async () => {
    await updateWithForm(sandbox(), 1002, { note: 'by form', 'additionalFields.lead.source': 'Form' });
    expect(sandbox().customer(1002)).toMatchObject({
      note: 'by form',
      additionalFields: { 'lead.source': 'Form' },
    });
    const { url, tokens } = sandbox();
    const query = `token=${tokens.mitte}&id=1002&note=by+URL&additionalFields.lead.source=URL&customerStatus=VIP`;
    await post(`${url}/office/api/updateCustomer?${query}`, { body: '' });
    expect(sandbox().customer(1002)).toMatchObject({
      note: 'by URL',
      customerStatus: 'VIP',
      additionalFields: { 'lead.source': 'URL' },
    });
  });

  it('uses the first of two equal parameters, and the URL before the body', async () => {
    const { url, tokens } = sandbox();
    const query = `token=${tokens.mitte}&id=1002&note=first&note=second`;
    await post(`${url}/office/api/updateCustomer?${query}`, {
      'content-type': 'application/x-www-form-urlencoded',
      body: 'note=third&additionalFields.allergies=first&additionalFields.allergies=second',
    });
    expect(sandbox().customer(1002)).toMatchObject({
      note: 'first',
      additionalFields: { allergies: 'first' },
    });
    expect(sandbox().calls()[0]?.parameters).toMatchObject({
      note: 'first',
      'additionalFields.allergies': 'first',
    });
  });

  it('keeps values that are not sent', async () => {
    await updateWithJson(sandbox(), 1001, { additionalFields: { allergies: 'Nuts' } });
    expect(sandbox().customer(1001)).toMatchObject({
      note: 'Kommt gern früh am Tag',
      customerStatus: 'Stammkunde',
      additionalFields: { birthdate: '14.03.1988', allergies: 'Nuts' },
    });
  });

  it('an empty value deletes', async () => {
    const reply = await updateWithJson(sandbox(), 1001, { note: '', additionalFields: { birthdate: '' } });
    expect(reply.json).toMatchObject({
      note: '',
      changes: [
        { name: 'note', originalValue: 'Kommt gern früh am Tag', newValue: '' },
        { name: 'additionalFields.birthdate', originalValue: '14.03.1988', newValue: '' },
      ],
    });
    expect(sandbox().customer(1001)?.additionalFields).not.toHaveProperty('birthdate');
  });

  it('sets hidden fields, and those of its own location', async () => {
    const { nord } = sandbox().tokens;
    const body = { additionalFields: { 'credit.remark': 'ok', parking: 'true' } };
    expect((await updateWithJson(sandbox(), 1010, body, nord)).status).toBe(200);
    expect(sandbox().customer(1010)?.additionalFields).toEqual({ 'credit.remark': 'ok', parking: 'true' });
  });

  it('keeps each customer’s applied updates in their order', async () => {
    for (const note of ['one', 'two', 'three']) await updateWithJson(sandbox(), 1004, { note });
    await updateWithJson(sandbox(), 1004, { customerStatus: 'nonsense' });
    const customer = sandbox().customer(1004);
    expect(customer?.updates.map(({ call, note }) => [call, note])).toEqual([
      [1, 'one'],
      [2, 'two'],
      [3, 'three'],
    ]);
    expect(customer?.calls).toEqual({ received: 4, applied: 3, answered: 4, repeated: 0 });
    expect(sandbox().customer(1005)?.updates).toEqual([]);
  });
});

describe('updateCustomer refuses (API document 7)', () => {
  const mara = () => sandbox().customer(1001);

  it('an unknown, a deleted and an unreadable customer number: 404', async () => {
    for (const id of [9999, 1014, '', 'abc', '-1', '1001x', '1e3', '99999999999999999999', '%00']) {
      const reply = await updateWithJson(sandbox(), id, { note: 'x' });
      expect(reply).toMatchObject({ status: 404, json: { error: 'customer not found' } });
    }
  });

  it.each([
    ['nothing', {}],
    ['only other properties', { firstName: 'Eva', id: 1002 }],
    ['an empty object of fields', { additionalFields: {} }],
    ['an empty list of fields', { additionalFields: [] }],
  ])('%s: nothing to update', async (_, body) => {
    expect(await updateWithJson(sandbox(), 1001, body)).toMatchObject({
      status: 400,
      json: { error: 'nothing to update: give note, additionalFields and/or customerStatus' },
    });
  });

  it('an unknown status name, with the existing ones, and saves nothing', async () => {
    const { calls: _, ...customer } = mara() ?? {};
    const reply = await updateWithJson(sandbox(), 1001, {
      note: 'x',
      additionalFields: { allergies: 'Nuts' },
      customerStatus: 'vip',
    });
    expect(reply).toMatchObject({
      status: 400,
      json: {
        error: 'customer status not found',
        availableStatuses: ['Interessent', 'Neukunde', 'Stammkunde', 'VIP', 'Inaktiv', 'Gesperrt'],
      },
    });
    expect(mara()).toMatchObject(customer);
    expect((await updateWithJson(sandbox(), 1001, { customerStatus: '' })).status).toBe(400);
  });

  it('unknown and binary keys, lists the possible keys, and saves nothing', async () => {
    const { calls: _, ...customer } = mara() ?? {};
    const reply = await updateWithJson(sandbox(), 1001, {
      note: 'x',
      additionalFields: { allergies: 'Nuts', birth_date: 'x', portrait: 'x', 'consent.form': 'x', nope: '' },
      customerStatus: 'VIP',
    });
    expect(reply).toMatchObject({
      status: 400,
      json: {
        error: 'invalid additionalFields',
        unknownKeys: ['birth_date', 'nope'],
        unsupportedKeys: ['portrait', 'consent.form'],
      },
    });
    const { availableKeys } = reply.json as { availableKeys: string[] };
    expect(availableKeys).toContain('lead.source');
    expect(availableKeys).toContain('credit.remark');
    for (const keyName of ['portrait', 'invoices', 'fax', 'parking', 'appointment.wish']) {
      expect(availableKeys).not.toContain(keyName);
    }
    expect(mara()).toMatchObject(customer);
    expect(mara()?.updates).toEqual([]);
  });

  it('names only the existing kind of fault', async () => {
    const unknown = await updateWithJson(sandbox(), 1001, { additionalFields: { nope: 'x' } });
    expect(unknown.json).toMatchObject({ unknownKeys: ['nope'] });
    expect(unknown.json).not.toHaveProperty('unsupportedKeys');
    const binary = await updateWithForm(sandbox(), 1001, { 'additionalFields.portrait': 'x' });
    expect(binary.json).toMatchObject({ unsupportedKeys: ['portrait'] });
    expect(binary.json).not.toHaveProperty('unknownKeys');
  });

  it.each(['fax', 'parking', 'appointment.wish', '__proto__', 'constructor', ''])(
    'the key "%s": archived, of another location, of the appointment, or unknown',
    async key => {
      const reply = await updateWithJson(sandbox(), 1001, { additionalFields: [{ key, value: 'x' }] });
      expect(reply).toMatchObject({ status: 400, json: { unknownKeys: [key] } });
    },
  );

  it.each(['image', 'multipleImages', 'document', 'multipleDocuments', 'pictureMarking'])(
    'a field of type %s',
    async type => {
      sandbox().control('fields', { action: 'add', keyName: 'binary', type });
      const reply = await updateWithJson(sandbox(), 1001, { additionalFields: { binary: 'x' } });
      expect(reply).toMatchObject({ status: 400, json: { unsupportedKeys: ['binary'] } });
    },
  );

  it.each([
    ['no JSON', '{"note": '],
    ['a list as the body', '[]'],
    ['additionalFields as a text', { additionalFields: 'allergies=Nuts' }],
    ['additionalFields as null', { additionalFields: null }],
    ['an element that is no object', { additionalFields: ['allergies'] }],
    ['an element without a key', { additionalFields: [{ value: 'Nuts' }] }],
    ['an element without a value', { additionalFields: [{ key: 'allergies' }] }],
    ['a header that is no text', { additionalFields: [{ key: 'allergies', value: 'x', header: 1 }] }],
    ['a number as a value', { additionalFields: { satisfaction: 3 } }],
    ['true as a value', { additionalFields: { newsletter: true } }],
    ['null as a value', { additionalFields: { allergies: null } }],
    ['a list as a value', { additionalFields: { interests: ['Farbe'] } }],
    ['a note that is no text', { note: 1 }],
    ['a status that is no text', { customerStatus: null }],
  ])('an unreadable format, with an explanation: %s', async (_, body) => {
    const reply = await updateWithJson(sandbox(), 1001, body);
    expect(reply).toMatchObject({
      status: 400,
      json: { error: expect.stringMatching(/must be|needs|not readable/) },
    });
    expect(mara()?.updates).toEqual([]);
  });

  it('additionalFields as one parameter', async () => {
    const reply = await updateWithForm(sandbox(), 1001, { additionalFields: '{"allergies":"Nuts"}' });
    expect(reply).toMatchObject({
      status: 400,
      json: { error: expect.stringContaining('additionalFields.<keyName>') },
    });
  });

  it('a JSON body that is not sent as application/json is not read', async () => {
    const { url, tokens } = sandbox();
    const reply = await post(`${url}/office/api/updateCustomer?token=${tokens.mitte}&id=1001`, {
      'content-type': 'text/plain',
      body: '{"note":"x"}',
    });
    expect(reply).toMatchObject({
      status: 400,
      json: { error: expect.stringContaining('nothing to update') },
    });
  });
});
