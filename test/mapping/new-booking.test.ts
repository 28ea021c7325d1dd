import { describe, expect, it } from 'vitest';
import { codesOf, evaluateYaml } from './evaluate-yaml.ts';

interface Given {
  readonly when?: string;
  readonly rule?: string;
}

/** Returns the codes for an event of a mapping whose only sample has the given payload. */
async function codesFor(sample: object, payload: object, { when, rule }: Given) {
  const text = `source: website
destination: salon
${when === undefined ? '' : `when: '${when}'\n`}operation: updateCustomer
set:
  id: {value: "7", because: one person}
  additionalFields: {next: ${rule}}
tests:
  - {name: s, payload: ${JSON.stringify(sample)}, skips: true}
`;
  return codesOf(await evaluateYaml(text, { payload }));
}

const calendly = (name: string, type: string, start = '2026-12-15T09:00:00Z') => ({
  event: 'invitee.created',
  payload: {
    scheduled_event: { name, event_type: `https://api.example.com/event_types/${type}`, start_time: start },
  },
});
const startOfCalendly = '{from: payload.scheduled_event.start_time, as: date, zone: Europe/Vienna}';
const cal = (eventTypeId: number, type: string) => ({
  triggerEvent: 'BOOKING_CREATED',
  payload: { eventTypeId, type, startTime: '2026-12-15T09:00:00Z' },
});
const startOfCal = '{from: payload.startTime, as: date, zone: Europe/Vienna}';
const acuity = (appointmentTypeID: string) => ({ appointmentTypeID, datetime: '2026-12-15T09:00:00+0100' });

describe('an appointment of another kind than those of the samples', () => {
  it.each<readonly [object, object, Given]>([
    [calendly('Check-up', 'A'), calendly('Lesson', 'B'), { rule: startOfCalendly }],
    [
      calendly('Check-up', 'A'),
      calendly('Lesson', 'B'),
      { rule: startOfCalendly, when: 'event = "invitee.created"' },
    ],
    [cal(1, 'check'), cal(2, 'lesson'), { rule: startOfCal }],
    [acuity('17'), acuity('18'), { rule: '{from: datetime, as: date, zone: Europe/Vienna}' }],
  ])('is told: sample %j, event %j, %j', async (sample, payload, given) => {
    expect(await codesFor(sample, payload, given)).toEqual(['mapping/new-form']);
  });

  it.each<readonly [object, object, Given]>([
    [calendly('Check-up', 'A'), calendly('Check-up', 'A', '2026-12-16T09:00:00Z'), { rule: startOfCalendly }],
    [
      calendly('Check-up', 'A'),
      calendly('Lesson', 'B'),
      {
        rule: startOfCalendly,
        when: 'payload.scheduled_event.name in ["Check-up", "Lesson"]',
      },
    ],
    [
      calendly('Check-up', 'A'),
      calendly('Lesson', 'B'),
      { rule: startOfCalendly, when: '$exists(payload.scheduled_event.event_type)' },
    ],
    [calendly('Check-up', 'A'), calendly('Lesson', 'B'), { rule: 'event' }],
    [cal(1, 'check'), cal(2, 'lesson'), { rule: 'payload.type' }],
    [{ payload: {} }, cal(2, 'lesson'), { rule: startOfCal }],
    [cal(1, 'check'), { payload: { startTime: '2026-12-15T09:00:00Z' } }, { rule: startOfCal }],
  ])('is not told: sample %j, event %j, %j', async (sample, payload, given) => {
    expect(await codesFor(sample, payload, given)).toEqual([]);
  });
});
