import { lettersOfKey, namesBirthday } from '../../inbox/named-person.ts';

/** The meaning of a key in an event, as far as it concerns people. */
export type PersonKey =
  | 'first'
  | 'last'
  | 'full'
  /** `name`: a last name beside a first name, else the whole name of a person or the name of anything. */
  | 'name'
  /** `nombre`, `nome`: a first name beside a last name, else like `name`. */
  | 'given'
  /** `first` and `last`, which are names only below a key for a name. */
  | 'bare-first'
  | 'bare-last'
  | 'email'
  | 'phone'
  /** An object with the data of the person: `contact`. */
  | 'person'
  /** An object with the data of whoever pays: `billing`. */
  | 'payer'
  /** An object of the sender around it: `data`. */
  | 'holder'
  | 'other';

const kinds: readonly (readonly [PersonKey, RegExp])[] = [
  ['name', /^(?:input)?names?$|^(?:votre|ton)?nom(?:duclient|delacliente|dupatient|delapatiente)?$/],
  ['given', /^(?:su|tu)?nombres?(?:delcliente|delpaciente)?$|^(?:il)?(?:suo|tuo)?nome(?:delcliente)?$/],
  ['bare-first', /^first$/],
  ['bare-last', /^last$/],
  [
    'full',
    /^(?:full|complete|whole|display|your|ihr|dein|contact|customer|client|patient|lead|subscriber|kunden|kontakt)name$|^(?:ihr)?vor(?:name)?und(?:nach|zu|familien)name$|^vornamenachname$|^nach(?:name)?undvorname$|^firstandlastname$|^(?:nomcomplet|nometprenom|prenometnom|nomprenom|prenomnom|volledigenaam|nombrecompleto|nombrey?apellidos?|nomecompleto|nomee?cognome|cognomee?nome)$/,
  ],
  [
    'first',
    /^(?:contact|customer|client|patient|lead|subscriber|kunden?|kontakt|your|ihr|dein|votre|ton)?(?:firstname|givenname|forename|fname|vorname|voornaam|prenoms?|primernombre|nombredepila)(?:duclient|delacliente|dupatient|delapatiente)?$/,
  ],
  [
    'last',
    /^(?:contact|customer|client|patient|lead|subscriber|kunden?|kontakt|your|ihr|dein|votre|ton|su|tu|sus|tus|iltuo|ilsuo|tuo|suo)?(?:lastname|familyname|surname|lname|nachname|familienname|zuname|achternaam|nom(?:de)?famille|cognome|(?:primer)?apellidos?)(?:delcliente|delpaciente)?$/,
  ],
  ['email', /mail(?:address|adresse)?$|courriel$|correo(?:electronico)?$/],
  [
    'phone',
    /phone|telefon|telefoon|mobil|handy|whatsapp|movil|celular|portable|^(?:tel|cell|fon)|(?:tel|fon)$/,
  ],
  [
    'person',
    /^(?:contact|customer|client|patient|person|lead|subscriber|kunde|kundin|kontakt|patientin|klant|cliente|paciente|paziente|patiente|personne|persona|contacto|contatto|member|guest|gast|participant|teilnehmer|attendee|invitee)$/,
  ],
  [
    'payer',
    /^(?:bill(?:ing|to)(?:address|details|info|contact|customer)?|rechnung(?:sadresse|sempfaenger|sempfanger)|payer|buyer|purchaser|zahler|factuuradres|(?:adressede)?facturation)$/,
  ],
  [
    'holder',
    /^(?:data|payload|body|record|object|properties|attributes|fields|customfields|answers|responses?|submission|form|formresponse|formdata|formfields|values|result|item|details|profile|personal(?:data|info(?:rmation)?)?|persondata|persoenlichedaten|personlichedaten|donnees(?:personnelles)?|datos(?:personales)?|dati(?:personali)?|champs|campos|campi|reponses|respuestas|risposte|formulaire|formulario|current|new|after)$/,
  ],
  [
    'other',
    /name|naam|prenom|^nom(?:d|$)|nombre|^nome|cognome|apellid|nazwisko|imie|firma|compan|organi[sz]ation|societe|entreprise|empresa|azienda|ditta|kind|child|enfant|hij[oa]|figli[oa]|partner|spouse|conjoint|epoux|epouse|pareja|pere|mere|madre|padre|mutter|vater|mother|father|parent|eltern|kunde|customer|client|contact|kontakt|patient|person|guest|gast|teilnehmer|user/,
  ],
];

const known = new Map<string, PersonKey | undefined>();
const mostKnown = 5_000;
const longestKey = 100;

/** Returns the meaning of a key. Senders use the same keys again and again. */
export function personKeyOf(key: string): PersonKey | undefined {
  if (key.length > longestKey) return undefined;
  if (known.has(key)) return known.get(key);
  const plain = lettersOfKey(key);
  const kind = kinds.find(([, pattern]) => pattern.test(plain))?.[0];
  if (known.size >= mostKnown) known.clear();
  known.set(key, kind);
  return kind;
}

/** Returns the kind of data that a key means of the named person itself, not of a child or an employee. */
export function ownKindOf(key: string): 'email' | 'mobile' | 'birthday' | undefined {
  if (key.length > longestKey) return undefined;
  const plain = lettersOfKey(key);
  if (ownEmail.test(plain)) return 'email';
  if (ownMobile.test(plain)) return 'mobile';
  return namesBirthday(key) ? 'birthday' : undefined;
}

const ownEmail =
  /^(?:(?:q|question|field|feld|frage|your|my|ihre?|deine?|meine?|contact|customer|client|person|patient|kunden?|kontakt|member|lead|private?|votre|ton|su|tu)?(?:adresse?)?e?mail(?:address|adresse)?|(?:votre|ton|adresse)?courriel|(?:su|tu)?correo(?:electronico)?)$/;
const ownMobile =
  /^(?:q|question|field|feld|frage|your|my|ihre?|deine?|meine?|contact|customer|client|person|patient|kunden?|kontakt|member|lead|private?)?(?:mobile?|mobil(?:e?phone|telefon|nummer)|mobile(?:number|phonenumber)|handy|handynummer|handynr|natel|cell|cellphone|whatsapp(?:number|nummer)?|phonemobile|mobiel|gsm|(?:telephone)?portable|telephonemobile|(?:telefono)?movil|celular|cellulare)(?:number|nummer|nr)?$/;
