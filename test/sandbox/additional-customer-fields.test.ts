import { describe, expect, it } from 'vitest';
import type { FieldListing } from '../../src/sandbox/salon/additional-field.ts';
import { sandboxForEachTest, send } from './call-sandbox.ts';

const sandbox = sandboxForEachTest();

async function list(query = '', token = sandbox().tokens.mitte): Promise<FieldListing[]> {
  const reply = await send(`${sandbox().url}/office/api/additionalCustomerFields?token=${token}${query}`);
  expect(reply).toMatchObject({ status: 200, contentType: 'application/json; charset=utf-8' });
  return reply.json as FieldListing[];
}

async function field(keyName: string, query = ''): Promise<FieldListing | undefined> {
  return (await list(query)).find(candidate => candidate.keyName === keyName);
}

describe('additionalCustomerFields (API document 4.3)', () => {
  it('returns an array ordered by listOrder, each element with exactly the documented properties', async () => {
    const fields = await list();
    const orders = fields.map(({ listOrder }) => listOrder);
    expect(orders).toEqual([...orders].sort((a, b) => a - b));
    expect(fields.map(({ keyName }) => keyName).slice(0, 4)).toEqual([
      'birthdate',
      'contact.by',
      'allergies',
      'interests',
    ]);
    for (const listed of fields) expect(Object.keys(listed).sort()).toEqual(documented);
  });

  it('contains hidden and appointment-specific fields, but no archived ones', async () => {
    const keyNames = (await list()).map(({ keyName }) => keyName);
    expect(keyNames).toContain('credit.remark');
    expect(keyNames).toContain('appointment.wish');
    expect(keyNames).toContain('portrait');
    expect(keyNames).not.toContain('fax');
  });

  it('contains location-specific fields only of its own location', async () => {
    const mitte = (await list()).map(({ keyName }) => keyName);
    const nord = (await list('', sandbox().tokens.nord)).map(({ keyName }) => keyName);
    expect(mitte).not.toContain('parking');
    expect(nord.filter(keyName => !mitte.includes(keyName))).toEqual(['parking']);
  });

  it('translates name, description and errorMessage if a translation exists', async () => {
    expect(await field('birthdate')).toMatchObject({
      name: 'Geburtstag',
      errorMessage: 'Bitte als TT.MM.JJJJ eingeben',
    });
    expect(await field('birthdate', '&locale=en')).toMatchObject({
      name: 'Date of birth',
      errorMessage: 'Please write it as DD.MM.YYYY',
    });
    expect(await field('allergies', '&locale=fr')).toMatchObject({
      description: 'Intolérances à respecter pendant le soin',
    });
    expect(await field('lead.source', '&locale=nl')).toMatchObject({ name: 'Herkomst' });
    expect(await field('birthdate', '&locale=en-GB')).toMatchObject({ name: 'Date of birth' });
  });

  it.each(['de', 'pl', '', '__proto__', 'constructor'])(
    'gives the default text for locale "%s"',
    async locale => {
      expect(await list(`&locale=${locale}`)).toEqual(await list());
      expect(await field('invoices', '&locale=en')).toMatchObject({ name: 'Rechnungen' });
    },
  );

  it('returns choices only for selection and checkbox_group, with the list also in the description', async () => {
    for (const { type, selectItems, description } of await list()) {
      const hasChoices = type === 'selection' || type === 'checkbox_group';
      expect(selectItems !== null).toBe(hasChoices);
      if (hasChoices) expect(description?.split('\n')).toEqual(selectItems);
    }
    const interests = await field('interests', '&locale=en');
    expect(interests?.selectItems).toContain('Haarschnitt');
    expect(interests?.description).toContain('Haircut');
  });
});

const documented = [
  ...['id', 'keyName', 'name', 'type', 'description', 'selectItems', 'valueRequired', 'validatorRegexp'],
  ...['errorMessage', 'icon', 'tab', 'appointmentSpecific', 'specificForLocationId', 'hidden'],
  ...['visibleForCustomer', 'showInCalendar', 'showInAppointment', 'showInAppointmentEntry'],
  ...['showInDetailScreen', 'showInCustomerSearchPreview', 'privacyConfidential', 'listOrder'],
  ...['listOrderOnline', 'listOrderAppointment'],
].sort();
