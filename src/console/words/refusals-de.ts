import type { RefusalCode, RefusalWhy } from '../../inbox/refusal.ts';

const places: Readonly<Record<NonNullable<RefusalWhy['in']>, (name: string) => string>> = {
  header: name => `der Header „${name}“`,
  query: name => `„${name}“ in der Adresse`,
  body: name => `„${name}“ im Inhalt`,
};

function placeOf({ in: place, name }: RefusalWhy): string | undefined {
  return place === undefined || name === undefined ? undefined : places[place](name);
}

function withPlace(why: RefusalWhy, said: (place: string) => string, otherwise: string): string {
  const place = placeOf(why);
  const text = place === undefined ? otherwise : said(place);
  return text.slice(0, 1).toUpperCase() + text.slice(1);
}

/** The German reasons for refused webhooks. `span`: the difference between the clocks. */
export const refusalsDe: Readonly<Record<RefusalCode, (why: RefusalWhy, span: string) => string>> = {
  missing: why => withPlace(why, place => `${place} fehlt`, 'Die Signatur oder das Geheimnis fehlt'),
  repeated: why =>
    withPlace(why, place => `${place} kam mehrmals`, 'Die Signatur oder das Geheimnis kam mehrmals'),
  'unwritten-signature': () => 'Die Signatur ist anders geschrieben, als es hier eingestellt ist',
  'wrong-signature': () => 'Die Signatur passt nicht. Ist das Geheimnis dasselbe wie beim Absender?',
  'wrong-token': why =>
    withPlace(
      why,
      place => `${place} enthält ein anderes Geheimnis. Ist es dasselbe wie beim Absender?`,
      'Das Geheimnis ist ein anderes. Ist es dasselbe wie beim Absender?',
    ),
  'wrong-password': () => 'Der Benutzername oder das Passwort ist ein anderes als beim Absender',
  wrong: () => 'Der Webhook ließ sich nicht prüfen',
  time: ({ skewMs }, span) =>
    skewMs === undefined
      ? 'Die Zeit des Webhooks liegt zu weit von jetzt entfernt. Geht eine Uhr falsch?'
      : `Die Zeit des Webhooks liegt ${span} ${skewMs < 0 ? 'zurück' : 'voraus'}. Geht eine Uhr falsch?`,
  'no-secret': () => 'Dieser Absender hat hier noch kein Geheimnis',
  'no-public-url': () =>
    'Der Absender signiert auch die Adresse, aber die Konfiguration nennt keine öffentliche (server.publicUrl)',
  'foreign-address': () => 'Die IP-Adresse gehört nicht zu denen, von denen dieser Absender senden darf',
  'other-method': () => 'Er kam nicht mit POST. Stellen Sie beim Absender POST ein',
  unreadable: () => 'Der Inhalt lässt sich nicht lesen',
  'not-json': () =>
    'Der Inhalt ist kein vollständiges, fehlerfreies JSON: abgeschnitten oder mit einem Zeichen zu viel. Die Beschreibung nennt die Stelle',
  empty: () => 'Der Inhalt ist leer',
  'not-utf8': () =>
    'Umlaute oder andere Zeichen sind nicht in UTF-8 geschrieben. Stellen Sie beim Absender UTF-8 ein, oder schreiben Sie hier beim Absender charset: windows-1252',
  'other-type': () =>
    'Der Inhaltstyp (Content-Type) fehlt oder wird hier nicht gelesen. Wählen Sie beim Absender JSON (application/json)',
  'too-large': () => 'Der Inhalt ist zu groß',
  paused: () => 'Der Absender ist pausiert',
};
