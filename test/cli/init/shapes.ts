/** A webhook in the format of its sender, and the expected values in the account. */
export interface Shape {
  readonly of: string;
  /** The options of `init` for the sender. */
  readonly flags: readonly string[];
  readonly payload: unknown;
  /** The sent values by keyName, and the customer number; `1001` stands for the number of a link. */
  readonly sent: Readonly<Record<string, string>>;
  /** The expression that finds the person. */
  readonly person: string;
}

const other = ['--sender', 'other', '--source', 'crm', '--verify', 'query-token'];
const known = (sender: string) => ['--sender', sender, '--source', 'crm'];

const question = (key: string, title: string, value: unknown, more: object = {}) => ({
  title,
  key,
  type: 'text',
  value,
  ...more,
});

/** An example of each format in which senders write questions, fields and people. */
export const shapes: readonly Shape[] = [
  {
    of: 'Typeform, with references of its own',
    flags: known('typeform'),
    payload: {
      event_id: 'e1',
      event_type: 'form_response',
      form_response: {
        form_id: 'f1',
        token: 't1',
        submitted_at: '2026-03-02T09:20:00Z',
        hidden: { contact_id: 'c-7' },
        definition: {
          id: 'f1',
          title: 'Allergies and hair',
          fields: [
            { id: 'a', ref: '01H531', type: 'long_text', title: 'Do you have allergies?' },
            { id: 'b', ref: '01H532', type: 'date', title: 'Date of birth' },
            {
              id: 'c',
              ref: '01H533',
              type: 'multiple_choice',
              title: 'Hair type',
              choices: [{ label: 'Lockig' }, { label: 'Glatt' }],
            },
          ],
        },
        answers: [
          { type: 'text', text: 'Nuts', field: { id: 'a', ref: '01H531', type: 'long_text' } },
          { type: 'date', date: '1990-12-10', field: { id: 'b', ref: '01H532', type: 'date' } },
          { type: 'choice', choice: { label: 'Lockig' }, field: { id: 'c', ref: '01H533' } },
        ],
      },
    },
    person: 'form_response.hidden.contact_id',
    sent: { id: '1001', allergies: 'Nuts', birthdate: '10.12.1990', 'hair.type': 'lockig' },
  },
  {
    of: 'Tally, with several choices that have a comma',
    flags: known('tally'),
    payload: {
      eventId: 'e1',
      eventType: 'FORM_RESPONSE',
      createdAt: '2026-11-20T09:20:01.112Z',
      data: {
        responseId: 'r1',
        submissionId: 'r1',
        respondentId: 'p1',
        formId: 'mKw001',
        formName: 'Anamnesebogen',
        fields: [
          { key: 'q_1', label: 'kundennummer', type: 'HIDDEN_FIELDS', value: '1002' },
          { key: 'q_2', label: 'Allergien', type: 'TEXTAREA', value: 'Nüsse' },
          {
            key: 'q_3',
            label: 'Leistungen',
            type: 'CHECKBOXES',
            value: ['o1', 'o3'],
            options: [
              { id: 'o1', text: 'Massage, 60 Min.' },
              { id: 'o2', text: 'Massage, 90 Min.' },
              { id: 'o3', text: 'Farbe & Strähnen' },
            ],
          },
        ],
      },
    },
    person: '$answers.kundennummer',
    sent: { id: '1002', allergies: 'Nüsse', services: 'Massage, 60 Min.;Farbe & Strähnen' },
  },
  {
    of: 'Paperform, by its name',
    flags: known('paperform'),
    payload: {
      data: [
        question('k1', 'Kundennummer', '1001', { custom_key: null, description: null }),
        question('k2', 'Allergien', 'Nüsse', { custom_key: null, description: 'Welche?' }),
        question('k3', 'Geburtstag', '1988-03-14', { type: 'date', custom_key: 'dob', description: null }),
      ],
      submission_id: 's1',
      created_at: '2026-11-25 18:20:00',
      ip_address: '192.0.2.1',
      charge: null,
    },
    person: '$answers.Kundennummer',
    sent: { id: '1001', allergies: 'Nüsse', birthdate: '14.03.1988' },
  },
  {
    of: 'Paperform, as another sender',
    flags: other,
    payload: {
      data: [
        question('k1', 'Kundennummer', '1001', { custom_key: null }),
        question('k2', 'Allergien', 'Nüsse', { custom_key: null }),
        question('k3', 'Geburtstag', '1988-03-14', { custom_key: null }),
      ],
      submission_id: 's1',
      created_at: '2026-11-25 18:20:00',
    },
    person: '$answers.Kundennummer',
    sent: { id: '1001', allergies: 'Nüsse', birthdate: '14.03.1988' },
  },
  {
    of: 'Google Ads',
    flags: known('google-ads'),
    payload: {
      lead_id: 'lead-1',
      user_column_data: [
        { column_name: 'Full Name', string_value: 'Ada Lovelace', column_id: 'FULL_NAME' },
        { column_name: 'User Email', string_value: 'ada@example.com', column_id: 'EMAIL' },
        { column_name: 'Do you have allergies?', string_value: 'Nuts', column_id: 'Q1' },
      ],
      api_version: '1.0',
      form_id: 40000000000,
      campaign_id: 1,
      google_key: 'X_SECRET',
      gcl_id: 'EAIa',
    },
    person: '$answers.EMAIL',
    sent: { id: '1001', allergies: 'Nuts' },
  },
  {
    of: 'Framer',
    flags: known('framer'),
    payload: { 'Customer number': '1001', Allergies: 'Nuts', 'Hair type': 'LOCKIG', Email: 'a@example.com' },
    person: '$answers."Customer number"',
    sent: { id: '1001', allergies: 'Nuts', 'hair.type': 'lockig' },
  },
  {
    of: 'Mautic',
    flags: known('mautic'),
    payload: {
      'mautic.lead_post_save_update': [
        {
          contact: {
            id: 47,
            points: 10,
            fields: {
              core: {
                customer_number: field('customer_number', 'Customer number', '1001'),
                allergies: field('allergies', 'Allergies', 'Nuts'),
                newsletter: field('newsletter', 'Newsletter', 'yes'),
              },
            },
          },
          timestamp: '2026-03-02T09:20:00+00:00',
        },
      ],
    },
    person: '$answers.customer_number',
    sent: { id: '1001', allergies: 'Nuts', newsletter: 'true' },
  },
  {
    of: 'Mautic, as another sender',
    flags: other,
    payload: {
      contact: {
        id: 47,
        fields: {
          core: {
            allergies: field('allergies', 'Allergies', 'Nuts'),
            geburtstag: field('geburtstag', 'Geburtstag', '1990-12-10'),
          },
        },
      },
    },
    person: 'contact.id',
    sent: { id: '1001', allergies: 'Nuts', birthdate: '10.12.1990' },
  },
  {
    of: 'Twenty',
    flags: known('twenty'),
    payload: {
      eventName: 'person.updated',
      objectMetadata: { id: 'o1', nameSingular: 'person' },
      workspaceId: 'w1',
      webhookId: 'h1',
      eventDate: '2026-03-02T09:20:00.123Z',
      record: { id: 'p1', allergies: 'Nuts', dateOfBirth: '1990-12-10', newsletter: true },
      updatedFields: ['allergies'],
    },
    person: 'record.id',
    sent: { id: '1001', allergies: 'Nuts', birthdate: '10.12.1990', newsletter: 'true' },
  },
  {
    of: 'Odoo',
    flags: known('odoo'),
    payload: {
      _action: 'Send Webhook Notification(#412)',
      _id: 37,
      _model: 'res.partner',
      id: 37,
      x_studio_customer_number: '1001',
      x_studio_allergies: 'Nuts',
      x_studio_newsletter: true,
    },
    person: 'x_studio_customer_number',
    sent: { id: '1001', allergies: 'Nuts', newsletter: 'true' },
  },
  {
    of: 'HubSpot, by a workflow',
    flags: known('hubspot-workflow'),
    payload: {
      vid: 51,
      'portal-id': 1,
      properties: {
        allergies: { value: 'Nuts', versions: [{ value: 'Nuts', 'source-type': 'CRM_UI' }] },
        date_of_birth: { value: '1990-12-10', versions: [] },
        customer_number: { value: '1001', versions: [] },
      },
    },
    person: 'properties.customer_number.value',
    sent: { id: '1001', allergies: 'Nuts', birthdate: '10.12.1990' },
  },
  {
    of: 'Pipedrive, a deal that has a value of its own',
    flags: other,
    payload: {
      meta: { action: 'change', entity: 'deal', entity_id: 7, id: 'm1' },
      data: { id: 7, title: 'Allergien', value: 1000, currency: 'EUR', person_id: 51, newsletter: 'ja' },
    },
    person: 'data.person_id',
    sent: { id: '1001', newsletter: 'true' },
  },
  {
    of: 'Elementor, with the labels of the fields',
    flags: known('elementor'),
    payload:
      'Kundennummer=1001&Allergien=N%C3%BCsse&Geburtstag=14.03.1988&Haartyp=Wellig&form_id=a1&form_name=Vorher',
    person: '$answers.Kundennummer',
    sent: { id: '1001', allergies: 'Nüsse', birthdate: '14.03.1988', 'hair.type': 'wellig' },
  },
  {
    of: 'a list of labels and values (Fillout, Formstack and others)',
    flags: other,
    payload: {
      formId: 'f1',
      formName: 'Vorher',
      submission: {
        submissionId: 's1',
        submissionTime: '2026-03-02T09:20:00Z',
        questions: [
          { id: 'a1', name: 'Kundennummer', type: 'ShortAnswer', value: '1001' },
          { id: 'a2', name: 'Allergien', type: 'LongAnswer', value: 'Nüsse' },
          { id: 'a3', name: 'Interessen', type: 'MultipleChoice', value: ['Farbe', 'Pflege'] },
        ],
      },
    },
    person: '$answers.Kundennummer',
    sent: { id: '1001', allergies: 'Nüsse', interests: 'Farbe,Pflege' },
  },
  {
    of: 'questions and answers with ids alone (Formsort, SurveySparrow and others)',
    flags: other,
    payload: {
      response_id: 's1',
      contact: { id: 'c-7', email: 'ada@example.com' },
      answers: [
        { question_id: '11', question: 'Welche Allergien haben Sie?', answer: 'Nüsse' },
        { question_id: '12', question: 'Geburtsdatum', answer: '14.03.1988' },
      ],
    },
    person: 'contact.id',
    sent: { id: '1001', allergies: 'Nüsse', birthdate: '14.03.1988' },
  },
  {
    of: 'custom fields beside the fields of a contact',
    flags: other,
    payload: {
      event: 'contact.updated',
      id: 'evt_1',
      contact: {
        id: 51,
        name: 'Ada',
        custom_fields: [
          { id: 'cf1', label: 'Allergien', type: 'text', value: 'Nüsse' },
          { id: 'cf2', label: 'Newsletter', type: 'boolean', value: true },
        ],
      },
    },
    person: 'contact.id',
    sent: { id: '1001', allergies: 'Nüsse', newsletter: 'true' },
  },
  {
    of: 'German keys',
    flags: other,
    payload: {
      formular: 'Vorher',
      kunde: { kundennummer: 1001 },
      felder: [
        { bezeichnung: 'x1', name: 'Allergien', typ: 'text', wert: 'Nüsse' },
        { bezeichnung: 'x2', name: 'Haartyp', typ: 'auswahl', wert: 'KRAUS' },
      ],
    },
    person: 'kunde.kundennummer',
    sent: { id: '1001', allergies: 'Nüsse', 'hair.type': 'kraus' },
  },
  {
    of: 'a submission whose id is called id',
    flags: other,
    payload: {
      id: 'sub_1',
      form_id: 'f1',
      submitted_at: '2026-03-02T09:20:00Z',
      email: 'ada@example.com',
      allergies: 'Nuts',
    },
    person: 'email',
    sent: { id: '1001', allergies: 'Nuts' },
  },
  {
    of: 'a submission in an envelope',
    flags: other,
    payload: {
      type: 'form.submitted',
      data: {
        id: 'sub_1',
        form: { id: 'f1', name: 'Allergies' },
        fields: { allergies: 'Nuts', email: 'a@example.com' },
      },
    },
    person: 'data.fields.email',
    sent: { id: '1001', allergies: 'Nuts' },
  },
  {
    of: 'Keap, by an automation',
    flags: known('keap'),
    payload: 'contactId=47&allergies=Nuts&birthday=1990-12-10&newsletter=Yes',
    person: 'contactId',
    sent: { id: '1001', allergies: 'Nuts', birthdate: '10.12.1990', newsletter: 'true' },
  },
  {
    of: 'Fluent Forms, nested',
    flags: known('fluent-forms'),
    payload: {
      names: { first_name: 'Ada' },
      email: 'ada@example.com',
      customer_number: '1001',
      allergies: 'Nuts',
      hair_type: 'glatt',
      __submission: { id: '9', form_id: '3', created_at: '2026-03-02 09:20:00' },
    },
    person: '$answers.customer_number',
    sent: { id: '1001', allergies: 'Nuts', 'hair.type': 'glatt' },
  },
  {
    of: 'Webflow',
    flags: known('webflow'),
    payload: {
      triggerType: 'form_submission',
      payload: {
        name: 'Contact',
        siteId: 's1',
        id: 'sub1',
        formId: 'f1',
        submittedAt: '2026-03-02T09:20:00.000Z',
        data: { 'Customer number': '1001', Allergies: 'Nuts' },
        schema: [{ fieldName: 'Allergies', fieldType: 'FormTextInput', fieldElementId: 'e1' }],
      },
    },
    person: '$answers."Customer number"',
    sent: { id: '1001', allergies: 'Nuts' },
  },
];

function field(alias: string, label: string, value: unknown) {
  return { id: '7', label, alias, type: 'text', group: 'core', object: 'lead', is_fixed: '0', value };
}
