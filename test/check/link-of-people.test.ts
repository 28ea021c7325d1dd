import { describe, expect, it } from 'vitest';
import { trialScope } from '../../src/check/data/trial.ts';
import { linksOfMany, senderId } from '../../src/check/sender-id.ts';
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
