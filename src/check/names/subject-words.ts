/** Words for people and animals other than the customer, each of which is somebody else than the others. In plain spelling. */
export const people = [
  /\b(?:(?:ehe|lebens|geburts)?partner(?:in|s)?|significant other|lebensgefahrt(?:e|en|in)|ehe(?:mann|frau)(?:e?s)?|ehegatt(?:e|en|in)|gatt(?:e|en|in)|spouses?|husbands?|wife|fiancee?|conjointe?|epou(?:x|se)|echtgeno(?:o?t|te)|verlobte[rn]?|esposo|esposa|marito|moglie|coniuge|pareja|compagn[eo])\b/,
  // Behind an English word, "kind" is one too.
  /\b(?:(?<!\b(?:ins|insurance|insurer|coverage|contract|membership|visit|appointment|booking|payment|order|product|treatment|customer|client|lead|record|course|document|request) )kind(?! of\b)|kind(?:es|er|ern)|child|children|childs|kids?|enfants?|kinderen|sohn(?:es)?|tochter|sons?|daughters?|fils|fille|zoon|dochter|hij[oa]s?|nin[oa]s?|figli[oa]?|bambin[oi]|baby|babys|saugling)\b/,
  /\b(?:eltern|elternteil(?:s|en?)?|mutter|vaters?|kind(?:s|es)(?:vater|mutter)|mothers?(?! (?:tongue|language))|fathers?|parents?|guardians?|(?:erziehungs|sorge)berechtigte[rn]?|erz ?ber|ges(?:etzl\w*)? vertr\w*|legal (?:guardian|representative)s?|erziehungsb\w*|vormund|moeder|vader|ouders?|meres?|peres?|tut(?:or|eur|rice)s?|voogd|madre|padre|genitori|padres|rodic(?:e|u|ov)?|zakonn\w* zastupc\w*|rodzic\w*|opiekun\w*|foralder\w*|foraldrar|vardnadshavare|foresatte?|foraeldre|forelder|szulo\w*|gondviselo\w*|huoltaja\w*|veli(?:nin|si|si nin)?|ebeveyn\w*|encarregado|pais|roditelj\w*|parinte\w*|mom|mum|mama|papa|dad)\b/,
  /\b(?:bruder|schwester|geschwister|brothers?|sisters?|siblings?|gross(?:mutter|vater|eltern)|oma|opa|grand(?:mother|father|parents?)|angehorige[rn]?|verwandte[rn]?|relatives?|(?:next of )?kin|policyholders?|versicherungsnehmer(?:in)?|family(?! (?:name|doctor|physician|status))|familie(?!n?name)|(?<!\bnom de )famille|familien(?:anamnese|geschichte|mitglied)|broer|frere|soeur|hermano|hermana|fratello|sorella|famiglia|familia|grandma|grandpa|aunt|uncle|cousins?|tante|onkel|neffe|nichte|enkel(?:in)?|schwieger\w+|stief\w+)\b/,
  /\b(?:notf(?:all)?\w*|not ?(?:name|tel(?:efon)?|phone|nummer|handy|kontakt)\b|emerg(?:ency|encies)?|nood(?:contact|geval|tel|nummer|persoon)\w*|urgence|emergencia|emergenza|stellvertret\w*|vertretung(?:sperson)?|deput(?:y|ies)|remplacant\w*|suppleant\w*|plaatsvervanger|sostitut[oai]|suplente)\b/,
  /\b(?:begleit(?:ung|person|er|erin)|companions?|accompagnant\w*|begeleider|beschenkte[rn]?|gift recipient|guests|gaste|participants|passengers)\b/,
  /\b(?:patient|person|customer|client|kund(?:e|in)|gast|guest|attendee|teilnehmer(?:in)?)(?:en)? ?[2-9]\b|\b(?:zweite[rnsm]?|second|other|andere[rnsm]?) (?:person|patient(?:in)?|gast|guest|attendee|teilnehmer(?:in)?)\b/,
  // "Tier" alone is an English word too.
  /\b(?:haustier\w*|huisdier\w*|tiere?s?(?= ?namen?\b)|tier(?:e|es|chens?)|(?:des|dein|ihr|euer|mein|das) tiers?|dieren|(?:uw|je|jouw|het) dier|animals?|animaux|hund(?:es|e(?!rt|halter|besitzer|freund|fuhrer|fuehrer|trainer|sitter|schule|betreu|pension|steuer|eltern)\w*)?|katzen?|pferd(?:es|e)?|horses?|pets?|dogs?|cats?|chien(?:ne)?|hond|perro|gato|cane|gatto)\b/,
];

/** Words for those who work at the account or treat the customer, and for friends. */
export const employees =
  /\b(?:mitarbeiter\w*|(?:sach)?bearbeiter(?:in)?|berater(?:in)?|betreuer(?:in)?|angestellte[rn]?|therapeut(?:in)?|behandler(?:in)?|stylist(?:in)?|friseur(?:in)?|employee?s?|staff|agents?|advisors?|consultants?|assignees?|assigned|owners?|managers?|therapists?|practitioners?|providers?|collaborat(?:eur|rice|or)s?|zust(?:a|ae)ndig\w*|ansprechpartner(?:in)?|(?:created|updated|changed|modified) by|organi[sz]ers?|medewerkers?|behandelaar|kapper|coiffeu(?:r|se)|empleado|dipendente|leiter(?:in)?|(?:filial|salon|studio)leit\w*|inhaber(?:in)?|geschaftsfuhrer\w*|creator|author|(?:haus|fach|zahn|frauen|kinder|augen|haut|beleg)?(?:arzt(?:es)?|arztin)|gyn(?:a|ae)kolog(?:e|en|in)|hebammen?|midwi(?:fe|ves)|doulas?|sage femme|verloskundige|doctors?|physicians?|dentists?|medecin|huisarts|tandarts|zuweiser|medico|freund(?:in|es)?|friends?|referrer|referred by|empfohlen von|geworben von)\b/;
/** Words for an insurance. */
export const insurers =
  /\b(?:versicher\w*|krankenkasse\w*|krankenversicher\w*|insurance|insured|insurer|verzeker\w*|zorgverzeker\w*|assurance|mutuelle)\b/;
/** Words for a company or a school. */
export const companies =
  /\b(?:arbeitgebers?|firma|firmen|unternehmens?|betriebs?|company|companies|employers?|organi[sz]ation|entreprise|employeur|societe|bedrijf|werkgever|empresa|azienda|schule|school)\b/;
/** Words for a location of the account. */
export const places =
  /\b(?:filial(?:e|en)?|salons?|studios?|standort(?:e|s)?|praxis|praxen|stores?|shops?|branch(?:es)?|locations?|geschaft|geschaefts?|laden|vestiging|winkel|succursale|agence|boutique|magasin|sucursal|tienda|negozio|filiali|institut|clinic|clinique|kliniek)\b/;
/** Words for a father. */
export const fathers =
  /\b(?:(?:kinds?|kindes)?vaters?|fathers?|peres?|padre|pai|vader|papa|dad|tata|ojciec|ojca|otec|otce|far|fader|apa|baba|isa)\b/;
/** Words for the measures and the day of a birth. */
export const births =
  /\b(?:geburts ?(?:gewicht|grosse|groesse|lange|laenge|uhrzeit|zeit|modus|klinik)|birth ?(?:weight|length|size|time|height)|(?:poids|taille) (?:de|a la) naissance|geboorte ?(?:gewicht|lengte)|peso (?:al nacer|alla nascita)|lunghezza alla nascita|(?:talla|estatura) al nacer|apgar|kopfumfang|head circumference|perimetre cranien|entbindung\w*|(?:date|day) of delivery|bevalling\w*|accouchement|parto)\b/;
/** Words for a place without those that may also be the place of a customer: `location`, `standort`. */
export const ownPlaces =
  /\b(?:filial(?:e|en)?|salons?|studios?|praxis|praxen|stores?|shops?|branch(?:es)?|vestiging|winkel|succursale|boutique|magasin|sucursal|tienda|negozio|filiali|clinic|clinique|kliniek)\b/;
/** The doctor of a person, whose name in many languages has a word for the family. */
export const familyDoctors =
  /\b(?:family (?:doctor|physician|practitioner|gp)|familienarzt(?:in)?|familie(?:arts|dokter|laege|lege|lakare)|medic[oa] (?:de|da) (?:la )?familia|medico (?:di famiglia|di base|curante)|medecin (?:de (?:la )?famille|traitant)|docteur de famille|medic de familie|lekarz\w* rodzinn\w*|rodinn\w* lekar\w*|haziorvos\w*|csaladi ?orvos\w*|aile (?:hekimi|doktoru)\w*|perhelaakari|obiteljski lijecnik)\b/g;
/** Words for the day on which something was done: "Wann hast du den Kurs gemacht?", `sehtest_am`. */
export const done =
  /\b(?:gemacht|absolviert|bestanden|besucht|durchgefuhrt|erfolgt|stattgefunden|ausgestellt|ausstellung\w*|erteilt|done|taken|passed|completed|attended|issued?|delivree?|effectuee?|fait|gedaan|gehaald|afgegeven|hecho|fatto|wann|when)\b|\b(?:am|on)$/;
/** Words for an address, a number or an account of a person, and for a birthday. */
export const contactWords =
  /mail|courriel|tele?[fp]|phone|\bfon\b|mobil|handy|gsm|whatsapp|fax|ad+res|anschrift|strass|straat|street|\brue\b|\bplz\b|postleit|\bzip|post ?code|\bort\b|wohnort|\bcity\b|stadt|ville|iban|\bbic\b|konto|bank|birth|geburt|naissance|geboorte|web ?s[ei]it?e|homepage|name\b/;
/** Words for a day until which something counts. */
export const due =
  /fa(?:e)?llig|\b(?:bis|until|till|through|due|deadline|termine?|appointment|frist|vence|vencimiento|vencimento|caduca|caducidad|validade|hasta|scade|scadenza|fino al?|jusqu ?\w*|echeance|valable|vervalt|vervaldatum|verloopt|uiterlijk|tot|geldig|wygasa|waznos[ck]\w*|wazn[yae]|platnost\w*)\b|ablauf|(?:un)?gu(?:e)?ltig|expir|\bvalid|wiedervorlage|\brecall\b/;
/** Words at the end of compounds: `Notfallnummer`, `Partnername`. */
export const compounds =
  /\B(?:name|geburt|telefon|phone|tel\b|handy|mobil|nummer|email|mail\b|adress|anschrift|alter|iban|konto|kontakt)/g;
/** A second number or address may be that of the person for an emergency: `phone_2`, `weitere Nummer`. */
export const further =
  /\b(?:[2-9]|[a-z]+[2-9]|second(?:ary)?|zweite[rnsm]?|weitere[rnsm]?|other|andere[rnsm]?|alternat\w*|additional|backup|ice|sonstige[rnsm]?|extra)\b/;
/** Conditions in brackets: "Name eines Erziehungsberechtigten (bei Kindern)". */
export const bracketedConditions =
  /\((?:nur |only )?(?:bei|falls|wenn|sofern|fur|für|for|if|when|in case of|pour|si|en cas de?|bij|voor|als|indien|para|per|se) [^():]{1,60}\)/giu;
