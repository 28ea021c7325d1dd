import { expect, it } from 'vitest';
import { namedFields } from '../../../src/check/starter/named-fields.ts';
import { writeStarterMapping } from '../../../src/check/starter/starter-mapping.ts';
import { salonFields } from '../../../src/sandbox/salon/salon-fields.ts';
import { type Sender, senders } from './senders.ts';

const fields = namedFields([salonFields()]);
const catalog = {
  version: '1',
  fields: fields.map(({ field }) => field),
  fetchedAt: 0,
  statuses: [],
  statusesListedAt: null,
};

/** Returns the condition that a first mapping advises in a comment. */
async function advised(sender: Sender): Promise<string | undefined> {
  const written = await writeStarterMapping({
    source: sender.source,
    sender: sender.name,
    destination: 'salon',
    sample: { bytes: sender.bytes, headers: sender.headers, query: {}, path: 'a.json', origin: 'package' },
    fields,
    catalog,
  });
  if (written.kind !== 'written') throw new Error(written.reason);
  return /^# when: (.*)$/m.exec(written.text)?.[1];
}

it('is advised for the form where the sender names it, since all forms have one type of event', async () => {
  const found = new Map<string, string>();
  for (const sender of await senders()) found.set(sender.name, (await advised(sender)) ?? '');
  const conditions = (names: readonly string[]) => names.map(each => found.get(each));
  const forms = [
    'elementor',
    'fluent-forms',
    'google-ads',
    'google-forms',
    'gravity-forms',
    'jotform',
    'tally',
    'typeform',
    'webflow',
  ];
  expect(conditions(forms)).toEqual([
    '$answers.customer_number and form.id = "3f2a9c1"',
    '$answers.customer_number and __submission.form_id = "3"',
    'form_id = 40000000000',
    '$answers."Customer number" and formId = "1FAIpQLSd_example_form_of_the_salon"',
    'form_id = "3"',
    'formID = "260604412345678"',
    'data.formId = "VwbNEw"',
    'form_response.form_id = "lT4Z3j"',
    '$answers.customer_number and payload.formId = "65429eadebe8a9f3a30f62d0"',
  ]);
  expect(conditions(['stripe', 'close', 'brevo'])).toEqual([
    '$event.type = "checkout.session.completed"',
    '$event.type = "lead.updated"',
    'content.CUSTOMER_NUMBER and $event.type = "contact_updated"',
  ]);
});
