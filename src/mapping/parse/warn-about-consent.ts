import type { YamlPath } from '../../diagnostics/yaml/source.ts';
import { givenConsent, saysYes } from '../given-consent.ts';
import { optOutAsConsent } from '../opt-out-read.ts';
import { type Parsing, report } from './parsing.ts';
import { fixedLiteral, type RuleAsWritten } from './rule-as-written.ts';

/**
 * Warns about a consent that is not the answer of the person: it is invented, or the opposite of the
 * question. Returns true if the rule always gives yes.
 */
export function warnAboutConsent(parsing: Parsing, written: RuleAsWritten): boolean {
  const { shape, use } = written;
  if (!use.parameter.consent || shape.because !== undefined) return false;
  checkLiterals(parsing, written);
  checkOptOut(parsing, written);
  return checkResults(parsing, written);
}

/** A consent must come from the person, so a literal needs a reason. */
function checkLiterals(parsing: Parsing, { path, shape, base, use }: RuleAsWritten): void {
  const invented: [string, YamlPath][] = [];
  const literal = fixedLiteral(base);
  if (literal && saysYes(literal.value)) invented.push(['the literal', path]);
  for (const key of ['default', 'otherwise'] as const) {
    if (shape[key] !== undefined && saysYes(shape[key])) invented.push([key, [...path, key]]);
  }
  for (const [what, at] of invented) {
    const message = `${what} says yes to ${use.name} for a person who was not asked`;
    const hint = 'take the consent from the payload, or add because: with the reason why this is right';
    report(parsing, 'mapping/invented-consent', message, { path: at }, { hint });
  }
}

/** Warns about an expression that gives yes always, or for an event without the values that it reads. */
function checkResults(parsing: Parsing, { path, shape, base, use }: RuleAsWritten): boolean {
  const found = givenConsent(base, shape, use);
  if (!found) return false;
  const message = `the rule says yes to ${use.name} ${found.when}`;
  const hint = `${found.cure}; if it is right, add because: with the reason`;
  report(
    parsing,
    'mapping/invented-consent',
    message,
    { path },
    { hint, ...(base && { place: base.place }) },
  );
  return true;
}

/** A yes to a question such as `optout` is not a consent, although `as: boolean` would read it as one. */
function checkOptOut(parsing: Parsing, { path, shape, base, use }: RuleAsWritten): void {
  const results = shape.values && new Map(Object.entries(shape.values));
  const found = optOutAsConsent({ base, results }, use.name);
  if (!found) return;
  const { message, hint } = found;
  report(
    parsing,
    'mapping/opt-out-as-consent',
    message,
    { path },
    { hint, ...(base && { place: base.place }) },
  );
}
