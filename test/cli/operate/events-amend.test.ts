import { describe, expect, it } from 'vitest';
import { fieldbridge, openSandbox, post, startedBridge } from '../command-line.ts';

async function withFailedEvent() {
  const sandbox = await openSandbox();
  const bridge = await startedBridge(sandbox);
  const { event } = await post(bridge.url, { customer: 4711, note: 'Window seat' });
  expect(event.status).toBe('failed');
  const show = async () => JSON.parse((await bridge.ask('events', 'show', event.id, '--json')).out);
  return { sandbox, bridge, id: event.id, show };
}

const bookingRules = `
source: form
destination: salon
operation: persistCustomerData
set:
  appointmentId: appointment
  appointmentParticipantId: participant
  firstName: {value: Mara}
  name: {value: Lindqvist}
  email: email
  mobile: {value: "+491713920001"}
  privacy: {value: true, because: asked on the page before}
  terms: {value: true, because: asked on the page before}
  minAge: {value: true, because: asked on the page before}
  additionalFields: {allergies: allergies}
`;

describe('events amend', () => {
  it('corrects a value of the sender, delivers it, and shows both', async () => {
    const { sandbox, bridge, id, show } = await withFailedEvent();
    const command = `fieldbridge events amend ${id} --set customer=VALUE --reason TEXT`;
    expect((await bridge.ask('events', 'show', id)).out).toContain(command);
    const reason = ['--reason', 'the number was misread', '--who', 'Anna'];
    const ran = await bridge.ask('events', 'amend', id, '--set', 'customer=1001', ...reason);
    expect(ran).toMatchObject({ status: 0, err: '' });
    expect(ran.out).toMatch(`${id} is corrected and planned again; \`fieldbridge events show ${id}`);
    await expect.poll(async () => (await show()).status).toBe('delivered');
    expect(await show()).toMatchObject({
      payload: { customer: 4711, note: 'Window seat' },
      corrected: { customer: 1001, note: 'Window seat' },
      amendments: [{ who: 'Anna', why: 'the number was misread', patch: { customer: 1001 } }],
      audit: [{ who: 'Anna', what: 'amend' }],
    });
    expect(
      sandbox.calls().filter(({ key, outcome }) => key === '1001' && outcome === 'updated'),
    ).toHaveLength(1);
    const { out } = await bridge.ask('events', 'show', id);
    // The output contains the payload once, and only the difference of the correction.
    expect(out.match(/Window seat"/g)).toHaveLength(1);
    expect(out).toContain('Corrections\n  customer: 4711 -> 1001\n  corrected ');
    expect(out).toMatch(/corrected .* by Anna: the number was misread/);
  });

  it('asks if earlier values would stay in the account, or if a path is probably wrong', async () => {
    const { bridge, id, show } = await withFailedEvent();
    const amend = (...settings: readonly string[]) =>
      bridge.ask('events', 'amend', id, ...settings, '--reason', 'x');
    await amend('--set', 'customer=1001');
    await expect.poll(show).toMatchObject({ status: 'delivered' });
    const other = await amend('--set', 'customer=1002');
    expect(other.status).toBe(2);
    expect(other.err).toContain('Customer 1001 at salon has got note of this event already.');
    const emptied = await amend('--remove', 'note');
    expect(emptied.status).toBe(2);
    expect(emptied.err).toContain('The correction does not send note any more.');
    const slip = await amend('--set', 'custmer=1002');
    expect(slip.status).toBe(2);
    expect(slip.err).toContain('The payload has no custmer; did you mean "customer"?');
    expect((await show()).amendments).toHaveLength(1);
    expect(await amend('--set', 'customer=1002', '--yes')).toMatchObject({ status: 0 });
    await expect.poll(show).toMatchObject({ status: 'delivered', calls: [{ request: { id: '1002' } }] });
  });

  it('is seen by check, which judges neither the value before nor a discarded event', async () => {
    const sandbox = await openSandbox();
    const rules =
      'source: form\ndestination: salon\noperation: updateCustomer\nset:\n  id: customer\n  note: note\n  additionalFields: {birthdate: {from: born, as: date, parse: d.M.yyyy, format: dd.MM.yyyy}}\n';
    const bridge = await startedBridge(sandbox, '', { 'mappings/notes.yaml': rules });
    const payload = { customer: 1001, note: 'n', born: 'im Mai' };
    const [amended, discarded] = [
      await post(bridge.url, payload),
      await post(bridge.url, { ...payload, note: 'm' }),
    ];
    const warned = async () =>
      (await fieldbridge(['check'], { directory: bridge.directory })).out.match(
        /fails for the stored event (evt_\w+)/,
      )?.[1];
    expect([amended.event.id, discarded.event.id]).toContain(await warned());
    await bridge.ask('events', 'discard', discarded.event.id, '--reason', 'x');
    expect(await warned()).toBe(amended.event.id);
    await bridge.ask('events', 'amend', amended.event.id, '--set', 'born=1.5.1980', '--reason', 'x');
    expect(await warned()).toBeUndefined();
  });

  it('asks before it sends a discarded event', async () => {
    const { bridge, id, show } = await withFailedEvent();
    await bridge.ask('events', 'discard', id);
    const result = ['events', 'amend', id, '--set', 'customer=1001', '--reason', 'x'];
    const ran = await bridge.ask(...result);
    expect(ran.status).toBe(2);
    expect(ran.err).toContain(`${id} was discarded. The correction sends it after all.`);
    expect((await show()).status).toBe('discarded');
  });

  it('sends delivered updates again, after each correction', async () => {
    const { sandbox, bridge, show, id } = await withFailedEvent();
    for (const note of ['first', 'second']) {
      const settings = ['--set', 'customer=1001', '--set', `note=${note}`, '--reason', 'x'];
      expect(await bridge.ask('events', 'amend', id, ...settings)).toMatchObject({ status: 0 });
      await expect
        .poll(show)
        .toMatchObject({ status: 'delivered', calls: [{ status: 'delivered', request: { note } }] });
    }
    expect(sandbox.calls().filter(({ outcome }) => outcome === 'updated')).toHaveLength(2);
  });

  it('asks if the event still cannot be sent, and stores nothing without a confirmation', async () => {
    const { bridge, id, show } = await withFailedEvent();
    const result = ['events', 'amend', id, '--set', 'customer=nobody', '--reason', 'x'];
    const ran = await bridge.ask(...result);
    expect(ran.status).toBe(2);
    expect(ran.err).toContain('still cannot be sent');
    expect(await show()).not.toHaveProperty('amendments');
    expect(await bridge.ask(...result, '--yes')).toMatchObject({ status: 0 });
    expect(await show()).toHaveProperty('amendments');
  });

  it.each([
    [['--reason', 'x'], 'nothing to correct: add --set PATH=VALUE'],
    [['--set', 'customer=1001'], '--reason is missing'],
    [['--set', 'customer=4711', '--reason', 'x'], 'nothing would change'],
    [['--set', 'customer', '--reason', 'x'], 'write PATH=VALUE'],
    [['--remove', 'nothing', '--reason', 'x'], 'it is not there'],
  ])('%j is refused with the reason', async (options, word) => {
    const { bridge, id } = await withFailedEvent();
    const ran = await bridge.ask('events', 'amend', id, ...options);
    expect(ran).toMatchObject({ status: 2, out: '' });
    expect(ran.err).toContain(word);
  });

  it('reports that a property is added', async () => {
    const { bridge, id } = await withFailedEvent();
    const options = ['--set', 'customer=1001', '--set', 'zz=x', '--reason', 'x'];
    const { out } = await bridge.ask('events', 'amend', id, ...options);
    expect(out).toContain('the payload had no zz before: it is added\n');
  });

  it('asks before it adds a property outside its object', async () => {
    const sandbox = await openSandbox();
    const rules =
      'source: form\ndestination: salon\noperation: updateCustomer\nset: {id: contact.customer, note: note}\n';
    const bridge = await startedBridge(sandbox, '', { 'mappings/notes.yaml': rules });
    const { event } = await post(bridge.url, { contact: { customer: 'x' }, note: 'n' });
    const ran = await bridge.ask('events', 'amend', event.id, '--set', 'customer=1001', '--reason', 'x');
    expect(ran.status).toBe(2);
    expect(ran.err).toContain('The payload has no customer; did you mean "contact.customer"?');
  });

  it('asks before one value replaces an object or a list, or one of them a value', async () => {
    const sandbox = await openSandbox();
    const rules =
      'source: form\ndestination: salon\noperation: updateCustomer\nset: {id: customer, note: dog.name}\n';
    const bridge = await startedBridge(sandbox, '', { 'mappings/notes.yaml': rules });
    const dog = { name: 'Rex', weight: 3 };
    const { event } = await post(bridge.url, { customer: 1001, dog, tags: ['a'], none: {}, plain: 'x' });
    let count = 0;
    const amend = async (...options: readonly string[]) => {
      count += 1;
      const always = ['--set', `dog.name=Max ${count}`, '--reason', 'x'];
      const show = async () => JSON.parse((await bridge.ask('events', 'show', event.id, '--json')).out);
      await expect.poll(show).toMatchObject({ status: 'delivered' });
      const ask = () => bridge.ask('events', 'amend', event.id, ...always, ...options);
      let ran = await ask();
      // The call of the correction before may still be on its way.
      while (ran.err.includes('is being sent right now')) ran = await ask();
      return ran;
    };
    for (const [setting, words] of [
      ['dog=3,1', 'dog is an object. The correction replaces all of it by one value, and removes dog.name'],
      ['dog=3,1', 'To correct one value, give its path, as in --set dog.name=VALUE.'],
      ['tags=b', 'tags is a list. The correction replaces all of it by one value, and removes tags[0].'],
      ['tags:={"a":1}', 'tags is a list. The correction replaces all of it by an object'],
      ['plain:=["a"]', 'plain is one value. The correction replaces it by a list.'],
    ]) {
      const ran = await amend('--set', setting ?? '');
      expect(ran).toMatchObject({ status: 2, err: expect.stringContaining(words ?? '') });
    }
    for (const setting of ['dog.weight=4', 'tags[0]=b', 'tags:=["b","c"]', 'dog:={"name":"M"}', 'none=x'])
      expect(await amend('--set', setting)).toMatchObject({ status: 0, err: '' });
    expect(await amend('--set', 'tags=b', '--yes')).toMatchObject({ status: 0 });
  });

  it('asks if no call changes, because no rule reads the value', async () => {
    const { bridge, id, show } = await withFailedEvent();
    await bridge.ask('events', 'amend', id, '--set', 'customer=1001', '--reason', 'x');
    await expect.poll(async () => (await show()).status).toBe('delivered');
    // Names are compared with the customer in the response, and never sent.
    const names = ['--set', 'first_name=Mara', '--set', 'last_name=Lindqvist'];
    const options = ['--set', 'zz=x', ...names, '--reason', 'x'];
    const result = await bridge.ask('events', 'amend', id, ...options);
    expect(result.status).not.toBe(0);
    expect(result.err).toContain('changes no call: no rule reads');
    expect((await show()).amendments).toHaveLength(1);
    expect((await bridge.ask('events', 'amend', id, ...options, '--yes')).status).toBe(0);
    expect((await show()).amendments).toHaveLength(2);
  });

  it('tells a value that no rule reads from one with the same result, and from one beside another fault', async () => {
    const sandbox = await openSandbox();
    const rules =
      'source: form\ndestination: salon\noperation: updateCustomer\nset:\n  id: customer\n  note: {from: note, values: {a: one, b: one}}\n  additionalFields: {birthdate: {from: born, as: date, parse: d.M.yyyy, format: dd.MM.yyyy}}\n';
    const bridge = await startedBridge(sandbox, '', { 'mappings/notes.yaml': rules });
    const { event } = await post(bridge.url, { customer: 1001, note: 'a', born: 'im Mai' });
    const amend = (...options: readonly string[]) =>
      bridge.ask('events', 'amend', event.id, ...options, '--reason', 'x');
    const failing = await amend('--set', 'note=b');
    expect(failing.err).toContain(
      'This correction alone changes no call: the event still fails for the reason above.',
    );
    expect(failing.err).toContain('"im Mai"');
    expect(failing.err).not.toContain('no rule reads');
    await amend('--set', 'born=1.5.1980');
    const same = await amend('--set', 'note=b');
    expect(same.err).toContain('a rule reads the corrected value, and its result is the same as before');
    expect((await amend('--set', 'zz=b')).err).toContain(
      'changes no call: no rule reads the corrected value',
    );
  });

  it('names the corrected values that no rule reads, and those that newer events have set', async () => {
    const { bridge, id, show } = await withFailedEvent();
    const amend = (...options: readonly string[]) =>
      bridge.ask('events', 'amend', id, '--set', 'customer=1001', ...options, '--reason', 'x');
    expect((await amend('--set', 'zz=x')).out).toContain('no call changes by the correction of zz\n');
    await expect.poll(async () => (await show()).status).toBe('delivered');
    const newer = await post(bridge.url, { customer: 1001, note: 'newer' });
    expect(newer.event.status).toBe('delivered');
    const { out } = await amend('--set', 'note=older');
    expect(out).toMatch(/nothing of the call of .* is sent: newer events .* have set note since/);
    expect(await show()).toMatchObject({
      status: 'delivered',
      calls: [{ request: { note: 'Window seat' } }],
    });
  });

  it('names the values of a booking that cannot be compared with newer events', async () => {
    const sandbox = await openSandbox();
    const bridge = await startedBridge(sandbox, '', { 'mappings/notes.yaml': bookingRules });
    const [slot] = sandbox.reserve(1);
    const { event } = await post(bridge.url, {
      ...{ email: 'mara', allergies: 'Nuts' },
      ...{ appointment: slot?.appointmentId, participant: slot?.appointmentParticipantId },
    });
    expect(event.status).toBe('failed');
    const words =
      'only the response of salon names the customer of the booking of notes, so allergies is sent without a comparison with newer events';
    const replayed = await bridge.ask('events', 'replay', event.id);
    expect(replayed.out).not.toContain('only the response');
    const { out } = await bridge.ask(
      ...['events', 'amend', event.id, '--set', 'email=mara@example.com', '--reason', 'x'],
    );
    expect(out).toContain(words);
    const again = await bridge.ask('events', 'amend', event.id, '--set', 'note=x', '--reason', 'x');
    expect(again.out).not.toContain('only the response');
  });

  it('advises a person to write the value, not the rule', async () => {
    const rules =
      'source: form\ndestination: salon\noperation: updateCustomer\nset: {id: customer, additionalFields: {birthdate: {from: dob, as: date}}}\n';
    const bridge = await startedBridge(await openSandbox(), '', { 'mappings/notes.yaml': rules });
    const { event } = await post(bridge.url, { customer: 1001, dob: '14.03.1988' });
    const ran = await bridge.ask('events', 'amend', event.id, '--set', 'dob=15.03.1988', '--reason', 'x');
    expect(ran.err).toContain('2026-03-31');
    expect(ran.err).toContain('write the value in a form that the message allows');
    expect(ran.err).not.toContain('parse');
  });
});
