import { type Diagnostic, diagnostic } from '../../../diagnostics/diagnostic.ts';
import { expressionInYaml } from '../../../diagnostics/yaml/expression-in-yaml.ts';
import type { Expression } from '../../../expressions/expression.ts';
import { staysText } from '../../convert/stays-text.ts';
import type { Rule } from '../../mapping.ts';
import { identifyingParameters } from '../../parameters.ts';

/**
 * Returns a doubt about a template that is left out because some of its parts have no value, although the event has the
 * others: without a middle name, `{first} {middle} {last}` sends no name at all. `lacking`: the parts without a value.
 * Its author may have decided about that with `default`, `whenMissing`, `whenEmpty` or `because`.
 */
export function templateLeftOut(
  lacking: readonly Expression[],
  { base, default: instead, open, because, as }: Rule,
  path: string,
): Diagnostic | undefined {
  if (base.kind !== 'template' || instead || because !== undefined) return undefined;
  if (!['whenEmpty', 'whenMissing'].every(key => open?.keys.some(each => each === key))) return undefined;
  const parts = base.parts.filter(part => typeof part !== 'string');
  const hasOthers = parts.some(part => isOfEvent(part) && !lacking.includes(part));
  if (!hasOthers) return undefined;
  const names = [...new Set(lacking.map(({ source }) => source.trim()))].join(' and ');
  const message = `${path}: ${names} ${names.includes(' and ') ? 'have' : 'has'} no value, so the whole template is left out`;
  const hint = `${isOfParts(path, as) ? joinHint(base.parts) : 'correct the path, or have the sender send every part'}; if nothing is to be sent then, add whenEmpty: skip`;
  return diagnostic('mapping/template-left-out', message, { hint, place: base.place, path });
}

/** Every event has the time and the id of a webhook, so they are no reason to send a template. */
function isOfEvent({ isConstant, variables }: Expression): boolean {
  return !isConstant && !variables.has('event') && !variables.has('linked');
}

/** True for a text that is of use without one of its parts, unlike a date, a number or a status. */
function isOfParts(path: string, as: Rule['as']): boolean {
  return staysText(as) && !identifyingParameters.has(path) && !whole.has(path);
}

const whole: ReadonlySet<string> = new Set(['mobile', 'phone', 'email', 'birthdate', 'customerStatus']);

function joinHint(parts: readonly (string | Expression)[]): string {
  const sources = parts.flatMap(part => (typeof part === 'string' ? [] : [part.source.trim()]));
  const between = new Set(
    parts.slice(1, -1).flatMap((part, at) => (typeof part === 'string' && at % 2 === 0 ? [part] : [])),
  );
  const [separator = ' '] = between.size === 1 ? between : [];
  const list = sources.join(', ');
  const isShort = list.length <= 120 && !/\n/.test(list);
  const written = `$join($map([${isShort ? list : '…'}][$boolean($)], $string), ${JSON.stringify(separator)})`;
  return `to send the parts that are there, join them, as in from: ${expressionInYaml(written)}`;
}
