import type { FieldConfiguration } from '../../booking/catalog/field.ts';
import type { Diagnostic } from '../../diagnostics/diagnostic.ts';
import { words } from '../words/words.ts';
import type { Desk } from './desk.ts';
import { partTitle } from './part-title.ts';

const missingCodes: readonly Diagnostic['code'][] = ['mapping/missing-parameter', 'yaml/missing-key'];

/** True if a finding says that something is still to be written, and not that something is wrong. */
export function isStillMissing({ code, severity }: Pick<Diagnostic, 'code' | 'severity'>): boolean {
  return severity === 'error' && missingCodes.includes(code);
}

/** Shows what an unfinished mapping still needs, as the next step: each part can be chosen at once. */
export function NextSteps({
  desk,
  fields,
  point,
}: {
  readonly desk: Desk;
  readonly fields: readonly FieldConfiguration[];
  readonly point: (part: string) => void;
}) {
  const { bench: text } = words.value;
  const missing = (desk.trial.value?.findings ?? []).filter(isStillMissing);
  if (missing.length === 0 || desk.text.value.trim() === '') return null;
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
        {others.map(({ code, message }) => (
          <li key={message}>
            {code === 'mapping/missing-parameter' ? text.changesNothing : <span lang="en">{message}</span>}
          </li>
        ))}
      </ul>
    </section>
  );
}
