import { type Diagnostic, diagnostic } from '../../diagnostics/diagnostic.ts';
import { pathText } from '../../expressions/paths/path-text.ts';
import { resultPaths } from '../../expressions/paths/result-paths.ts';
import type { Mapping } from '../../mapping/mapping.ts';
import { type NamedRule, namedRules, ruleExpressions } from '../../mapping/rules-of.ts';
import { childSubject, guardianSubject, ownersNamed } from '../names/other-subject.ts';
import { customerHolders } from '../rule-reading.ts';

/**
 * Warns about the name, the address or the number of a customer that a booking may take from somebody else than the other
 * part of the name: `name: 'name ? name : mother.name'` beside `firstName: first`. All of them from one person are right, so
 * are the first name of somebody else beside a last name of the family, and the contact of the parents. `because` confirms it.
 */
export function mixedDetails(mapping: Mapping): readonly Diagnostic[] {
  if (mapping.operation !== 'persistCustomerData') return [];
  const holders = customerHolders(mapping);
  const details = namedRules(mapping).flatMap(named => {
    const ways = sources.has(named.path) && named.rule.because === undefined ? waysIn(named, holders) : [];
    return ways.length > 0 ? [{ ...named, ways }] : [];
  });
  const names = details.filter(({ path }) => path === 'firstName' || path === 'name');
  return details.flatMap(detail => {
    const others = names.filter(each => each !== detail);
    const way = detail.ways.find((each, at) => isOfOther(each, at, { detail, others }));
    if (!way) return [];
    const { path, rule } = detail;
    const verb = detail.ways.length > 1 ? 'may read' : 'reads';
    const message = `${path} ${verb} ${pathText(way.steps)}, which by its name belongs to somebody else`;
    const hint = `read ${path} of the same person as the rest of the name; if the name misleads, add because: with the reason`;
    return [diagnostic('mapping/other-name', message, { hint, place: rule.base.place, path })];
  });
}

/** The details of a person that a value of somebody else can take the place of. */
const sources: ReadonlySet<string> = new Set(['firstName', 'name', 'email', 'mobile', 'phone']);

/** A value that a rule can give, and the people in its name, without the customer. */
interface Way {
  readonly steps: readonly string[];
  readonly owners: number;
}

interface Detail extends NamedRule {
  readonly ways: readonly Way[];
}

function waysIn({ rule }: NamedRule, holders: readonly (readonly string[])[]): readonly Way[] {
  return ruleExpressions(rule).flatMap(expression => {
    const { answer } = expression;
    const paths = answer === undefined ? resultPaths(expression).paths : [['$answers', answer]];
    return paths.flatMap(steps => {
      const [root = ''] = steps;
      if (root.startsWith('$') && root !== '$answers') return [];
      const held = holders.filter(above => above.every((step, at) => steps[at] === step));
      const start = Math.max(root === '$answers' ? 1 : 0, ...held.map(({ length }) => length));
      return [{ steps, owners: ownersNamed(steps.slice(start)) }];
    });
  });
}

function isOfOther(
  { owners }: Way,
  at: number,
  { detail, others }: { readonly detail: Detail; readonly others: readonly Detail[] },
): boolean {
  if (owners === 0) return false;
  const isName = detail.path === 'firstName' || detail.path === 'name';
  const isFallback = detail.ways.slice(0, at).some(each => each.owners === 0);
  if (others.length === 0) return isName && isFallback;
  if (others.some(({ ways }) => ways.some(each => (each.owners & owners) !== 0))) return false;
  // The first name of a child stands beside the last name of the family, and the parents are reached for it.
  if (detail.path === 'firstName' && !isFallback) return false;
  const isOfChild = others.some(({ ways }) => ways.some(each => (each.owners & childSubject) !== 0));
  return !((owners & guardianSubject) !== 0 && (isOfChild || (!isName && !isFallback)));
}
