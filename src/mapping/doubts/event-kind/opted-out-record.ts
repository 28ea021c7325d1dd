import { type Diagnostic, diagnostic } from '../../../diagnostics/diagnostic.ts';
import { onceForText } from '../../../diagnostics/once-for-text.ts';
import { spellings } from '../../../diagnostics/spellings.ts';
import { shown } from '../../../expressions/convert/scalar-text.ts';
import { pathText } from '../../../expressions/paths/path-text.ts';
import { pathsRead } from '../../../expressions/paths/placed-paths.ts';
import { ownValue } from '../../../expressions/plain-value.ts';
import type { Call } from '../../../inbox/call.ts';
import { isPlainObject } from '../../../receive/answers/inside.ts';
import { consentAnswer } from '../../convert/consent-answer.ts';
import { isDisclosureName } from '../../disclosures.ts';
import type { MappingInput } from '../../evaluate/evaluation.ts';
import { expressionUses } from '../../expression-uses.ts';
import type { Mapping } from '../../mapping.ts';
import { asksForOptOut } from '../../opt-out.ts';
import { isOfOtherPurpose } from '../../purposes.ts';
import { type NamedRule, ruleExpressions } from '../../rules-of.ts';
import { mentions } from './ended-record.ts';
import type { EndingSign } from './ended-signs.ts';
import { sentConsent } from './unheard-withdrawal.ts';
import { messageRules, sayNo } from './withdrawal.ts';

/**
 * Returns a warning about a consent to messages that is sent as a yes although the record says elsewhere that the person has
 * unsubscribed or has not confirmed: `status: unsubscribed` beside `fields.newsletter: "1"`. A mapping that reads the
 * value understands it.
 */
export function optedOutRecord(mapping: Mapping, input: MappingInput, call: Call): Diagnostic | undefined {
  // Most mappings and events have none.
  const signs = signsBelow(input.payload, []).filter(
    ({ key }) => !input.answers || !Object.hasOwn(input.answers, key),
  );
  for (const sign of signs) {
    if (expressionUses(mapping).some(({ expression }) => mentions(expression, sign, input))) continue;
    const given = rulesAgainst(mapping, sign).find(each => isYes(each, call));
    if (!given) continue;
    const name = nameOf(given);
    const message = `${given.path}: the rule says yes, but ${sign.at} is ${shown(sign.value)}`;
    // The value beside the consent itself was told with it.
    if (doubtsAt(given.path, call).some(doubt => doubt.message === message)) continue;
    const literal = JSON.stringify(sign.value).replaceAll("'", "''");
    const hint = `${sayNo(name, given.rule, `${sign.at} = ${literal}`)}; if the yes is right, add because: with the reason`;
    return diagnostic('mapping/denied-consent', message, {
      hint,
      place: given.rule.base.place,
      path: given.path,
      severity: 'warning',
    });
  }
  return undefined;
}

/**
 * Returns the rules for consents that a sign contradicts. That of one way is about this way alone, and a bar of advertising or of any contact
 * is about all ways, but not about a release of data.
 */
function rulesAgainst(mapping: Mapping, { key, value }: EndingSign): readonly NamedRule[] {
  const name = (keyMeans(key).isOfTags && typeof value === 'string' ? spellings(value) : spellings(key)).join(
    ' ',
  );
  const way = ways.find(each => each.test(name));
  const rules = messageRules(mapping, way ? 'sms' : 'letters').filter(
    each => !isOfDisclosure(each) && !isOfOtherPurpose(name, [nameOf(each)]),
  );
  if (way) return rules.filter(each => way.test(spellings(nameOf(each))[0] ?? ''));
  if (!general.test(name)) return rules;
  const known = new Set(rules.map(({ path }) => path));
  return messageRules(mapping, 'sms').filter(
    each => known.has(each.path) || ways.some(one => one.test(spellings(nameOf(each))[0] ?? '')),
  );
}

function isOfDisclosure({ path, rule }: NamedRule): boolean {
  const names = ruleExpressions(rule).flatMap(each => pathsRead(each).flat());
  return [nameOf({ path }), ...names].some(isDisclosureName);
}

/** The ways of messages other than letters. */
const ways: readonly RegExp[] = [/sms|\btext/, /whats ?app/, /phone|telefon|anruf|\bcalls?\b/, /push/];
/** Words for messages over any way. */
const general = /werb|market|advert|\bads\b|kontakt|contact|disturb|robinson/;

function nameOf({ path }: Pick<NamedRule, 'path'>): string {
  return path.replace(/^additionalFields\./, '');
}

function isYes(named: NamedRule, call: Call): boolean {
  if (named.rule.because !== undefined) return false;
  const answer = consentAnswer(sentConsent(named.path, call));
  return answer !== undefined && answer !== asksForOptOut(nameOf(named));
}

/** Returns the doubts about the value of a field. */
function doubtsAt(path: string, { additionalFields }: Call): readonly Diagnostic[] {
  const change = additionalFields.find(({ key }) => path === `additionalFields.${key}`)?.change;
  return change && 'set' in change ? (change.set.doubts ?? []) : [];
}

function signsBelow(object: unknown, steps: readonly string[]): readonly EndingSign[] {
  if (!isPlainObject(object)) return [];
  return Object.keys(object)
    .slice(0, mostKeys)
    .flatMap((key): readonly EndingSign[] => {
      const value: unknown = ownValue(object, key);
      const isMeant = keyMeans(key).isAny;
      // HubSpot has each value in an object: {value: "true"}.
      if (isPlainObject(value) && !(isMeant && Object.hasOwn(value, 'value')))
        return steps.length < deepest ? signsBelow(value, [...steps, key]) : [];
      if (!isMeant) return [];
      return isPlainObject(value)
        ? signOf(key, ownValue(value, 'value'), [...steps, key, 'value'])
        : signOf(key, value, [...steps, key]);
    });
}

function signOf(key: string, value: unknown, steps: readonly string[]): readonly EndingSign[] {
  const { isFlag, isState, isOfTags } = keyMeans(key);
  const tag = isOfTags ? tagsIn(value).find(each => keyMeans(each).isFlag) : undefined;
  const says = (isFlag && isYesOrDay(value)) || (isState && isUnsubscribed(value));
  if (!says && tag === undefined) return [];
  return [{ at: pathText(steps), key, value: tag ?? value, says: 'unsubscribed' }];
}

const mostKeys = 200;
const deepest = 3;
const mostTags = 50;

/** Returns the tags of a list, or of a text with commas. */
function tagsIn(value: unknown): readonly string[] {
  const all: readonly unknown[] = Array.isArray(value)
    ? value
    : typeof value === 'string'
      ? value.slice(0, 1_000).split(/[,;|]/)
      : [];
  return all.slice(0, mostTags).flatMap(each => (typeof each === 'string' ? [each] : []));
}

/** True for a yes, and for the day since which it holds: "Werbesperre seit". */
function isYesOrDay(value: unknown): boolean {
  return consentAnswer(value) === true || (typeof value === 'string' && day.test(value.trim()));
}

const day = /^(?:\d{4}-\d\d-\d\d|\d{1,2}\.\d{1,2}\.\d{4})/;

interface KeyMeans {
  readonly isFlag: boolean;
  readonly isState: boolean;
  readonly isOfTags: boolean;
  readonly isAny: boolean;
}

/** Every key of every event passes here. */
const keyMeans = onceForText((key: string): KeyMeans => {
  const names = spellings(key.slice(0, longestKey));
  const isFlag = names.some(each => flags.test(each) || bars.some(bar => bar.test(each)));
  const isState = states.test(names[0] ?? '');
  const isOfTags = tags.test(names[0] ?? '');
  return { isFlag, isState, isOfTags, isAny: isFlag || isState || isOfTags };
});

const longestKey = 100;
const tags =
  /^(?:contact |customer |kunden ?)?(?:tags?|labels?|schlagworte?|schlagworter|stichworte?|merkmale?)$/;

/** A bar of messages or a refusal of them by the record, in one word or several: `werbesperre`, `keine_werbung`, `sms_opt_out`. */
const bars: readonly RegExp[] = [
  /^(?:is |has |ist |hat |hs |contact |kontakt |customer |kunden? )?(?:werbung|werbe|advertising|ads|marketing|newsletter|nl|mailings?|e ?mails?|mails?|sms|text|whats ?app|anrufe?|calls?|telefon|phone|kontakt(?:aufnahme)?|contact|push|post) ?(?:sperre|sperrvermerk|gesperrt|stopp?|verbot|verboten|widerspruch|widersprochen|widerruf|widerrufen|abmeldung|abgemeldet|abbestellt|opt ?out|opted ?out|unsubscribed|blocked|block|revoked|withdrawn|unerwunscht|unerwuenscht|nicht erlaubt)(?: (?:am|at|on|seit|since|datum|date))?$/,
  /^(?:keine?|no|do ?not|dont|don t|nicht) (?:werbung|werbe|advertising|ads|marketing|newsletter|nl|mailings?|e ?mails?|mails?|sms|text|whats ?app|anrufe?|calls?|telefon|phone|kontakt(?:aufnahme)?|contact|push|post|disturb)(?: (?:erlaubt|gewunscht|gewuenscht|mehr|erwunscht|erwuenscht))?$/,
  /^(?:widerspruch|widersprochen|abmeldung|sperre|opt ?out|widerruf|block|stop|unsubscribed?)(?: (?:gegen|von|vom|der|fur|fuer|for|of|from|zu))? (?:werbung|werbe|advertising|ads|marketing|newsletter|nl|mailings?|e ?mails?|mails?|sms|text|whats ?app|anrufe?|calls?|telefon|phone|kontakt(?:aufnahme)?|contact|push|post)(?: (?:am|at|on|seit|since|datum|date))?$/,
  /^(?:auf )?robinsonliste$|^versandsperre$/,
];

/** A flag of the record at a CRM, in the names of Salesforce, Zoho, HubSpot, Freshsales, Brevo and others. */
const flags =
  /^(?:hs |is |has |email |e mail |marketing |newsletter |contact )*(?:opt(?:ed)? ?out|unsubscribed|do not (?:email|contact|disturb|mail)|email (?:opt ?out|blacklisted|blocklisted|unsubscribed)|optout|blacklisted|blocklisted)(?: of (?:e ?mail|marketing|newsletter|all))?$/;

function isUnsubscribed(value: unknown): boolean {
  return typeof value === 'string' && unsubscribed.test(spellings(value)[0] ?? '');
}

const states =
  /^(?:(?:email|e mail|marketing|newsletter|subscriber|subscription|contact|member|opt ?in|abo|mailing) )*(?:status|state|zustand|statut|estado|stato)$/;
const unsubscribed =
  /^(?:unsubscribed?|unconfirmed|opted ?out|suppressed|bounced|complained|spam complaint|cleaned|blacklisted|blocked|abgemeldet|ausgetragen|unbestatigt|nicht bestatigt|desabonnee?|desinscrite?|uitgeschreven|afgemeld|disiscritto|dado de baja)$/;
