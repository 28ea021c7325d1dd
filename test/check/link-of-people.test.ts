import { describe, expect, it } from 'vitest';
import { linksOfMany, linksOfReceiver } from '../../src/check/data/people/links-of-many.ts';
import { trialScope } from '../../src/check/data/trial.ts';
import { senderId } from '../../src/check/people/sender-id.ts';
import { evaluateYaml } from '../mapping/evaluate-yaml.ts';
import { checkWith, mappingOf, storedOf } from './trials.ts';

function told(link: string): readonly string[] {
  const mapping = mappingOf(['note: note'], { head: `link: '${link}'` });
  return senderId(mapping).map(({ message }) => message);
}

describe('a link that many customers share', () => {
  it.each([
    ['board.id', 'the id of the board'],
    ['data.form.id', 'the id of the form'],
    ['form_id', 'the id of the form'],
    ['workspaceId', 'the id of the workspace'],
    ['location.id', 'the id of the location'],
    ['survey_uuid', 'the id of the survey'],
    ['InitiatingUserId', 'the person who made the change'],
    ['agent.no', 'somebody who works at the sender'],
    ['call.agent.id', 'somebody who works at the sender'],
    ['AgentId', 'somebody who works at the sender'],
    ['support_agent.email', 'somebody who works at the sender'],
    ['Kundenberater.nr', 'somebody who works at the sender'],
    ['behandlerin.email', 'somebody who works at the sender'],
    ['stylist_id', 'somebody who works at the sender'],
    ['practitioner.code', 'somebody who works at the sender'],
    ['salon.nr', 'the id of the salon'],
  ])('is reported by its name: %s', (link, is) => {
    expect(told(link)).toEqual([`${link} is by its name ${is}, so many customers would share one link`]);
  });

  it.each([
    'contact.id',
    'id',
    'data.id',
    'objectId',
    'form.contact_id',
    'board.items.contact.id',
    'user.id',
    'UserId',
    'account.id',
    'form',
    'organization.id',
    'email',
  ])('is not reported for an id that may be the customer: %s', link => {
    expect(told(link)).toEqual([]);
  });

  const withUser = async (link: string, payload: object) => {
    const mapping = mappingOf(['note: note'], {
      head: `link: ${link}`,
      tests: [{ customer: 1, note: 'a', ...payload }],
    });
    return (await checkWith(mapping))
      .filter(({ code }) => code === 'mapping/sender-id')
      .map(({ hint }) => hint);
  };

  it.each([
    ['UserId', { UserId: 'u', PrimaryEntityId: 'p' }, 'PrimaryEntityId'],
    ['user_id', { user_id: 5, contact_id: 7 }, 'contact_id'],
    ['user.id', { user: { id: 5 }, customerId: 'c' }, 'customerId'],
    ['data.user_id', { data: { user_id: 5, kunden_id: 'c' } }, 'data.kunden_id'],
  ])('is reported for a user beside the record: %s of %j', async (link, payload, meant) => {
    expect(await withUser(link, payload)).toEqual([
      expect.stringContaining(`write link: ${meant}, if that is the customer;`),
    ]);
  });

  it.each([
    ['user_id', { user_id: 5 }],
    ['user.id', { user: { id: 5 }, contact_id: '' }],
    ['user.contact_id', { user: { id: 5, contact_id: 'c' } }],
    ['user_id', { user_id: 5, form_id: 'f' }],
  ])('is not reported for a user alone: %s of %j', async (link, payload) => {
    expect(await withUser(link, payload)).toEqual([]);
  });
});

describe('a link that stored events of several people have', () => {
  const ofStored = (link: string, ...payloads: readonly object[]) => {
    const mapping = mappingOf(['note: note'], { head: `link: ${link}` });
    const events = storedOf(...payloads).map(trial => ({
      trial,
      scope: trialScope(trial, { needsBody: false }),
    }));
    return linksOfMany(mapping, events).length;
  };
  const people = ['ada', 'bea', 'cem'].map(each => ({ email: `${each}@example.com` }));

  it('is reported', () => {
    expect(ofStored('sid', ...people.map(each => ({ sid: 7, ...each })))).toBe(1);
    expect(ofStored('user.gid', ...people.map(each => ({ user: { gid: 'u' }, data: each })))).toBe(1);
  });

  it('is not reported for different links, one address, or few events', () => {
    expect(ofStored('id', ...people.map((each, id) => ({ id, ...each })))).toBe(0);
    expect(ofStored('id', ...people.map(() => ({ id: 7, ...people[0] })))).toBe(0);
    expect(ofStored('id', ...people.slice(1).map(each => ({ id: 7, ...each })))).toBe(0);
    expect(ofStored('id', ...people)).toBe(0);
    expect(ofStored('email', ...people, ...people)).toBe(0);
  });
});

describe('a link whose events differ in other values of a person', () => {
  const ofStored = (...payloads: readonly object[]) => {
    const mapping = mappingOf(['note: note'], { head: 'link: sid' });
    const events = storedOf(...payloads.map(each => ({ sid: 7, ...each }))).map(trial => ({
      trial,
      scope: trialScope(trial, { needsBody: false }),
    }));
    return linksOfMany(mapping, events).map(({ message }) => /and (.*) in them/.exec(message)?.[1]);
  };

  it.each([
    [[{ from: '49151' }, { from: '43664' }, { from: '31612' }], 'from has 3 different ids'],
    [
      [
        { from: '49151', dob: '1990-01-02' },
        { from: '43664', dob: '1976-12-24' },
      ],
      'from has 2 different ids and dob has 2 different birthdays',
    ],
    [
      [{ phone: '0151 1234567' }, { phone: '0664/7654321' }, { phone: '+31 612 345678' }],
      'phone has 3 different phone numbers',
    ],
    [
      [{ data: { vorname: 'Ada' } }, { data: { vorname: 'Bea' } }, { data: { vorname: 'Cem' } }],
      'data.vorname has 3 different first names',
    ],
    [
      [
        { a: { b: { c: { geburtstag: '01.02.1990' } } }, contact_id: 1 },
        { a: { b: { c: { geburtstag: '24.12.1976' } } }, contact_id: 2 },
      ],
      'a.b.c.geburtstag has 2 different birthdays and contact_id has 2 different ids',
    ],
  ])('is reported: %j', (payloads, differ) => {
    expect(ofStored(...payloads)).toEqual([differ]);
  });

  it.each([
    [[{ from: '49151' }, { from: '49151' }, { from: '49151' }]],
    [[{ from: '49151' }, { from: '43664' }]],
    [[{ phone: '0151 1234567' }, { phone: '+49 151 1234567' }, { phone: '0049-151-1234567' }]],
    [[{ vorname: 'Ada' }, { vorname: 'ADA' }, { vorname: 'ada' }]],
    [[{ event_id: 1 }, { event_id: 2 }, { event_id: 3 }]],
    [
      [
        { id: 1, message_id: 4 },
        { id: 2, message_id: 5 },
        { id: 3, message_id: 6 },
      ],
    ],
    [[{ submission_id: 'a', order_no: 4 }, { submission_id: 'b', order_no: 5 }, { submission_id: 'c' }]],
    [[{ created: '2026-01-01' }, { created: '2026-01-02' }, { created: '2026-01-03' }]],
    [[{ dob: '1990-01-02' }, { dob: '1990-02-01' }]],
    [[{ name: 'Form 1' }, { name: 'Form 2' }, { name: 'Form 3' }]],
  ])('is not reported: %j', payloads => {
    expect(ofStored(...payloads)).toEqual([]);
  });
});

describe('a link that is the receiver of the message', () => {
  const told = (link: string, payload: object, body: object = payload) => {
    const mapping = mappingOf(['note: note'], { head: `link: ${link}` });
    const [trial] = storedOf(payload).map(each => ({ ...each, input: { ...each.input, body } }));
    if (!trial) throw new Error('there is no event');
    const events = [{ trial, scope: trialScope(trial, { needsBody: false }) }];
    return linksOfReceiver(mapping, events).map(({ message }) => message.split(' in ')[0]);
  };
  const message = { from: '4915112345678', context: { from: '4930900111' } };
  const metadata = { display_phone_number: '+49 30 900111', phone_number_id: '106540352242922' };
  const body = { entry: [{ changes: [{ value: { metadata, messages: [message] } }] }] };

  it.each([
    ['context.from', message, body, '$body.entry.changes.value.metadata.display_phone_number'],
    ['context.from', { ...message, metadata }, undefined, 'metadata.display_phone_number'],
    ['metadata.phone_number_id', { metadata }, undefined, 'metadata.phone_number_id'],
    ['sender', { sender: 'Info@Salon.example', inbox_email: 'info@salon.example' }, undefined, 'inbox_email'],
    ['to', { to: '004930900111', business_phone: '4930900111' }, undefined, 'business_phone'],
  ])('is reported: %s of %j', (link, payload, whole, at) => {
    expect(told(link, payload, whole)).toEqual([`link is the same as ${at}`]);
  });

  it.each([
    ['from', message, body],
    ['from', { ...message, metadata }, undefined],
    ['recipient_id', { recipient_id: '4915112345678', metadata }, undefined],
    ['contact.id', { contact: { id: '12' }, page_id: '12' }, undefined],
    ['{from: context.from, because: "one number for each customer"}', message, body],
  ])('is not reported: %s of %j', (link, payload, whole) => {
    expect(told(link, payload, whole)).toEqual([]);
  });

  it('is reported at the event', async () => {
    const text =
      'source: website\ndestination: salon\nlink: context.from\noperation: updateCustomer\nset:\n  id: no\n  note: from\n';
    const found = await evaluateYaml(text, { payload: { ...message, no: '1001', metadata } });
    expect(found.kind === 'call' && found.diagnostics.map(({ code }) => code)).toEqual(['mapping/sender-id']);
  });
});

describe('a link that is a yes or no', () => {
  const text =
    'source: website\ndestination: salon\nlink: has_email\noperation: updateCustomer\nset:\n  id: "$linked"\n  note: note\n';

  it.each(['Y', 'ja', 'true', 'NO'])('fails: %s', async value => {
    const found = await evaluateYaml(text, { payload: { has_email: value, note: 'a' } });
    expect(found.kind).toBe('failed');
    expect(found.kind === 'failed' && found.diagnostics.map(({ message }) => message)).toEqual([
      `link: "${value}" is a yes or no and no id, so it would be the same for many people`,
    ]);
  });

  it.each(['1', '0042', 'yves', 'X'])('is accepted if it may be an id: %s', async value => {
    const found = await evaluateYaml(text, { payload: { has_email: value, note: 'a' } });
    expect(found.kind).toBe('waiting');
  });
});
