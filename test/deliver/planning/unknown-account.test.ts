import { describe, expect, it, onTestFinished } from 'vitest';
import { startHarness } from '../harness.ts';

const booking = `source: crm
destination: salon
operation: persistCustomerData
set:
  appointmentId: appt
  firstName: first
  name: last
  email: email
  genderType: gender
  privacy: ok
  terms: {value: true, because: "they are shown where people book"}
  minAge: {value: true, because: "it is shown where people book"}
`;
const update = 'source: crm\ndestination: salon\noperation: updateCustomer\nset:\n  id: nr\n  note: note\n';
const person = { appt: 'apt-1', first: 'Anna', last: 'Muster', email: 'anna@example.com', ok: true };

/** A bridge that has not read the account yet. */
async function unread(mapping: string) {
  const harness = await startHarness({ mappings: { intake: mapping } });
  onTestFinished(() => harness.close());
  return harness;
}

describe('before the account is known', () => {
  it.each<[string, string, object, string | undefined]>([
    ['an e-mail with a comma', booking, { ...person, email: 'zoe@example,de' }, 'check/not-an-email'],
    ['an e-mail without an @', booking, { ...person, email: 'zoe.example.de' }, 'check/not-an-email'],
    ['a gender that the API does not know', booking, { ...person, gender: 'x' }, 'check/not-a-choice'],
    ['a customer number with letters', update, { nr: 'C-77', note: 'x' }, 'check/bad-number'],
    ['a booking', booking, person, undefined],
    ['a tagged address', booking, { ...person, email: 'anna+salon@example.com' }, undefined],
    ['an update', update, { nr: '1001', note: 'x' }, undefined],
  ])('a call that no account accepts fails, and others wait: %s', async (_, mapping, payload, code) => {
    const harness = await unread(mapping);
    const { calls } = await harness.bridge.preview({ source: 'crm', payload });
    const [call] = calls;
    expect([call?.status, call?.diagnostics.map(each => each.code)]).toEqual(
      code ? ['failed', [code]] : ['queued', []],
    );
  });
});
