import { describe, expect, it } from 'vitest';
import { checkEventId, doubtfulEventId } from '../../../src/check/data/people/check-event-id.ts';
import type { Trial } from '../../../src/check/data/trial.ts';
import { sharedEventId } from '../../../src/config/sources/shared-event-id.ts';
import { compile } from '../../../src/expressions/compile.ts';
import type { Expression } from '../../../src/expressions/expression.ts';

function expressionOf(text: string): Expression {
  const compiled = compile(text);
  if ('expression' in compiled) return compiled.expression;
  throw new Error(text);
}

function idsOf(written: string | readonly string[]): readonly Expression[] {
  return [written].flat().map(expressionOf);
}

describe('an event id that several webhooks share, judged by its name', () => {
  it.each([
    'form_id',
    'formId',
    '`Form-ID`',
    'form.id',
    'data.form.id',
    'form_response.form_id',
    'survey_id',
    'pageId',
    'siteId',
    'event_type',
    'type',
    '$headers."form-id"',
    'email',
    'contact.email',
    '`E-Mail`',
    'customer_email',
    'customer.id',
    'contactId',
    'person.uuid',
    'kunden_nummer',
    'phone',
    'user_id',
    'objectId',
    'entityId',
    'PrimaryEntityId',
    'event',
    'workflow.id',
  ])('is reported: %s', written => {
    expect(sharedEventId(idsOf(written))?.message).toContain('would count as a duplicate');
  });

  it.each([[['form_id', 'email']], [['email', 'event']], [['type', 'contact.id']], [['form_id', '"x"']]])(
    'is reported for a list of such parts: %j',
    parts => {
      expect(sharedEventId(idsOf(parts))).toBeDefined();
    },
  );

  it.each([
    'id',
    'event_id',
    'event.id',
    'action_id',
    'workflow_run_id',
    'eventId',
    'submission_id',
    'submission.id',
    'form_response.token',
    'entry_id',
    'delivery',
    'leadId',
    'message_id',
    '$headers."webhook-id"',
    'request.uuid',
    'order.number',
    '$now()',
    'form_id & "-" & submitted_at',
  ])('is not reported: %s', written => {
    expect(sharedEventId(idsOf(written))).toBeUndefined();
  });

  it.each([[['form_id', 'submitted_at']], [['contact.id', 'occurredAt']], [['email', 'id']]])(
    'is not reported for a list with a part that changes: %j',
    parts => {
      expect(sharedEventId(idsOf(parts))).toBeUndefined();
    },
  );
});

describe('an event id that is an e-mail address in an event', () => {
  const place = { file: 'config.yaml', line: 3, column: 4 };
  const event = { id: 'e1', source: 'website', receivedAt: '2026-01-01T12:00:00.000Z' };
  const trialOf = (payload: unknown): Trial => ({
    input: { payload, answers: undefined, headers: {}, query: {}, body: payload, event },
  });
  const codesOf = (written: string, payload: unknown, eventIdPlace: typeof place | undefined = place) =>
    checkEventId({ eventId: idsOf(written), eventIdPlace }, [trialOf({}), trialOf(payload)]).map(
      ({ code }) => code,
    );

  it.each([
    ['who', { who: 'anna@example.com' }],
    ['who', { who: ' Anna.Berg@mail.example.de ' }],
    ['sender.address', { sender: { address: 'anna@example.com' } }],
  ])('is reported: %s of %j', (written, payload) => {
    expect(codesOf(written, payload)).toEqual(['config/shared-event-id']);
  });

  it.each([
    ['who', { who: '<20260331.1@mail.example.com>' }],
    ['who', { who: '20260331.12@example.com' }],
    ['who', { who: 'evt_1' }],
    ['who', { who: 7 }],
    ['who', {}],
  ])('is not reported: %s of %j', (written, payload) => {
    expect(codesOf(written, payload)).toEqual([]);
  });

  it('is reported if stored events with different contents have the same', () => {
    const ofAll = (written: string | readonly string[], ...payloads: readonly object[]) =>
      checkEventId({ eventId: idsOf(written), eventIdPlace: place }, payloads.map(trialOf)).map(
        ({ message }) => message.slice(0, 60),
      );
    const two = [
      { ids: '7', at: 'a' },
      { ids: '7', at: 'b' },
    ];
    expect(ofAll('ids', ...two)).toEqual(['eventId is ids, and 2 stored events with different contents ']);
    expect(ofAll(['ids', '"x"'], ...two)).toHaveLength(1);
    expect(ofAll(['ids', 'at'], ...two)).toEqual([]);
    expect(ofAll('ids', { ids: '7', at: 'a' }, { ids: '7', at: 'a' })).toEqual([]);
    expect(ofAll('ids', { ids: '7' }, { ids: '8' })).toEqual([]);
    expect(ofAll('ids', { at: 'a' }, { at: 'b' })).toEqual([]);
  });

  it('is not reported if it is from a preset', () => {
    const eventId = idsOf('who');
    expect(checkEventId({ eventId }, [trialOf({ who: 'anna@example.com' })])).toEqual([]);
  });

  it('is reported once, by its name or by its value', () => {
    const source = { eventId: idsOf('email'), eventIdPlace: place };
    const trial = trialOf({ email: 'anna@example.com' });
    expect(checkEventId(source, [trial])).toEqual([]);
    expect(doubtfulEventId(source, trial).map(each => each.place)).toEqual([place]);
    expect(doubtfulEventId({ ...source, eventId: idsOf('email2') }, trial)).toEqual([]);
  });
});
