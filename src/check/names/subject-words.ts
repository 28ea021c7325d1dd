/** Words for people and animals other than the customer, each of which is somebody else than the others. In plain spelling. */
export const people = [
  /\b(?:(?:ehe|lebens)?partner(?:in|s)?|ehe(?:mann|frau)(?:e?s)?|ehegatt(?:e|en|in)|gatt(?:e|en|in)|spouses?|husbands?|wife|fiancee?|conjointe?|epou(?:x|se)|echtgeno(?:o?t|te)|verlobte[rn]?|esposo|esposa|marito|moglie|coniuge|pareja|compagn[eo])\b/,
  /\b(?:kind(?:es|er|ern)?(?! of\b)|child|children|childs|kids?|enfants?|kinderen|sohn(?:es)?|tochter|sons?|daughters?|fils|fille|zoon|dochter|hij[oa]s?|nin[oa]s?|figli[oa]?|bambin[oi]|baby|babys|saugling)\b/,
  /\b(?:eltern|elternteil(?:s|en?)?|mutter|vaters?|mothers?(?! (?:tongue|language))|fathers?|parents?|guardians?|(?:erziehungs|sorge)berechtigte[rn]?|erz ?ber|ges(?:etzl\w*)? vertr\w*|legal (?:guardian|representative)s?|erziehungsb\w*|vormund|moeder|vader|ouders?|meres?|peres?|tut(?:or|eur|rice)s?|voogd|madre|padre|genitori|padres|rodic(?:e|u|ov)?|zakonn\w* zastupc\w*|rodzic\w*|opiekun\w*|foralder\w*|foraldrar|vardnadshavare|foresatte?|foraeldre|forelder|szulo\w*|gondviselo\w*|huoltaja\w*|veli(?:nin|si|si nin)?|ebeveyn\w*|encarregado|pais|roditelj\w*|parinte\w*|mom|mum|mama|papa|dad)\b/,
  /\b(?:bruder|schwester|geschwister|brothers?|sisters?|siblings?|gross(?:mutter|vater|eltern)|oma|opa|grand(?:mother|father|parents?)|angehorige[rn]?|verwandte[rn]?|relatives?|(?:next of )?kin|policyholders?|versicherungsnehmer(?:in)?|family(?! (?:name|doctor|physician|status))|familie(?!n?name)|(?<!\bnom de )famille|familien(?:anamnese|geschichte|mitglied)|broer|frere|soeur|hermano|hermana|fratello|sorella|famiglia|familia|grandma|grandpa|aunt|uncle|cousins?|tante|onkel|neffe|nichte|enkel(?:in)?|schwieger\w+|stief\w+)\b/,
  /\b(?:notf(?:all)?\w*|not ?(?:name|tel(?:efon)?|phone|nummer|handy|kontakt)\b|emerg(?:ency|encies)?|nood(?:contact|geval|tel|nummer|persoon)\w*|urgence|emergencia|emergenza|stellvertret\w*|vertretung(?:sperson)?|deput(?:y|ies)|remplacant\w*|suppleant\w*|plaatsvervanger|sostitut[oai]|suplente)\b/,
  /\b(?:begleit(?:ung|person|er|erin)|companions?|accompagnant\w*|begeleider|beschenkte[rn]?|gift recipient|guests|gaste|participants|passengers)\b/,
  /\b(?:patient|person|customer|client|kund(?:e|in)|gast|guest|attendee|teilnehmer(?:in)?)(?:en)? ?[2-9]\b/,
  // "Tier" alone is an English word too.
  /\b(?:haustier\w*|huisdier\w*|tiere?s?(?= ?namen?\b)|tier(?:e|es|chens?)|(?:des|dein|ihr|euer|mein|das) tiers?|dieren|(?:uw|je|jouw|het) dier|animals?|animaux|hund(?:es|e(?!rt|halter|besitzer|freund|fuhrer|fuehrer|trainer|sitter|schule|betreu|pension|steuer|eltern)\w*)?|katzen?|pferd(?:es|e)?|horses?|pets?|dogs?|cats?|chien(?:ne)?|hond|perro|gato|cane|gatto)\b/,
];

/** Words for those who work at the account or treat the customer, and for friends. */
export const employees =
  /\b(?:mitarbeiter\w*|(?:sach)?bearbeiter(?:in)?|berater(?:in)?|betreuer(?:in)?|angestellte[rn]?|therapeut(?:in)?|behandler(?:in)?|stylist(?:in)?|friseur(?:in)?|employee?s?|staff|agents?|advisors?|consultants?|assignees?|assigned|owners?|managers?|therapists?|practitioners?|providers?|collaborat(?:eur|rice|or)s?|zust(?:a|ae)ndig\w*|ansprechpartner(?:in)?|(?:created|updated|changed|modified) by|organi[sz]ers?|medewerkers?|behandelaar|kapper|coiffeu(?:r|se)|empleado|dipendente|leiter(?:in)?|(?:filial|salon|studio)leit\w*|inhaber(?:in)?|geschaftsfuhrer\w*|creator|author|(?:haus|fach|zahn)?(?:arzt(?:es)?|arztin)|doctors?|physicians?|dentists?|medecin|huisarts|tandarts|zuweiser|medico|freund(?:in|es)?|friends?|referrer|referred by|empfohlen von|geworben von)\b/;
/** Words for an insurance. */
export const insurers =
  /\b(?:versicher\w*|krankenkasse\w*|krankenversicher\w*|insurance|insured|insurer|verzeker\w*|zorgverzeker\w*|assurance|mutuelle)\b/;
/** Words for a company or a school. */
export const companies =
  /\b(?:arbeitgebers?|firma|firmen|unternehmens?|betriebs?|company|companies|employers?|organi[sz]ation|entreprise|employeur|societe|bedrijf|werkgever|empresa|azienda|schule|school)\b/;
/** Words for a location of the account. */
export const places =
  /\b(?:filial(?:e|en)?|salons?|studios?|standort(?:e|s)?|praxis|praxen|stores?|shops?|branch(?:es)?|locations?|geschaft|geschaefts?|laden|vestiging|winkel|succursale|agence|boutique|magasin|sucursal|tienda|negozio|filiali|institut|clinic|clinique|kliniek)\b/;
