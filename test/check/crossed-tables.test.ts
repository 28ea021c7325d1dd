import { describe, expect, it } from 'vitest';
import { crossedDestinations, crossedTables } from '../../src/check/crossed-tables.ts';
import { fittingChoice } from '../../src/check/names/fitting-choice.ts';
import { mappingOf } from '../mapping/evaluate-yaml.ts';
import { catalogOf, fieldOf, listed, now } from './catalog.ts';

const catalog = catalogOf({
  ...listed(now, 'Interessent', 'Neukunde', 'Stammkunde', 'VIP', 'Gesperrt', 'Inaktiv'),
  fields: [
    fieldOf({
      keyName: 'hair',
      name: 'Haartyp',
      type: 'selection',
      selectItems: ['glatt', 'lockig', 'kraus'],
      description: 'straight\ncurly\nkinky',
    }),
    fieldOf({
      keyName: 'by',
      name: 'Kontakt',
      type: 'selection',
      selectItems: ['Telefon', 'E-Mail', 'Post'],
    }),
    ...Object.entries({
      sex: ['weiblich', 'männlich', 'divers'],
      time: ['vormittags', 'nachmittags', 'abends'],
      animal: ['Hund', 'Katze', 'Pferd', 'Hase'],
      part: ['Schulter', 'Knie', 'Hüfte', 'Rücken'],
      often: ['nie', 'manchmal', 'täglich'],
      payer: ['privat', 'gesetzlich', 'Selbstzahler'],
      day: ['Montag', 'Dienstag', 'Mittwoch'],
      instrument: ['Klavier', 'Geige', 'Gitarre'],
      colour: ['braun', 'schwarz', 'blond'],
      early: ['früh', 'vormittags', 'abends'],
    }).map(([keyName, selectItems]) => fieldOf({ keyName, name: keyName, type: 'selection', selectItems })),
    fieldOf({ keyName: 'text', name: 'Text' }),
    fieldOf({
      keyName: 'battery',
      name: 'Batterie',
      type: 'selection',
      selectItems: ['10', '13', '312', '675', 'Akku'],
    }),
    fieldOf({
      keyName: 'side',
      name: 'Seite',
      type: 'selection',
      selectItems: ['links', 'rechts', 'beidseitig'],
    }),
    fieldOf({
      keyName: 'source',
      name: 'Herkunft',
      type: 'selection',
      selectItems: ['Google', 'Empfehlung', 'Anzeige', 'Sonstiges'],
    }),
    fieldOf({
      keyName: 'services',
      name: 'Leistungen',
      type: 'checkbox_group',
      selectItems: ['Inspektion', 'Bremsen vorne', 'Bremsen hinten', 'Räder', 'Räder waschen'],
    }),
    fieldOf({
      keyName: 'tyres',
      name: 'Saisonwunsch',
      type: 'selection',
      selectItems: ['Sommerreifen', 'Winterreifen', 'Ganzjahresreifen'],
    }),
    fieldOf({
      keyName: 'card',
      name: 'Kartenart',
      type: 'selection',
      selectItems: ['10er-Block', '5er-Block', 'Pilates 10er-Block', 'Monatskarte'],
    }),
    fieldOf({
      keyName: 'pregnant',
      name: 'Schwanger',
      type: 'selection',
      selectItems: ['nein', 'ja', 'Rückbildung'],
    }),
    fieldOf({
      keyName: 'teacher',
      name: 'Fahrlehrer',
      type: 'selection',
      selectItems: ['Herr Yıldız', 'Frau Brandt', 'Herr Novak', 'Frau Dr. Lang', 'egal'],
    }),
    fieldOf({
      keyName: 'messages',
      name: 'WhatsApp',
      type: 'selection',
      selectItems: ['ja', 'nein', 'nur Termine', 'Notfall'],
    }),
    fieldOf({
      keyName: 'spoken',
      name: 'Sprache',
      type: 'selection',
      selectItems: ['Deutsch', 'Français', 'Italiano', 'English'],
    }),
    fieldOf({
      keyName: 'products',
      name: 'Lieblingsprodukte',
      type: 'checkbox_group',
      selectItems: ['Serum Vitamin C', 'Serum Hyaluron', 'Sonnencreme'],
    }),
    fieldOf({ keyName: 'stars', name: 'Sterne', type: 'rating' }),
  ],
});

function told(rule: string, name = 'customerStatus', known: typeof catalog | null = catalog) {
  const at = name === 'customerStatus' ? '  customerStatus' : `  additionalFields:\n    ${name}`;
  const yaml = `source: website\ndestination: salon\noperation: updateCustomer\nset:\n  id: nr\n${at}: ${rule}\n`;
  return crossedTables(mappingOf(yaml), known ?? undefined);
}

describe('a table whose keys fit other choices', () => {
  it.each([
    ['{Stamm: Neukunde, Neu: Stammkunde}', 'Stamm: Stammkunde, Neu: Neukunde'],
    ['{Stamm: Neukunde, anderes: Stammkunde}', 'Stamm: Stammkunde'],
    ['{VIP: Gesperrt}', 'VIP: VIP'],
    ['{vip: Gesperrt, gesperrt: VIP}', 'vip: VIP, gesperrt: Gesperrt'],
    ['{Stamm: Neukunde}', 'Stamm: Stammkunde'],
    ['{Stammkunden: VIP}', 'Stammkunden: Stammkunde'],
  ])('is reported for a status: %s', (table, better) => {
    const [found, ...others] = told(`{from: s, values: ${table}}`);
    expect([found?.code, others]).toEqual(['check/crossed-table', []]);
    expect(found?.hint).toContain(`write ${better};`);
  });

  it.each([
    ['{glatt: kraus, kraus: glatt}', 'glatt: glatt, kraus: kraus'],
    ['{Curly: kraus, Kinky: lockig}', 'Curly: lockig, Kinky: kraus'],
  ])('is reported for a field: %s', (table, better) => {
    expect(told(`{from: s, values: ${table}}`, 'hair')[0]?.hint).toContain(`write ${better};`);
  });

  it.each([
    ['side', '{Linkes Ohr: links, Rechtes Ohr: links, Beide Ohren: beidseitig}', 'Rechtes Ohr: rechts'],
    ['side', '{left ear: rechts}', 'left ear: links'],
    ['side', '{RE: links}', 'RE: rechts'],
    ['side', '{Hörgerät L: rechts, Hörgerät R: rechts}', '"Hörgerät L": links'],
    ['battery', '{"Größe 13 (orange)": "312"}', '"Größe 13 (orange)": "13"'],
    ['battery', '{"312 (braun)": "675", "675 blau": "675"}', '"312 (braun)": "312"'],
    ['battery', '{"Typ 10": "13"}', 'Typ 10: "10"'],
    ['source', '{"bei Google": Anzeige}', 'bei Google: Google'],
    ['source', '{"Google Suche": Anzeige}', 'Google Suche: Google'],
    ['source', '{"eine Empfehlung": Sonstiges}', 'eine Empfehlung: Empfehlung'],
    [
      'services',
      '{Bremsen vorne prüfen: Bremsen vorne, Bremsen hinten prüfen: Bremsen vorne}',
      'Bremsen hinten prüfen: Bremsen hinten',
    ],
    [
      'services',
      '{Bremsen vorne: Bremsen vorne, Bremsen hinten: Bremsen vorne}',
      'Bremsen hinten: Bremsen hinten',
    ],
    [
      'services',
      '{Bremsen hinten prüfen: Bremsen vorne, Bremsen hinten: Bremsen hinten}',
      'Bremsen hinten prüfen: Bremsen hinten',
    ],
    [
      'tyres',
      '{Winterreifen aufziehen: Winterreifen, Sommerreifen aufziehen: Winterreifen, Sommerreifen: Sommerreifen, Winterreifen: Winterreifen}',
      'Sommerreifen aufziehen: Sommerreifen',
    ],
    [
      'tyres',
      '{Sommerreifen aufziehen: Winterreifen, Sommerreifen: Sommerreifen}',
      'Sommerreifen aufziehen: Sommerreifen',
    ],
    ['battery', '{"Pack 13": "312", "Pack 675": "675", "13": "13"}', 'Pack 13: 13'],
    ['teacher', '{Yıldız: Herr Yıldız, Brandt: Frau Brandt, Novak: Frau Brandt}', 'Novak: Herr Novak'],
    ['teacher', '{Novak: Frau Brandt, Herr Novak: Herr Novak}', 'Novak: Herr Novak'],
    ['teacher', '{Lang: egal}', 'Lang: Frau Dr. Lang'],
    ['teacher', '{Yildiz: Frau Brandt}', 'Yildiz: Herr Yıldız'],
    ['teacher', '{Jonas Novak: Frau Brandt}', 'Jonas Novak: Herr Novak'],
    ['teacher', '{Dr. Lang: Herr Novak}', 'Dr. Lang: Frau Dr. Lang'],
    ['messages', '{Ja: ja, Nein: nein, "Nur für Termine": ja}', 'Nur für Termine: nur Termine'],
    ['messages', '{Ja: ja, Nein: nein, Nur Terminerinnerungen: ja}', 'Nur Terminerinnerungen: nur Termine'],
    ['products', '{Sérum vitamine C: Serum Hyaluron}', 'Sérum vitamine C: Serum Vitamin C'],
    ['spoken', '{Französisch: Français, Italienisch: Français, Italiano: Italiano}', 'Italienisch: Italiano'],
    ['spoken', '{German: English}', 'German: Deutsch'],
    ['spoken', '{anglais: Français, English: English}', 'anglais: English'],
    ['messages', '{"nur die Termine bitte": nein}', 'nur die Termine bitte: nur Termine'],
    ['card', '{Pilates: Monatskarte}', 'Pilates: Pilates 10er-Block'],
  ])('is reported for a key that names another choice of %s: %s', (name, table, better) => {
    const [found] = told(`{from: s, values: ${table}}`, name);
    expect([found?.code, found?.hint?.replaceAll('"', '')]).toEqual([
      'check/crossed-table',
      expect.stringContaining(better.replaceAll('"', '')),
    ]);
  });

  it.each([
    ['side', '{Linkes Ohr: links, Rechtes Ohr: rechts, Beide Ohren: beidseitig}'],
    ['products', '{Sérum vitamine C: Serum Vitamin C, Sérum: Serum Hyaluron, Sérum acide: Serum Hyaluron}'],
    ['spoken', '{Französisch: Français, Italienisch: Italiano, Englisch: English, Spanisch: English}'],
    ['teacher', '{Yıldız: Herr Yıldız, Brandt: Frau Brandt, Novak: Herr Novak}'],
    ['teacher', '{Herr: egal, Frau: egal, "Novak oder Lang": egal, "nicht Novak": egal}'],
    ['teacher', '{Frau Lang: Frau Dr. Lang, Frau: Frau Brandt}'],
    ['messages', '{Termine: ja, "Ja, nur Termine": nur Termine, "Notfall": Notfall}'],
    ['messages', '{"nicht nur Termine": ja, "Termine und Angebote": ja}'],
    ['services', '{"Räder wechseln (Inspektion fällig)": Räder}'],
    ['card', '{Block: 10er-Block, "Block zu 5": 5er-Block}'],
    ['side', '{"links und rechts": beidseitig, "rechts (links keine Versorgung)": rechts}'],
    ['side', '{L: links, R: rechts}'],
    ['battery', '{"Größe 13 (orange)": "13", "Größe 312 (braun)": "312"}'],
    ['battery', '{"kein Akku": "312"}'],
    ['battery', '{"10 oder 13": "312", "unter 13": "10"}'],
    ['battery', '{"13": "312"}'],
    ['battery', '{"10 Stück 312": "312"}'],
    ['source', '{"Empfehlung (Arzt)": Empfehlung, Google Ads: Google}'],
    ['source', '{"keine Empfehlung": Sonstiges, "Google oder Anzeige": Sonstiges}'],
    ['source', '{"Anzeige bei Google": Anzeige}'],
    ['source', '{"Freunde": Empfehlung, "Flyer": Anzeige}'],
    ['source', '{"Google Ads": Anzeige, Google: Google}'],
    ['services', '{Bremsen vorne prüfen: Bremsen vorne, Bremsen hinten prüfen: Bremsen hinten}'],
    ['services', '{Bremsen: Bremsen vorne, hinten: Bremsen hinten}'],
    ['services', '{Bremsen prüfen: Bremsen vorne}'],
    ['services', '{"Bremsen vorne und hinten": Bremsen vorne}'],
    ['services', '{Räder waschen und lagern: Räder, Räder wechseln: Räder waschen}'],
    ['services', '{Bremsbeläge hinten: Bremsen hinten, Bremsscheiben vorne: Bremsen vorne}'],
    ['tyres', '{Winterreifen aufziehen: Winterreifen, Sommerreifen aufziehen: Sommerreifen}'],
    ['tyres', '{Winterreifen aufziehen: Winterreifen, Winter: Winterreifen, Sommerreifen: Sommerreifen}'],
    ['tyres', '{"Sommerreifen runter, Winterreifen drauf": Winterreifen, Sommerreifen: Sommerreifen}'],
  ])('is not reported for a key of %s: %s', (name, table) => {
    expect(told(`{from: s, values: ${table}}`, name)).toEqual([]);
  });

  it('is reported without a catalog if the table has the choice itself', () => {
    const of = (table: string, name?: string) => told(`{from: s, values: ${table}}`, name, null);
    expect(of('{Stamm: Neukunde, Neu: Stammkunde}')).toHaveLength(1);
    expect(of('{Sommer: Winter, Winter: Sommer}', 'text')).toHaveLength(1);
    expect(of('{VIP: Gesperrt}')).toEqual([]);
  });

  it.each([
    '{Stamm: Stammkunde, Neu: Neukunde}',
    '{high: Stammkunde, low: Neukunde}',
    '{lead: Interessent, customer: Neukunde, evangelist: VIP}',
    '{neu: Interessent, alt: Stammkunde}',
    '{aktiv: Stammkunde, inaktiv: Inaktiv}',
    '{Gold: VIP, Silber: Stammkunde, Bronze: Neukunde}',
    '{VIP: VIP, VIP-Kunde: VIP}',
    '{"Neukunde seit 2026": Neukunde, "ehemaliger Stammkunde": Inaktiv}',
    '{"nicht gesperrt": Stammkunde}',
    '{Neu: Stammkunde, Neukunde: Neukunde}',
    '{a: b, "1": VIP, "2": Gesperrt}',
  ])('is not reported for a status: %s', table => {
    expect(told(`{from: s, values: ${table}}`)).toEqual([]);
  });

  it.each([
    ['hair', '{"sehr lockig": kraus, lockig: lockig, glatt: glatt}'],
    ['hair', '{"lockig bis kraus": kraus, wellig: lockig}'],
    ['hair', '{straight: glatt, curly: lockig}'],
    ['stars', '{1: 5, 2: 4, 3: 3, 4: 2, 5: 1}'],
    ['stars', '{"1": "5", "5": "1"}'],
    ['text', '{ja: "nein", nein: "ja"}'],
    ['by', '{email: E-Mail, mail: Post}'],
    ['text', '{nl: Niederländisch, de: Deutsch}'],
  ])('is not reported for the field %s: %s', (name, table) => {
    expect(told(`{from: s, values: ${table}}`, name)).toEqual([]);
  });

  it('is not reported with a reason', () => {
    expect(told('{from: s, values: {VIP: Gesperrt}, because: the CRM calls debtors so}')).toEqual([]);
  });
});

describe('the choice that a word fits', () => {
  const names = ['Neukunde', 'Stammkunde', 'VIP', 'VIP plus', 'Inaktiv'];

  it.each([
    ['Stamm', 'Stammkunde'],
    ['neu', 'Neukunde'],
    ['vip', 'VIP'],
    ['Stamkunde', 'Stammkunde'],
    ['aktiv', undefined],
    ['kein VIP', undefined],
    ['N', undefined],
    ['Gold', undefined],
  ])('%s: %s', (word, name) => {
    expect(fittingChoice(word, names)).toBe(name);
  });

  it.each([
    ['{from: filiale, values: {Mitte: salon, Nord: salon}}', 'Nord: nord'],
    ['{from: filiale, values: {Filiale Nord: salon}}', 'Filiale Nord: nord'],
    ['{from: filiale, values: {Mitte: salon, Nord: nord}}', undefined],
    ['{from: filiale, values: {A: salon, B: nord}}', undefined],
    ['{from: filiale, values: {Nord: salon}, because: "the north has no calendar yet"}', undefined],
    ['salon', undefined],
  ])('is reported for the destination %s: %s', (destination, better) => {
    const yaml = `source: website\ndestination: ${destination}\noperation: updateCustomer\nset:\n  id: nr\n  note: note\n`;
    const [found] = crossedDestinations(mappingOf(yaml), ['salon', 'nord']);
    if (better === undefined) expect(found).toBeUndefined();
    else expect(found?.hint).toContain(`write ${better};`);
  });
});

describe('a key with the words of another choice', () => {
  it.each([
    [
      'card',
      '{10er-Block Yoga: 10er-Block, 10er-Block Pilates: 10er-Block}',
      '10er-Block Pilates: Pilates 10er-Block',
    ],
    ['card', '{Pilates 10er-Block: 10er-Block}', 'Pilates 10er-Block: Pilates 10er-Block'],
    ['card', '{10er-Block Pilates: 5er-Block}', '10er-Block Pilates: Pilates 10er-Block'],
    ['card', '{MONATSKARTE: 5er-Block, Monat: Monatskarte}', 'MONATSKARTE: Monatskarte'],
    ['pregnant', '{ja: ja, nein: nein, Rückbildung: ja}', 'Rückbildung: Rückbildung'],
    ['pregnant', '{rückbildung: nein}', 'rückbildung: Rückbildung'],
  ])('is reported: %s, %s', (name, values, better) => {
    const found = told(`{from: x, values: ${values}}`, name);
    expect(found).toMatchObject([{ code: 'check/crossed-table', hint: expect.stringContaining('write ') }]);
    const written = (found[0]?.hint ?? '').replaceAll('"', '');
    expect(written).toContain(better);
    expect(told(`{from: x, values: ${values}, because: meant}`, name)).toEqual([]);
  });

  it.each([
    ['card', '{10er-Block Yoga: 10er-Block, 10er-Block Pilates: Pilates 10er-Block}'],
    ['card', '{Block 10er: 10er-Block, Karte: Monatskarte}'],
    ['pregnant', '{ja: ja, nein: nein, Rückbildung: Rückbildung}'],
    ['pregnant', '{Ja: ja, Nein: nein, vielleicht: ja, "im 3. Monat": ja}'],
    ['pregnant', '{ja: nein, nein: ja}'],
    ['pregnant', '{x: ja, -: nein}'],
  ])('is not reported if its result fits, or if it has other words: %s, %s', (name, values) => {
    expect(told(`{from: x, values: ${values}}`, name)).toEqual([]);
  });
});

describe('a usual word in another language', () => {
  it.each([
    ['sex', '{female: männlich, male: männlich}', 'female: weiblich'],
    ['sex', '{uomo: weiblich}', 'uomo: männlich'],
    ['time', '{mornings: nachmittags}', 'mornings: vormittags'],
    ['time', '{soir: vormittags}', 'soir: abends'],
    ['animal', '{hond: Katze}', 'hond: Hund'],
    ['animal', '{chat: Hund}', 'chat: Katze'],
    ['part', '{hip: Knie}', 'hip: Hüfte'],
    ['part', '{schiena: Schulter}', 'schiena: Rücken'],
    ['often', '{never: täglich}', 'never: nie'],
    ['often', '{soms: nie}', 'soms: manchmal'],
    ['payer', '{public: privat}', 'public: gesetzlich'],
    ['day', '{mardi: Mittwoch}', 'mardi: Dienstag'],
    ['instrument', '{violino: Klavier}', 'violino: Geige'],
    ['colour', '{noir: braun}', 'noir: schwarz'],
    ['by', '{phone: Post}', 'phone: Telefon'],
    ['by', '{courrier: Telefon}', 'courrier: Post'],
    ['hair', '{boucle: glatt}', 'boucle: lockig'],
    ['sex', '{Frau: männlich}', 'Frau: weiblich'],
    ['animal', '{cavallo: Katze}', 'cavallo: Pferd'],
    ['early', '{matin: abends}', undefined],
  ])('that another choice means is reported: %s, %s', (name, values, better) => {
    const found = told(`{from: x, values: ${values}}`, name);
    if (better === undefined) expect(found).toEqual([]);
    else {
      expect(found).toMatchObject([{ code: 'check/crossed-table' }]);
      expect(found[0]?.hint?.replaceAll('"', '')).toContain(`write ${better}`);
    }
  });

  it.each([
    ['sex', '{female: weiblich, male: männlich, x: divers}'],
    ['animal', '{rabbit: Hase, bird: Pferd}'],
    ['part', '{neck: Schulter}'],
    ['payer', '{self: Selbstzahler, mixed: privat}'],
    ['by', '{mail: Post, email: E-Mail}'],
  ])('is not reported if no other choice means it: %s, %s', (name, values) => {
    expect(told(`{from: x, values: ${values}}`, name)).toEqual([]);
  });
});
