/** The reason why a text is not the first or last name of one person, in words that follow the text. */
export interface NameDoubt {
  readonly what: string;
  readonly hint: string;
}

/**
 * Returns the reason why a text is probably not the first or last name of one person: both names with a
 * comma, a salutation, an address, a number. Undefined for all other texts.
 */
export function nameDoubt(text: string, of: 'firstName' | 'name'): NameDoubt | undefined {
  const name = text.trim();
  // Every name of every event passes here.
  if (!suspect.test(name)) return undefined;
  if (/[\p{L}\d]@[\p{L}\d]/u.test(name)) return { what: 'is an e-mail address, and no name', hint: correct };
  if (/\d/.test(name)) return { what: 'has a number in it', hint: correct };
  if (/^\p{L}[\p{L}' .-]{0,60},/u.test(name) && !title.test(name))
    return { what: 'has a comma, as between the last and the first name', hint: askTwice };
  if (pictures.test(name)) return { what: 'has a picture in it, which belongs in no name', hint: correct };
  if (inQuotes.test(name)) return { what: 'stands in quotation marks', hint: correct };
  if (/[;|/]/.test(name) || (of === 'firstName' && ofTwo.test(name)))
    return { what: 'names more than one person, or one of several names', hint: correct };
  if (/^\p{L}{2,40}\+\p{L}{2,40}$/u.test(name))
    return { what: 'has + in it, which forms write for a space', hint: decode };
  if (of === 'firstName' && titles.test(name))
    return { what: 'is a title, and no first name', hint: askTwice };
  if (company.test(name)) return { what: 'is a company, and no person', hint: correct };
  const [salutation, ...others] = name.split(/[\s.]+/).filter(each => each !== '');
  const isSalutation = salutation !== undefined && salutations.has(salutation.toLowerCase());
  // Some people have the last name Herr.
  return isSalutation && (others.length > 0 || of === 'firstName')
    ? { what: 'begins with a salutation', hint: `${correct}, or read the salutation into genderType` }
    : undefined;
}

const pictures = /(?:\p{Extended_Pictographic}|\p{Regional_Indicator})(?<![©®™])/u;
const suspect =
  /\p{Extended_Pictographic}|\p{Regional_Indicator}|[@,+;|/&"„“”«»\d]|^'.*'$| (?:und|u|and|en|et)[ .]|^(?:frau|fr|frl|fräulein|herrn?|hr|hrn|mr|mrs|ms|miss|mme|mevrouw|mevr|meneer|dhr|mw|madame|monsieur|pani|signora|signor|señora|señor|dr|prof|mag|dipl|drs|dott|ing)(?:[\s.-]|$)|(?:^|\s)(?:gmbh|mbh|ug|ohg|gbr|kgaa|ag|kg|se|e\. ?[vk]\.|ltd|llc|inc|b\.?v\.|s\.|plc|stiftung|firma)/iu;
const salutations: ReadonlySet<string> = new Set(
  (
    'frau fr frl fräulein herr herrn hr hrn mr mrs ms miss mme mevrouw mevr meneer dhr mw madame monsieur pani signora ' +
    'signor señora señor'
  ).split(' '),
);
/** Quoted as a whole: `"Anna"`. A nickname inside of a name stays. */
const inQuotes = /^["'„“”«»][^"'„“”«»]{1,80}["'„“”«»]$/u;
/** Two people: `Anna und Max`. A last name with "und" may be that of a firm. */
const ofTwo = /\p{L}\.? ?(?:& ?| (?:und|u\.?|and|en|et) |\+ )\p{L}/u;
/** Only a title: `Dr.`, `Prof. Dr. med.`. The first name after it is missing. */
const titles =
  /^(?:(?:dr|prof|mag|dipl|drs|dott)(?:\.|(?=\s|$))|(?:ing|med|dent|vet|rer|nat|phil|jur|h|c|habil)\.|-|\s)+$/i;
/** The legal form of a company, or a word for one. */
const company =
  /(?:^|\s)(?:gmbh|mbh|ug|ohg|gbr|kgaa|e\. ?v\.|e\. ?k\.|ltd\.?|llc|inc\.?|b\.?v\.|s\.?a\.?r\.?l\.?|s\.r\.l\.|plc|stiftung|firma)(?=$|[\s,&])|\s(?:ag|kg|se)$/i;
/** A title at the end: `Berg, Dr.` and `King, Jr.` */
const title = /,\s?(?:dr|prof|mag|dipl|jun|sen|jr|sr|phd|md|ii|iii)\b/i;

const correct = 'correct it where it was entered, or read only the name';
const askTwice = 'have the form ask for the first and the last name separately';
const decode = 'have the sender decode its texts once';
