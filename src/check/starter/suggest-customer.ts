import { nameLikeness } from '../names/name-likeness.ts';
import { isScalar, type PayloadPath } from './payload-path.ts';

/** How a mapping finds out whose data an event has. */
export type CustomerSuggestion =
  /** The payload has the customer number itself. `typedIn`: whoever fills in the form could change it. */
  | { readonly kind: 'number'; readonly path: PayloadPath; readonly typedIn: boolean }
  /** The payload has an id of the sender's own, which a customer number is remembered for. */
  | { readonly kind: 'link'; readonly path: PayloadPath; readonly sureness: 'likely' | 'unsure' }
  | { readonly kind: 'none' };

/** Suggests which path of a payload says whose data it has: a customer number, else the sender's id of the person. */
export function suggestCustomer(paths: readonly PayloadPath[]): CustomerSuggestion {
  const usable = paths.filter(
    ({ value }) => isScalar(value) && typeof value !== 'boolean' && String(value).trim() !== '',
  );
  const [number] = best(usable, path => (/^\d{1,15}$/.test(String(path.value)) ? numberScore(path) : 0));
  if (number) return { kind: 'number', path: number, typedIn: number.isAnswer };
  const [link, score = 0] = best(usable, linkScore);
  if (link) return { kind: 'link', path: link, sureness: score >= 0.6 ? 'likely' : 'unsure' };
  return { kind: 'none' };
}

function best(
  paths: readonly PayloadPath[],
  scoreOf: (path: PayloadPath) => number,
): readonly [PayloadPath, number] | readonly [] {
  const scored = paths.map(path => [path, scoreOf(path)] as const).filter(([, score]) => score > 0);
  const [first] = scored.sort(([, one], [, other]) => other - one);
  return first ?? [];
}

const numberNames = ['customer number', 'customer no', 'Kundennummer', 'klantnummer', 'numéro de client'];

function numberScore({ names, isAnswer }: PayloadPath): number {
  const like = Math.max(...names.flatMap(name => numberNames.map(each => nameLikeness(name, each))));
  return like >= 0.9 ? like + (isAnswer ? 0.01 : 0) : 0;
}

/** Patterns of what senders call the id of a person, the likeliest first. */
const linkPatterns: readonly (readonly [RegExp, number])[] = [
  [
    /(^|[._`"])(contact|kontakt|person(en)?|customer|client|patient(en)?|lead|kunden?|klant)[_-]?id[`"]?$/i,
    1,
  ],
  [/(^|[._])(client_reference_id|leadgen_id|profile\.data\.id)$/, 0.95],
  [/(^|[._`"])(member|profile|subscriber|record)[_-]?id$/i, 0.9],
  [/(^|[._])(contact|person|customer|client|lead|subscriber|profile|sObject|invitee)\.id$/i, 0.85],
  [/(^|[._])(objectId|object_id|entity_id|entity\.id|pulseId|itemId)$/, 0.8],
  [/(^|[._])user\.id$/i, 0.75],
  [/(^|[._])sender\.id$/i, 0.6],
  [/(^|[._`"])external[_-]?id$/i, 0.7],
  [/(^|[._])(data|item|record|page)\.(object\.)?id$/i, 0.65],
  [/(^|[._`"])(e?-?mail(_?address)?|email_address)[`"]?$/i, 0.55],
  [/^subject$/, 0.52],
  [/^id$/i, 0.5],
  [/(id|Id|ID)[`"]?$/, 0.1],
];

/** Ids of what sent the webhook, or of who works there, not of whom it is about. */
const notPeople =
  /(^|[._])(event|form|submission|response|webhook|workspace|account|portal|app|organi[sz]ation|board|subscription|team|request|definition|previous)[A-Za-z_]*(\.|_?id$|Id$)/i;

function linkScore({ expression, isAnswer, names }: PayloadPath): number {
  const [own = ''] = names;
  const found = linkPatterns.find(([pattern]) => pattern.test(expression) || (isAnswer && pattern.test(own)));
  if (found === undefined) return 0;
  const [, score] = found;
  const isHidden = /(^|\.)hidden\./.test(expression) ? 0.1 : 0;
  const wrong = score < 0.8 && notPeople.test(expression) ? 0.3 : 0;
  return score - wrong + isHidden - expression.length / 10_000;
}
