import { describe, expect, it } from 'vitest';
import { trialScope } from '../../src/check/data/trial.ts';
import { otherQuestions } from '../../src/mapping/doubts/changed-form/other-question.ts';
import { renamedQuestions } from '../../src/mapping/doubts/changed-form/renamed-question.ts';
import { answeredQuestions, namedAnswers } from '../../src/receive/answers/answers.ts';
import { answersOf } from '../../src/receive/answers/answers-of.ts';
import { checkWith, mappingOf, storedOf } from '../check/trials.ts';

/** A webhook of Typeform with one question, which has no title if it is null. */
const form = (title: string | null, value = true) => ({
  customer: 1001,
  form_response: {
    form_id: 'f1',
    definition: {
      fields: [{ id: 'id-1', ref: 'ref_1', type: 'yes_no', ...(title !== null && { title }) }],
    },
    answers: [{ type: 'boolean', boolean: value, field: { id: 'id-1', ref: 'ref_1' } }],
  },
});

function trialOf(payload: object) {
  const [trial] = storedOf(payload);
  if (!trial) throw new Error('no event');
  return { ...trial, input: { ...trial.input, answers: answersOf('typeform', payload) } };
}

function foundIn(field: string, samples: readonly object[], payload: object, rule = '{answer: ref_1}') {
  const lines = ['additionalFields:', `  ${field}: ${rule}`];
  const mapping = mappingOf(lines, { tests: samples });
  return otherQuestions(mapping, trialScope(trialOf(payload), { needsBody: false }));
}

/** A text with other words is a note, since it may be a paraphrase. */
function warningsIn(...found: Parameters<typeof foundIn>) {
  return foundIn(...found).filter(({ severity }) => severity === 'warning');
}

describe('a question that is read by its id', () => {
  it.each([
    ['newsletter', 'Möchten Sie unseren Newsletter?', 'Newsletter abbestellen?'],
    ['patch.test', 'Wurde ein Verträglichkeitstest gemacht?', 'Dürfen wir Sie anrufen?'],
    ['first.visit', 'Wann ist Ihr erster Termin?', 'Wann waren Sie zuletzt beim Friseur?'],
    ['first.visit', 'Wann war Ihr erster Besuch?', 'Wann war Ihr letzter Besuch?'],
    [
      'allergies',
      'Gibt es Allergien, von denen wir wissen sollten?',
      'Welche Pflegeprodukte verwenden Sie zu Hause?',
    ],
    ['birthdate', 'Geburtsdatum', 'Geburtsdatum Ihres Kindes'],
    ['hair.color', 'Haarfarbe derzeit', 'Welche Haarfarbe wünschen Sie sich?'],
    ['newsletter', 'Möchten Sie unseren Newsletter?', 'Dürfen wir Ihre Bewertung veröffentlichen?'],
    ['photo.consent', 'Fotos erlaubt?', 'Fotos nicht erlaubt'],
    ['sms.ok', 'Ich möchte SMS erhalten', 'Ich möchte keine SMS erhalten'],
    ['sms.ok', 'Please do not call me', 'Please call me'],
    ['newsletter', 'Would you like our newsletter?', 'Unsubscribe from our newsletter'],
    ['hair.type', 'Wie ist Ihr Haar?', 'Wie haben Sie von uns gehört?'],
    ['pregnant', 'Are you pregnant?', 'Do you smoke?'],
    ['feld_4', 'Vorname', 'Nachname'],
    ['feld_3', 'Geburtsdatum', 'Geburtsdatum des Kindes'],
    ['feld_3', 'Geburtsdatum', 'Wann waren Sie zuletzt bei uns?'],
    ['feld_3', 'Date of birth', 'E-mail address'],
    ['feld_6', 'Telefonnummer', 'Geburtsdatum'],
    ['feld_6', 'Ihre Telefonnummer', 'Telefonnummer Ihres Notfallkontakts'],
    ['feld_6', 'Telefonnummer', 'Vészhelyzetben értesítendő'],
    ['feld_7', 'Adresse', 'Name'],
    ['allergies', 'Avez-vous des allergies ?', 'Quel est votre parfum préféré ?'],
    [
      'satisfaction',
      'Wie gefällt Ihnen der Haarschnitt im Salon?',
      'Welche Öffnungszeiten wünschen Sie im Salon?',
    ],
  ])('is reported for %s if its text was %j and is %j', async (field, before, now) => {
    const withReason = '{answer: ref_1, because: the form asks so}';
    expect(foundIn(field, [form(before)], form(now), withReason)).toHaveLength(1);
    const found = foundIn(field, [form(before)], form(now));
    expect(found).toMatchObject([{ code: 'mapping/other-question', severity: 'warning' }]);
    expect(found[0]?.message).toContain(JSON.stringify(now));
    expect(found[0]?.message).toContain(JSON.stringify(before));
    const mapping = mappingOf(['additionalFields:', `  ${field}: {answer: ref_1}`], {
      tests: [form(before)],
    });
    const checked = await checkWith(mapping, [trialOf(form(now))]);
    expect(checked.map(({ code }) => code)).toContain('mapping/other-question');
  });

  it.each([
    ['newsletter', 'Newsletter?', 'Möchten Sie unseren Newsletter?'],
    ['newsletter', 'Möchten Sie unseren Newslettter?', 'Möchten Sie unseren Newsletter?'],
    ['newsletter', 'Möchten Sie unseren Newsletter?', 'Newsletter (Abmeldung jederzeit möglich)'],
    ['newsletter', 'Newsletter', '📧 Newsletter *'],
    ['contact.by', 'Wie dürfen wir Sie erreichen?', 'Wie dürfen wir Sie kontaktieren?'],
    ['lead.source', 'Wie sind Sie auf uns aufmerksam geworden?', 'Wie haben Sie von uns gehört?'],
    ['remark', 'Haben Sie Anmerkungen?', 'Ihre Nachricht an uns'],
    ['phone2', 'Ihre Handynummer', 'Telefon'],
    ['birthdate', 'Ihr Geburtsdatum', 'Geburtsdatum'],
    ['birthdate', 'Geburtsdatum', 'Date of birth'],
    ['allergies', 'Haben Sie Allergien?', 'Do you have any allergies?'],
    ['allergies', 'Allergien', 'Allergien / Unverträglichkeiten'],
    ['allergies', 'Welche Allergien haben Sie?', 'Gibt es Allergien, von denen wir wissen sollten?'],
    ['photo.consent', 'Dürfen wir Fotos zeigen?', 'Sind Fotoaufnahmen in Ordnung?'],
    ['hair.color', 'Haarfarbe', 'Haar-Farbe'],
    ['satisfaction', 'Wie zufrieden waren Sie?', 'Wie zufrieden sind Sie mit uns?'],
    ['satisfaction', 'Wie viele Sterne gibst du uns?', 'Sterne'],
    ['first.visit', 'Wann ist Ihr erster Termin?', 'Wann war der erste Termin bei uns?'],
    ['hair.type', 'Wie ist Ihr Haar?', 'Wie sind deine Haare?'],
    ['patch.test', 'Wurde ein Verträglichkeitstest gemacht?', 'VERTRÄGLICHKEITSTEST GEMACHT'],
    ['allergies', 'アレルギーはありますか', 'アレルギーについて'],
    ['birthdate', 'Geburtsdatum', 'Wann sind Sie geboren?'],
    ['feld_3', 'Geburtsdatum', 'Wann sind Sie geboren?'],
    ['feld_3', 'Geburtstag', 'When were you born?'],
    ['feld_3', 'Date de naissance', 'Geburtsdatum'],
    ['feld_3', 'Születési dátum', 'Mikor született?'],
    ['feld_3', 'Data urodzenia', 'Kiedy się urodziłeś?'],
    ['feld_3', 'Fecha de nacimiento', '¿Cuándo naciste?'],
    ['feld_3', 'Doğum tarihi', 'Geburtsdatum'],
    ['feld_3', 'Дата рождения', 'Когда вы родились?'],
    ['feld_3', 'Ημερομηνία γέννησης', 'Πότε γεννηθήκατε;'],
    ['feld_4', 'Ihr Name', 'Wie heißen Sie?'],
    ['feld_4', 'Votre nom', 'Comment vous appelez-vous ?'],
    ['feld_4', 'Nombre', '¿Cómo te llamas?'],
    ['feld_5', 'E-Mail-Adresse', 'Correo electrónico'],
    ['feld_5', 'Ihre E-Mail', 'Adresse mail'],
    ['feld_6', 'Telefonnummer', 'Phone number'],
    ['feld_6', 'Handynummer', 'Puhelinnumero'],
    ['feld_7', 'Ihre Anschrift', 'Wo wohnen Sie?'],
    ['feld_7', 'Adresse', 'Lakcím'],
    ['emergency.contact', 'Notfallkontakt', 'Vészhelyzetben értesítendő'],
    ['emergency.contact', 'Im Notfall zu verständigen', 'Emergency contact'],
    ['notfall', 'Ansprechpartner', 'Vészhelyzetben értesítendő személy'],
  ])('is not reported for %s if its text was %j and is %j', async (field, before, now) => {
    expect(warningsIn(field, [form(before)], form(now))).toEqual([]);
    const mapping = mappingOf(['additionalFields:', `  ${field}: {answer: ref_1}`], {
      tests: [form(before)],
    });
    const checked = await checkWith(mapping, [trialOf(form(now))]);
    expect(checked.map(({ code }) => code)).not.toContain('mapping/other-question');
  });

  it.each([
    ['weight', 'Gewicht in kg', 'Gewicht in Pfund'],
    ['height', 'Größe in cm', 'Größe in Meter'],
    ['pain', 'Schmerz (0-10)', 'Schmerz (0-100)'],
    ['age', 'Alter in Jahren', 'Alter in Monaten'],
    ['budget', 'Budget in Euro', 'Budget in CHF'],
  ])('is reported in another measure or on another scale: %s, %j, %j', (field, before, now) => {
    expect(foundIn(field, [form(before)], form(now))).toHaveLength(1);
  });

  it.each([
    ['weight', 'Gewicht in kg', 'Wunschgewicht in kg'],
    ['weight', 'Gewicht', 'Gewicht vor der Schwangerschaft'],
    ['height', 'Größe in cm', 'Größe in m'],
    ['height', 'Größe', 'Schuhgröße'],
    ['prescription.date', 'Wann wurde das Rezept ausgestellt?', 'Wann läuft das Rezept ab?'],
    ['prescription', 'Haben Sie ein Rezept?', 'Brauchen Sie ein Rezept?'],
    ['surgery.date', 'Wann war Ihre Operation?', 'Wann ist Ihre nächste Operation geplant?'],
    ['pregnant', 'Sind Sie schwanger?', 'Waren Sie schon einmal schwanger?'],
    ['pregnant', 'Sind Sie schwanger?', 'Möchten Sie schwanger werden?'],
    ['home.visit', 'Brauchen Sie Hausbesuche?', 'Hatten Sie schon Hausbesuche?'],
    ['side', 'Welche Seite?', 'Welche Seite ist gesund?'],
    ['eye', 'Rechtes Auge', 'Linkes Auge'],
    ['smoker', 'Do you smoke?', 'Did you smoke?'],
    ['allergies', 'Do you have allergies?', 'Do your children have allergies?'],
    ['visits', 'How many visits do you want?', 'How many visits have you had?'],
    ['pays', 'Zahlt die Kasse?', 'Zahlt die Kasse schon?'],
    ['lens', 'Portez-vous des lentilles ?', 'Avez-vous porté des lentilles ?'],
    ['dog', 'Heeft u een hond?', 'Wilt u een hond?'],
    ['phone', 'Telefon', 'Telefon tagsüber'],
    ['pain', 'アレルギーはありますか', 'アレルギーはありましたか'],
  ])('is named if it has other words: %s, %j, %j', (field, before, now) => {
    const found = foundIn(field, [form(before)], form(now));
    expect(found).toHaveLength(1);
    expect(['mapping/reworded-question', 'mapping/other-question']).toContain(found[0]?.code);
    const inside = foundIn(field, [form(before)], form(now), '$string($answers.ref_1)');
    expect(inside).toHaveLength(1);
  });

  it.each([
    ['Haben Sie ein Rezept?', 'Hast du ein Rezept?', 0],
    ['Rauchen Sie?', 'Rauchst du?', 0],
    ['Haben Sie ein Rezept?', 'HABEN SIE EIN REZEPT *', 0],
    ['Ihr Gewicht', 'Dein Gewicht', 0],
    ['Haarfarbe', 'Haar-Farbe', 0],
    ['Bitte Ihr Gewicht', 'Gewicht', 0],
  ])('is not named for a form of address: %j, %j', (before, now, count) => {
    expect(foundIn('weight', [form(before)], form(now))).toHaveLength(count);
  });

  it('is not named if the text has an answer of the form, such as the name', () => {
    const greeted = (name: string) => {
      const { form_response, ...rest } = form(`${name}, wie alt sind Sie?`);
      const { definition, answers } = form_response;
      const named = { id: 'id-2', ref: 'ref_2', type: 'short_text', title: 'Vorname' };
      return {
        ...rest,
        form_response: {
          ...form_response,
          definition: { fields: [...definition.fields, named] },
          answers: [...answers, { type: 'text', text: name, field: { id: 'id-2', ref: 'ref_2' } }],
        },
      };
    };
    expect(foundIn('age', [greeted('Ada')], greeted('Berta'))).toEqual([]);
    expect(foundIn('age', [greeted('Ada')], form('Berta, wie alt sind Sie?'))).toHaveLength(1);
  });

  it.each([
    ['vaccination.consent', 'Dürfen wir Ihr Tier impfen?', 'Ist Ihr Tier bereits geimpft?'],
    ['vaccination.consent', 'Dürfen wir Ihr Tier impfen?', 'Wurde Ihr Tier schon einmal geimpft?'],
    ['sms.ok', 'Dürfen wir Sie per SMS erinnern?', 'Haben Sie schon einmal eine SMS von uns erhalten?'],
    ['photos.ok', 'Dürfen wir Fotos Ihres Tieres zeigen?', 'Haben Sie Fotos Ihres Tieres?'],
    ['photos.ok', 'Dürfen wir Fotos zeigen?', 'Dürfen wir Fotos an die Versicherung senden?'],
    ['marketing.ok', 'Dürfen wir Ihnen Werbung schicken?', 'Haben Sie unsere Werbung gesehen?'],
    ['newsletter', 'Newsletter abonnieren', 'Newsletter an Partner weitergeben'],
    ['sms.ok', 'May we send you text messages?', 'Did you get our text messages?'],
    ['sms.ok', 'Mogen wij u een sms sturen?', 'Heeft u onze sms gekregen?'],
    ['photo.consent', 'Pouvons-nous publier vos photos ?', 'Avez-vous des photos ?'],
  ])(
    'is reported for a consent that asks for a fact or a further matter: %s, %j, %j',
    (field, before, now) => {
      expect(foundIn(field, [form(before)], form(now))).toHaveLength(1);
    },
  );

  it.each([
    ['sms.ok', 'Dürfen wir Ihnen eine SMS senden?', 'Dürfen wir dir per SMS schreiben?'],
    ['newsletter', 'Möchten Sie unseren Newsletter erhalten?', 'Ja, ich möchte den Newsletter bekommen'],
    ['photos.ok', 'Dürfen wir Fotos zeigen?', 'Fotos dürfen gezeigt werden'],
    ['photos.ok', 'Fotos erlaubt?', 'Sind Sie mit Fotos einverstanden?'],
    ['marketing.ok', 'Werbung erlaubt', 'Werbung (jederzeit widerrufbar)'],
    ['sms.ok', 'May we text you?', 'Can we send you a text?'],
  ])('is not reported for a consent in other words: %s, %j, %j', (field, before, now) => {
    expect(warningsIn(field, [form(before)], form(now))).toEqual([]);
  });

  it('says that a table turns the answers round', () => {
    const rule = '{answer: ref_1, values: {Ja: false, Nein: true}, because: the form asks the opposite}';
    const [found] = foundIn(
      'sms.ok',
      [form('Möchten Sie auf SMS-Erinnerungen verzichten?')],
      form('Welche Farbe möchten Sie?'),
      rule,
    );
    expect(found?.hint).toContain('the table of sms.ok turns yes and no round, for the former text; ');
  });

  it.each([
    [
      'another sample has the text',
      [form('Newsletter?'), form('Rückruf?')],
      form('Rückruf?'),
      '{answer: ref_1}',
    ],
    ['no sample has it', [], form('Rückruf?'), '{answer: ref_1}'],
    ['the samples have no text', [form(null)], form('Rückruf?'), '{answer: ref_1}'],
    ['the event has no text', [form('Newsletter?')], form(null), '{answer: ref_1}'],
    ['it is read by its text', [form('Newsletter?')], form('Rückruf?'), '{answer: Rückruf?}'],
  ])('is not reported if %s', (_, samples, payload, rule) => {
    expect(foundIn('newsletter', samples, payload, rule)).toEqual([]);
  });

  it.each([
    [{ fields: [{ key: 'q7', label: 'Newsletter?', value: 'ja' }] }, 1],
    [{ fields: { q7: { label: 'Newsletter?', value: 'ja' } } }, 1],
    [{ fields: [{ key: 'x', label: 'Newsletter?', value: 'q7' }] }, 0],
  ])('is found in the sample %j', (sample, count) => {
    const mapping = mappingOf(['additionalFields:', '  newsletter: {answer: q7}'], { tests: [sample] });
    const answers = namedAnswers([{ keys: ['q7'], labels: ['Rückruf?'], value: 'ja' }]);
    const [trial] = storedOf({});
    if (!trial) throw new Error('no event');
    const scope = trialScope({ input: { ...trial.input, answers } }, { needsBody: false });
    expect(otherQuestions(mapping, scope)).toHaveLength(count);
  });
});

describe('a label beside a value that is read by its path', () => {
  const ofFields = (label: string, others: object = { 4: { name: 'Ort', value: 'Bonn' } }) => ({
    customer: 1001,
    fields: { 3: { name: label, value: 'ja' }, ...others },
  });
  const ofList = (label: string) => ({
    customer: 1001,
    fields: [
      { id: 'q7', label, value: 'ja' },
      { id: 'q8', label: 'Ort', value: 'Bonn' },
    ],
  });
  const found = (rule: string, before: object, now: object) => {
    const mapping = mappingOf(['additionalFields:', `  newsletter: ${rule}`], { tests: [before] });
    const [trial] = storedOf(now);
    if (!trial) throw new Error('no event');
    return otherQuestions(mapping, trialScope(trial, { needsBody: false })).map(({ code }) => code);
  };

  it.each([
    ['Newsletter abbestellen', 'mapping/other-question'],
    ['Newsletter gelesen', 'mapping/other-question'],
    ['Newsletter bekannt aus', 'mapping/other-question'],
    ['Newsletter erwünscht (jederzeit widerrufbar)', 'mapping/reworded-question'],
  ])('is compared with the sample: %s', (label, code) => {
    expect(found('fields."3".value', ofFields('Newsletter erwünscht'), ofFields(label))).toEqual([code]);
    expect(found('fields[id = "q7"].value', ofList('Newsletter erwünscht'), ofList(label))).toEqual([code]);
  });

  it('is not compared for a single record, whose name is data', () => {
    expect(found('fields."3".value', ofFields('Ada Berg', {}), ofFields('Emil Kurz', {}))).toEqual([]);
    expect(
      found('deal.value', { deal: { title: 'Ada', value: 1 } }, { deal: { title: 'Emil', value: 2 } }),
    ).toEqual([]);
    expect(found('fields."3".value', ofFields('Newsletter'), ofFields('Newsletter'))).toEqual([]);
  });
});

describe('a question of Jotform that was made anew', () => {
  const asking = (key: string, text: string, answer: string) => ({
    customer: 1001,
    pretty: `Name:Ada Berg, ${text}:${answer}, Ort:Bonn`,
    rawRequest: { q3_name: { first: 'Ada', last: 'Berg' }, [key]: answer, q19_ort: 'Bonn' },
  });
  const toldOf = (now: ReturnType<typeof asking>) => {
    const before = asking('q18_sms', 'Dürfen wir Sie per SMS erinnern?', 'Ja');
    const mapping = mappingOf(['additionalFields:', '  sms.ok: {answer: sms}'], { tests: [before] });
    const [trial] = storedOf(now);
    if (!trial) throw new Error('no event');
    const input = { ...trial.input, answers: answersOf('jotform', now) };
    return renamedQuestions(mapping, trialScope({ ...trial, input }, { needsBody: false }));
  };

  it.each([
    ['q21_herinnering', 'Mogen wij u een sms-herinnering sturen?', 'Nee'],
    ['q21_erinnerung', 'Dürfen wir Sie erinnern?', 'Nein'],
    ['q21_benachrichtigung', 'Benachrichtigung per SMS erlaubt', 'Nein'],
  ])('is found by its text: %s, %s', (key, text, answer) => {
    expect(toldOf(asking(key, text, answer))).toMatchObject([{ code: 'mapping/renamed-question' }]);
  });

  it.each([
    ['q18_sms', 'Dürfen wir Sie per SMS erinnern?', 'Nein'],
    ['q22_parken', 'Brauchen Sie einen Parkplatz?', 'Nein'],
    ['q21_wunsch', 'Ihr Wunsch zur SMS-Erinnerung', 'Bitte morgens'],
  ])('is not reported: %s, %s', (key, text, answer) => {
    expect(toldOf(asking(key, text, answer)).filter(({ severity }) => severity === 'warning')).toEqual([]);
  });
});

describe('a question of Jotform, whose text is only in pretty', () => {
  const submission = (pretty: string, answers: Readonly<Record<string, unknown>>) => ({
    customer: 1001,
    pretty,
    rawRequest: answers,
  });
  const found = (before: ReturnType<typeof submission>, now: ReturnType<typeof submission>) => {
    const mapping = mappingOf(['additionalFields:', '  foto.ok: {answer: foto}'], { tests: [before] });
    const [trial] = storedOf(now);
    if (!trial) throw new Error('no event');
    const input = { ...trial.input, answers: answersOf('jotform', now) };
    return otherQuestions(mapping, trialScope({ ...trial, input }, { needsBody: false }));
  };
  const asked = submission('Name:Ada Berg, Dürfen wir Fotos von dir veröffentlichen?:Ja, Ort:Bonn', {
    q3_name: { first: 'Ada', last: 'Berg' },
    q18_foto: 'Ja',
    q19_ort: 'Bonn',
  });

  it.each([
    ['Bitte keine Fotos von mir veröffentlichen', 'Ja'],
    ['Hast du schon bezahlt?', 'Nein'],
    ['Möchtest du den Newsletter?', 'Ja'],
  ])('is reported with another text: %s', (text, answer) => {
    const now = submission(`Name:Ada Berg, ${text}:${answer}, Ort:Köln`, {
      q3_name: { first: 'Ada', last: 'Berg' },
      q18_foto: answer,
      q19_ort: 'Köln',
    });
    expect(found(asked, now)).toMatchObject([
      {
        code: 'mapping/other-question',
        message: expect.stringContaining(
          `its text is "${text}" in the event, but "Dürfen wir Fotos von dir veröffentlichen?" in the sample`,
        ),
      },
    ]);
  });

  it.each([
    ['Name:Ada Berg, Dürfen wir Fotos von dir veröffentlichen?:Nein, Ort:Köln', 'Nein'],
    ['Name:Ada Berg, Dürfen wir deine Fotos veröffentlichen?:Ja, Ort:Köln', 'Ja'],
    // Which question has which answer is not certain.
    ['Name:Ja, Bitte keine Fotos von mir:Ja, Ort:Köln', 'Ja'],
    ['Bemerkung:Foto:Ja, Bitte keine Fotos:Ja', 'Ja'],
    ['Ort:Köln, Bitte: keine Fotos:Nein', 'Nein'],
    ['', 'Ja'],
  ])('is not reported: %s', (pretty, answer) => {
    const now = submission(pretty, { q3_name: { first: 'Ada' }, q18_foto: answer, q19_ort: 'Köln' });
    expect(found(asked, now).filter(({ severity }) => severity === 'warning')).toEqual([]);
  });

  it('is found beside other questions with the same answer', () => {
    const two = (first: string, second: string, answers: Readonly<Record<string, unknown>>) =>
      submission(`${first}:Ja, ${second}:Ja`, answers);
    const before = two('Newsletter?', 'Fotos erlaubt?', { q4_news: 'Ja', q18_foto: 'Ja' });
    const now = two('Newsletter?', 'Fotos verboten?', { q4_news: 'Ja', q18_foto: 'Ja' });
    expect(found(before, now)).toMatchObject([{ code: 'mapping/other-question' }]);
    expect(found(before, before)).toEqual([]);
  });
});

describe('the text of a consent field of Gravity Forms', () => {
  const entry = (texts: Readonly<Record<string, string>>, version = '1') => ({
    customer: 1001,
    id: '77',
    form_id: '3',
    date_created: '2026-01-01 10:00:00',
    ...Object.fromEntries(
      Object.entries(texts).flatMap(([field, text]) => [
        [`${field}.1`, '1'],
        [`${field}.2`, text],
        [`${field}.3`, version],
      ]),
    ),
  });

  function found(field: string, before: string, now: string) {
    const payload = entry({ 11: now }, '2');
    const [trial] = storedOf(payload);
    if (!trial) throw new Error('no event');
    const read = { ...trial, input: { ...trial.input, answers: answersOf('gravity-forms', payload) } };
    const lines = ['additionalFields:', `  ${field}: {answer: "11.1", as: boolean}`];
    const mapping = mappingOf(lines, { tests: [entry({ 11: before })] });
    return otherQuestions(mapping, trialScope(read, { needsBody: false }));
  }

  it.each([
    ['newsletter', 'Ich möchte den Newsletter', 'Ich möchte keinen Newsletter'],
    ['newsletter', 'Ich möchte den Newsletter', 'Ich akzeptiere die AGB'],
    ['newsletter', 'Ja, Newsletter per E-Mail', 'Ich habe die Datenschutzerklärung gelesen'],
    ['sms.ok', 'Erinnerung per SMS', 'Werbung per WhatsApp'],
    ['photo.consent', 'Fotos dürfen gezeigt werden', 'Weitergabe meiner Daten an die Krankenkasse'],
    ['photo.consent', 'Fotos dürfen gezeigt werden', 'Fotos dürfen nicht gezeigt werden'],
    ['sms.ok', 'I agree to receive text messages', 'I do not agree to receive text messages'],
    ['newsletter', 'Yes, send me the newsletter', 'I agree to the terms and conditions'],
  ])('is compared with the sample: %s, %j and %j', (field, before, now) => {
    const [only, ...others] = found(field, before, now);
    expect(only?.code).toMatch(/other-question|reworded-question/);
    expect(only?.message).toContain(JSON.stringify(now));
    expect(others).toEqual([]);
    expect(found(field, now, now)).toEqual([]);
  });

  it('is no text of a field with several checkboxes', () => {
    const payload = { ...entry({ 11: 'SMS' }), '11.1': 'Newsletter' };
    const answers = answersOf('gravity-forms', payload);
    expect(answers?.['11.1']).toBe('Newsletter');
    expect(answeredQuestions(answers ?? {}).questions.every(({ asks }) => asks === undefined)).toBe(true);
  });
});
