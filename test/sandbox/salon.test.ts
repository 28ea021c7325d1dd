import { readFile } from 'node:fs/promises';
import { describe, expect, it } from 'vitest';
import { openSalon } from '../../src/sandbox/salon/salon.ts';

const salon = openSalon();

describe('Salon Sonnenschein', () => {
  it('has the documented reservations in every run', async () => {
    const source = await readFile(new URL('../../src/sandbox/salon/salon.ts', import.meta.url), 'utf8');
    const rows = [...source.matchAll(/\| (apt-\w+) \| (par-\w+) +\| (.+?) +\|/g)];
    const words = {
      plain: 'completed',
      payment: 'requirePayment',
      tan: 'requireTAN',
      error: 'ERROR appointmentInvalid',
    };
    expect(rows.map(row => row.slice(1))).toEqual(
      [...salon.reservations.values()].map(
        ({ appointmentId, appointmentParticipantId, kind, locationId }) => [
          appointmentId,
          appointmentParticipantId,
          `${words[kind]}${locationId === 2 ? ' (Nord)' : ''}`,
        ],
      ),
    );
  });

  it('has customers from 1001 on, whose values and statuses exist', () => {
    expect([...salon.customers.keys()]).toEqual(Array.from({ length: 14 }, (_, index) => 1001 + index));
    for (const { customerStatus, values, email } of salon.customers.values()) {
      expect(['', ...salon.statuses]).toContain(customerStatus);
      for (const id of values.keys()) expect(salon.fields.map(field => field.id)).toContain(id);
      if (email !== '') expect(email).toMatch(/@example\.com$/);
    }
  });

  it('has fields whose ids and keyNames are unique, whose validators are readable', () => {
    expect(new Set(salon.fields.map(field => field.id)).size).toBe(salon.fields.length);
    expect(new Set(salon.fields.map(field => field.keyName)).size).toBe(salon.fields.length);
    for (const { validatorRegexp } of salon.fields)
      expect(() => new RegExp(validatorRegexp ?? '')).not.toThrow();
  });

  it('returns a separate account to each caller', () => {
    const other = openSalon();
    other.customers.clear();
    other.statuses = [];
    expect(openSalon().customers.size).toBe(14);
    expect(openSalon().statuses).toHaveLength(6);
  });
});
