import { describe, expect, it } from 'vitest';
import { asksForConsent, asksForOptOut } from '../../src/mapping/opt-out.ts';

describe('a name that asks for the opposite of a consent', () => {
  it.each([
    ...[
      'dnd',
      'DND',
      'email_dnd',
      'emailBlacklisted',
      'email_blocked',
      'isSuppressed',
      'werbesperre',
      'gesperrt',
    ],
    ...[
      'HasOptedOutOfEmail',
      'doNotContact',
      'do_not_email',
      'unsubscribed',
      'no_marketing',
      'kein_newsletter',
    ],
    ...['consent_revoked', 'einwilligung widerrufen', 'consentWithdrawn', 'muted'],
  ])('is %s', name => {
    expect(asksForOptOut(name)).toBe(true);
  });

  it.each([
    ...[
      'newsletter',
      'optin',
      'marketing_consent',
      'rightOfWithdrawal',
      'widerrufsbelehrung',
      'landdnd',
      'unblocked',
    ],
    ...['subscribed', 'notes', 'norden', 'sperrmüll', 'kontakt'],
  ])('is not %s', name => {
    expect(asksForOptOut(name)).toBe(false);
  });
});

describe('a question whose yes is a no', () => {
  it.each([
    'Ich möchte keine SMS erhalten',
    'Ich möchte keine SMS erhalten.',
    'Ich widerspreche der Veröffentlichung von Fotos',
    'Bitte keine Erinnerungen per SMS',
    'Ich lehne den Newsletter ab',
    'SMS unerwünscht',
    'SMS unerwuenscht',
    'SMS: nicht erwünscht',
    'SMS (nicht erwünscht)',
    'Foto nicht erlaubt',
    'Fotos: bitte nicht veröffentlichen',
    'fotos_verboten',
    'fotoverbot',
    'nicht_schwanger',
    'newsletterNichtErwuenscht',
    'Schwangerschaft ausgeschlossen',
    'Ja, ich möchte keinen Newsletter',
    'Nein, ich möchte keine Werbung',
    'Ich bin nicht damit einverstanden, dass Fotos veröffentlicht werden',
    'Ich möchte, dass keine Fotos gemacht werden',
    'Bitte ankreuzen, wenn Sie keine Werbung wünschen',
    'Ich habe die Hinweise gelesen und lehne Werbung ab',
    'Ich verzichte auf Erinnerungen per SMS',
    'Newsletter abwählen',
    'Ich untersage die Nutzung meiner Fotos',
    'Ich bin dagegen',
    'Ich bin minderjährig',
    "I don't want to receive text messages",
    'I do not agree to photos',
    'Please do not contact me',
    'I object to direct marketing',
    'No thanks, no newsletter',
    'Photos prohibited',
    'Stop SMS',
    'Je refuse la newsletter',
    'Je ne souhaite pas recevoir de SMS',
    'Ik wil geen nieuwsbrief',
    'SMS ongewenst',
    'Non desidero ricevere SMS',
  ])('is %s', name => {
    expect(asksForOptOut(name)).toBe(true);
  });

  it.each([
    'Ich möchte keine Angebote verpassen',
    'Nie wieder Angebote verpassen!',
    'Ich möchte nicht nur Termine, sondern auch Angebote erhalten',
    'Keine Sorge, wir schreiben selten: Newsletter abonnieren',
    'Newsletter abonnieren (kein Spam)',
    'Newsletter (Abmeldung jederzeit möglich)',
    'Ich möchte den Newsletter. Abmelden kann ich mich jederzeit.',
    'Ich willige in Werbung ein. Ich kann die Einwilligung jederzeit widerrufen.',
    'Ich stimme zu, dass meine Daten nicht an Dritte weitergegeben werden',
    'Ich bin einverstanden, jederzeit widerruflich',
    'Fotos ohne Gesicht veröffentlichen',
    'Newsletter ohne Werbung',
    'Newsletter (nicht verpflichtend)',
    'Newsletter ja oder nicht?',
    'Newsletter (ja/nein)',
    'Ich habe nichts dagegen, dass Fotos gemacht werden',
    'Ich habe keine Einwände gegen Fotos',
    'Ich habe der Werbung nicht widersprochen',
    'not_unsubscribed',
    'Ich bin nicht minderjährig',
    'Ich verzichte auf mein Widerrufsrecht',
    'Ich habe mein Widerspruchsrecht gelesen',
    'SMS-Erinnerung',
    'Newsletter',
    'Sind Sie schwanger?',
    'Notfallkontakt',
    'Nichte',
    'No. of visits',
    'Knie',
    'Never miss an offer',
    'I agree (you can unsubscribe at any time)',
    'Ik wil niets missen: nieuwsbrief',
    'Oui, je veux la newsletter',
    'Si, desidero la newsletter',
    'Miss',
    'object',
    'Pass',
    'Kontakt per SMS erlaubt',
  ])('is not %s', name => {
    expect(asksForOptOut(name)).toBe(false);
  });

  it.each(['Newsletter (kein Spam)', 'Ich möchte keine Werbung verpassen'])('is a consent: %s', name => {
    expect(asksForConsent(name)).toBe(true);
  });
});
