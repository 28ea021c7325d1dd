import type { FieldConfiguration } from '../../booking/catalog/field.ts';
import type { Diagnostic } from '../../diagnostics/diagnostic.ts';
import { words } from '../words/words.ts';
import type { Desk } from './desk.ts';
import { askedChoice, asksForChoice, ChoiceButtons } from './open-choices.tsx';
import { partTitle } from './part-title.ts';

const missingCodes: readonly Diagnostic['code'][] = ['mapping/missing-parameter', 'yaml/missing-key'];

/** True if a finding reports a part that is still missing in a text, and not an error in it. */
export function isStillMissing(finding: Diagnostic, text: string): boolean {
  return (
    finding.severity === 'error' && (missingCodes.includes(finding.code) || asksForChoice(finding, text))
  );
}

/** Shows the missing parts of an unfinished mapping as the next step: each part can be chosen here. */
export function NextSteps({
  desk,
  fields,
  statuses,
  point,
}: {
  readonly desk: Desk;
  readonly fields: readonly FieldConfiguration[];
  readonly statuses: readonly string[];
  readonly point: (part: string) => void;
}) {
  const { bench: text } = words.value;
  const written = desk.text.value;
  const missing = (desk.trial.value?.findings ?? []).filter(each => isStillMissing(each, written));
  if (missing.length === 0 || written.trim() === '') return null;
  const choicesOf = (part: string) => {
    if (part === 'customerStatus') return { title: partTitle(part, fields) ?? part, choices: statuses };
    const field = fields.find(({ keyName }) => part === `additionalFields.${keyName}`);
    return field && { title: field.name, choices: field.selectItems ?? [] };
  };
  const parts = missing.flatMap(({ code, path }) =>
    code === 'mapping/missing-parameter' && path !== undefined ? [path] : [],
  );
  const others = missing.filter(({ path }) => path === undefined);
  return (
    <section class="notice next-steps" aria-label={text.stillMissing}>
      <p>
        <b>{text.stillMissing}</b>
      </p>
      <ul>
        {parts.map(part => (
          <li key={part}>
            <button type="button" aria-pressed={desk.picked.value.part === part} onClick={() => point(part)}>
              {partTitle(part, fields) ?? part}
            </button>
          </li>
        ))}
        {missing
          .flatMap(each => askedChoice(each, written, choicesOf) ?? [])
          .map(asked => (
            <li key={asked.from} class="whole">
              <ChoiceButtons asked={asked} desk={desk} />
            </li>
          ))}
        {others.map(({ code, message }) => (
          <li key={message}>
            {code === 'mapping/missing-parameter' ? text.changesNothing : <span lang="en">{message}</span>}
          </li>
        ))}
      </ul>
    </section>
  );
}
