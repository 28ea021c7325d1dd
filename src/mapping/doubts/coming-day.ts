import type { Rule } from '../mapping.ts';
import { ruleExpressions } from '../rules-of.ts';

/**
 * Returns true if a rule is about a day that may lie in the future: the next visit, the end of a guarantee, an
 * appointment. The name of the field decides, or that of the value if the field has neither.
 */
export function meansComingDay(rule: Pick<Rule, 'base'>, path: string): boolean {
  const field = spaced(path);
  if (past.test(field)) return false;
  if (coming.test(field)) return true;
  const names = ruleExpressions(rule).map(
    ({ source, answer, path: steps }) => answer ?? steps?.at(-1) ?? source,
  );
  return names.length > 0 && names.every(each => isComing(spaced(each)));
}

function isComing(name: string): boolean {
  return coming.test(name) && !past.test(name);
}

/** Returns a name as words: `nextAftercare` and `next_aftercare` are `next aftercare`. */
function spaced(name: string): string {
  return name.replace(/(\p{Ll})(?=\p{Lu})/gu, '$1 ').replace(/[_.\-/`"]+/g, ' ');
}

const past =
  /(?<!\p{L})(?:letzte[rsnm]?|zuletzt|last|laatste|derni(?:er|[èe]re)|previous|past|vorige[rsnm]?|seit|since|geb|geboren|born|dob)(?!\p{L})|geburts(?:tag|dat)|birth[ -]?da|naissance|geboorte|verjaardag/iu;

const coming =
  /(?<!\p{L})(?:n(?:ä|ae)chste[rsnm]?|next|kommende[rsnm]?|upcoming|coming|prochaine?|volgende|pr[oó]xim[oa]|prossim[oa]|bis|until|till|due|end|ende|tot|jusqu|termine?|appointments?|afspraak|rdv|rendez vous|deadline|follow ?up|check ?in|check ?out|arrival|departure|start)(?!\p{L})|beginn?(?!\p{L})|termin(?!a)|(?:ge|un)?plant(?!\p{L})|planned|scheduled|expected|erwartet|gew(?:ü|ue)nscht|wunsch|desired|preferred|f(?:ä|ae)llig|g(?:ü|ue)ltig|ablauf|expir|(?<!\p{L})valid|veranstaltung|pr(?:ü|ue)fung|(?<!\p{L})(?:exams?|examens?|driving test)(?!\p{L})|frist|(?<!\p{L})(?:hu|t(?:ü|ue)v|asu)(?!\p{L})|hauptuntersuchung|inspection due|garantie|guarantee|warranty|geldig|verfall|nachsorge|aftercare|wiedervorlage|recall|kontrolle|erinner|remind|hochzeit|wedding|anreise|abreise|entbindung|lieferung|delivery|k(?:ü|ue)ndigung/iu;
