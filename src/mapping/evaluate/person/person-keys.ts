import { onceForText } from '../../../diagnostics/once-for-text.ts';
import { lettersOfKey, namesBirthday } from '../../../inbox/named-person.ts';

/** The meaning of a key in an event, as far as it concerns people. */
export type PersonKey =
  | 'first'
  | 'last'
  | 'full'
  /** `name`: a last name beside a first name, else the whole name of a person or the name of anything. */
  | 'name'
  /** `nombre`, `nome`: a first name beside a last name, else like `name`. */
  | 'given'
  /** `ad`: a first name beside a last name only. */
  | 'beside-last'
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
  [
    'name',
    /^(?:input)?names?$|^(?:votre|ton)?nom(?:duclient|delacliente|dupatient|delapatiente)?$|^(?:na[mv]n|nume|nev|nimi)$|^(?:uw|je)?naam$/,
  ],
  [
    'given',
    /^(?:su|tu)?nombres?(?:delcliente|delpaciente)?$|^(?:il)?(?:suo|tuo|seu)?nome(?:delcliente|docliente|dopaciente)?$|^(?:jmeno|meno|isim|onoma|ονομα|ime|имя|име|imya)$/,
  ],
  ['beside-last', /^ad$/],
  ['bare-first', /^first$/],
  ['bare-last', /^last$/],
  [
    'full',
    /^(?:wie(?:ist|lautet)|bitte(?:gebensie|gib)?|what(?:is|s)|please(?:enter)?)?(?:full|complete|whole|display|your(?:full)?|ihr|dein|contact|customer|client|patient|lead|subscriber|kunden|kontakt)name$|^(?:ihr)?vor(?:name)?und(?:nach|zu|familien)name$|^wiehei(?:ß|ss)(?:ensie|tdu|tihr)$|^vorname(?:und)?(?:nach|zu|familien)?name$|^(?:nach|zu|familien)?name(?:und)?vorname$|^nachundvorname$|^(?:first(?:name)?(?:and)?last|last(?:name)?(?:and)?first)name$|^klantnaam$|^achternaamvoornaam$|^voornaam(?:en)?achternaam$|^apellidosy?nombres?$|^(?:nomcomplet|nometprenom|prenometnom|nomprenom|prenomnom|volledigenaam|nombrecompleto|nombrey?apellidos?|nomecompleto|nomee?cognome|cognomee?nome|nomee?(?:sobrenome|apelido)|(?:imiei?nazwisko|nazwiskoi?imie)(?:klient(?:a|ki)|pacjent(?:a|ki))?|fornamnochefternamn|fornavnoge[ft]ternavn|fullstandigtnamn|fulltnavn|fuldenavn|celejmeno|jmenoa?prijmeni|prijmenia?jmeno|menoa?priezvisko|teljesnev|ad[iı]?soyad[iı]?|isimsoyisim|onomateponymo|ονοματεπωνυμο|imeiprezime|имеифамилия|фио)$/,
  ],
  [
    'first',
    /^(?:wie(?:ist|lautet)|bitte(?:gebensie|gib)?|what(?:is|s)|please(?:enter)?)?(?:contact|customer|client|patient|lead|subscriber|kunden?|kontakt|your|my|ihr(?:en)?|dein(?:en)?|mein|votre|ton)?(?:firstname|givenname|forename|fname|vname|vornamen?(?:ein)?|voornaam|prenoms?|primernombre|nombredepila|primeironome|nomeproprio)(?:duclient|delacliente|dupatient|delapatiente)?$|^(?:twoje)?imie(?:klient(?:a|ki)|pacjent(?:a|ki))?$|^(?:fornamn|fornavn|krestnijmeno|krstnemeno|keresztnev|utonev|namefirst|ad[iı](?:n[iı]z)?|etunimi|prenume|mikroonoma|μικροονομα)$/,
  ],
  [
    'last',
    /^(?:wie(?:ist|lautet)|bitte(?:gebensie|gib)?|what(?:is|s)|please(?:enter)?)?(?:contact|customer|client|patient|lead|subscriber|kunden?|kontakt|your|my|ihr(?:en)?|dein(?:en)?|mein|votre|ton|su|tu|sus|tus|iltuo|ilsuo|tuo|suo)?(?:lastname|familyname|surname|lname|nname|nachnamen?(?:ein)?|familienname|zuname|achternaam|nom(?:de)?famille|cognome|(?:primer)?apellidos?)(?:delcliente|delpaciente)?$|^(?:twoje)?nazwisko(?:klient(?:a|ki)|pacjent(?:a|ki))?$|^(?:sobrenome|apelidos?|efternamn|e[ft]ternavn|prijmeni|priezvisko|vezeteknev|namelast|csaladnev|soyad[iı]?(?:n[iı]z)?|soyisim|sukunimi|numedefamilie|eponymo|επωνυμο|epitheto|επιθετο|prezime|презиме|priimek|фамилия|familiya|прізвище)$/,
  ],
  [
    'email',
    /mail(?:address|adresse|adres[ai]?|cim|klient(?:a|ki)|pacjent(?:a|ki))?$|courriel$|correo(?:electronico)?$|^epost(?:adresse?|adress)?$|^eposta(?:adresi)?$|^sahkoposti$/,
  ],
  [
    'phone',
    /phone|telefon|telefoon|mobil|telemovel|komork|kinito|κινητο|tilefono|τηλεφωνο|телефон|puhelin|handy|whatsapp|movil|celular|portable|^(?:tel|cell|fon)|(?:tel|fon)$/,
  ],
  [
    'person',
    /^(?:contact|customer|client|patient|person|lead|subscriber|kunde|kundin|kontakt|patientin|klient(?:ka)?|pacjent(?:ka)?|osoba|uczestni(?:k|czka)|kund|zakaznik|zakaznice|pacient(?:ka)?|ugyfel|paciens|musteri|hasta|asiakas|contato|utente|participante|partecipante|deltagare|deltager|klant|cliente|paciente|paziente|patiente|personne|persona|contacto|contatto|member|guest|gast|participant|teilnehmer(?:in)?|attendee|invitee|mandant(?:in)?|klientin|mieter(?:in)?|schuler(?:in)?|schueler(?:in)?|mitglied)$/,
  ],
  [
    'payer',
    /^(?:bill(?:ing|to)(?:address|details|info|contact|customer)?|rechnung(?:sadresse|sempfaenger|sempfanger)|payer|buyer|purchaser|zahler|factuuradres|(?:adressede)?facturation|p[lł]atnik|nabywca|danedofaktury|faktura(?:adress|adresse)|fatura(?:adresi)?|(?:datos(?:de)?)?facturacion|(?:dati(?:di)?)?fatturazione)$/,
  ],
  [
    'holder',
    /^(?:data|payload|body|record|object|properties|attributes|fields|customfields|answers|responses?|submission|form|formresponse|formdata|formfields|values|result|item|details|profile|personal(?:data|info(?:rmation)?)?|persondata|persoenlichedaten|personlichedaten|donnees(?:personnelles)?|datos(?:personales)?|dati(?:personali)?|champs|campos|campi|reponses|respuestas|risposte|formulaire|formulario|dane(?:osobowe|kontaktowe|klient(?:a|ki)|pacjent(?:a|ki))?|odpowiedzi|formularz|zg[lł]oszenie|dados(?:pessoais)?|respostas|uppgifter|personuppgifter|oplysninger|svar|udaje|osobniudaje|adatok|szemelyesadatok|bilgiler|kisiselbilgiler|tiedot|current|new|after)$/,
  ],
  [
    'other',
    /name|naam|prenom|^nom(?:d|$)|nombre|^nome|cognome|apellid|nazw|imie|na[mv]n|jmeno|prijmeni|meno$|priezvisko|nev$|soyad|isim|nimi$|prenume|firma|compan|organi[sz]ation|societe|entreprise|empresa|azienda|ditta|spo[lł]k|spolecnost|foretag|virksomhe[dt]|sirket|^ceg|kind|child|dziec|rodzic|opiekun|matk|ojc|syn$|cork|[zż]ona|ma[zż]$|barn|foralder|forelder|dite|gyermek|szulo|cocuk|veli$|filh[oa]|klient|pacjent|zakazni|ugyfel|musteri|enfant|hij[oa]|figli[oa]|partner|spouse|conjoint|epoux|epouse|pareja|pere|mere|madre|padre|mutter|vater|mother|father|parent|eltern|kunde|customer|client|contact|kontakt|patient|person|guest|gast|teilnehmer|user/,
  ],
];

const longestKey = 100;

/** Returns the meaning of a key. */
export const personKeyOf = onceForText((key: string): PersonKey | undefined => {
  if (key.length > longestKey) return undefined;
  const plain = lettersOfKey(key);
  return kinds.find(([, pattern]) => pattern.test(plain))?.[0];
});

/** Returns the kind of data that a key means of the named person itself, not of a child or an employee. */
export function ownKindOf(key: string): 'email' | 'mobile' | 'birthday' | 'gender' | undefined {
  if (key.length > longestKey) return undefined;
  const plain = lettersOfKey(key);
  if (ownEmail.test(plain)) return 'email';
  if (ownMobile.test(plain)) return 'mobile';
  if (ownGender.test(plain)) return 'gender';
  return namesBirthday(key) ? 'birthday' : undefined;
}

const ownEmail =
  /^(?:wie(?:ist|lautet)|bitte(?:gebensie|gib)?|what(?:is|s)|please(?:enter)?)?(?:(?:q|question|field|feld|frage|your|my|ihre?|deine?|meine?|contact|customer|client|person|patient|kunden?|kontakt|member|lead|private?|votre|ton|su|tu)?(?:adresse?)?e?mail(?:address|adresse)?|(?:votre|ton|adresse)?courriel|(?:su|tu)?correo(?:electronico)?|(?:adres)?email(?:klient(?:a|ki)|pacjent(?:a|ki)|cim|adres[ai])?|epost(?:adresse?|adress)?|eposta(?:adresi)?|sahkoposti)$/;
const ownGender =
  /^(?:q|question|field|feld|frage|your|my|ihre?|deine?|contact|customer|client|person|patient|kunden?|kontakt|member|lead)?(?:anrede|salutation|gender(?:type)?|geschlecht|sex|civilite|aanhef|geslacht)$/;
const ownMobile =
  /^(?:wie(?:ist|lautet)|bitte(?:gebensie|gib)?|what(?:is|s)|please(?:enter)?)?(?:q|question|field|feld|frage|your|my|ihre?|deine?|meine?|contact|customer|client|person|patient|kunden?|kontakt|member|lead|private?)?(?:mobile?|mobil(?:e?phone|telefon|nummer)|mobile(?:number|phonenumber)|handy|handynummer|handynr|natel|cell|cellphone|whatsapp(?:number|nummer)?|phonemobile|mobiel|gsm|komorka|(?:telefon|numer|nr)komorkow[ya]|telemovel|cep(?:tel|telefonu)?|(?:telephone)?portable|telephonemobile|(?:telefono)?movil|celular|cellulare)(?:number|nummer|nr)?$/;
