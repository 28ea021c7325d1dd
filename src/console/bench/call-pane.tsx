import { useEffect, useRef } from 'preact/hooks';
import type { EarlierEvent, TextTrial } from '../../deliver/planning/try-text.ts';
import type { PartOutcome, PartTrace } from '../../mapping/explain/trace.ts';
import { Way } from '../pages/event-call.tsx';
import { WhyNot } from '../pages/event-mappings.tsx';
import { Marked } from '../parts/marked.tsx';
import { Diagnostics, Section } from '../parts/pieces.tsx';
import { partKey } from '../parts/pointing.ts';
import { Ago } from '../parts/time.tsx';
import { words } from '../words/words.ts';
import type { Desk } from './desk.ts';
import { asking, isOfChoice, lacksChoice } from './open-choices.tsx';
import { partTitle } from './part-title.ts';
import { shortValue } from './short-value.ts';
import { type CallPart, Target } from './target.tsx';
import { Unfilled } from './unfilled.tsx';
import { isStillMissing, NextSteps } from './unfinished.tsx';

/** The symbol for each outcome of a value, beside its word. */
const marks: Readonly<Record<PartOutcome['kind'], string>> = {
  used: '✓',
  cleared: '⌫',
  'left-out': '–',
  wrong: '✗',
  waits: '◷',
};

/** Shows the call that the text makes for the event, and the fields of the account that it does not fill yet. */
export function CallPane(pane: CallPart) {
  const { bench: text } = words.value;
  const { desk } = pane;
  const trial = desk.trial.value;
  const [trace] = trial?.why ?? [];
  const parts = (trace?.parts ?? []).filter(({ part }) => part !== 'when');
  const isShown = showsValues(desk);
  const unfilled = <Unfilled key="unfilled" filled={parts.map(({ part }) => part)} pane={pane} />;
  const isChosen = desk.picked.value.place !== undefined;
  return (
    <Section title={text.call}>
      {isChosen && unfilled}
      {pane.point && (
        <NextSteps desk={desk} fields={pane.fields} statuses={pane.statuses} point={pane.point} />
      )}
      {trial && isFaulty(trial, desk.text.value) && desk.text.value.trim() !== '' && (
        <p class="notice">{text.unusable}</p>
      )}
      {trace && !trace.wanted && (
        <p class="notice">
          <Marked text={text.notWanted} />
        </p>
      )}
      {trial?.usable && trace?.wanted && trial.calls.every(({ request }) => request === null) && (
        <p class="empty">
          {parts.some(each => each.outcome.kind === 'waits') ? text.callWaits : text.noCall}
        </p>
      )}
      {trial && <Findings trial={trial} text={desk.text.value} isShown={isShown} />}
      {parts.length > 0 && <h3>{text.sent}</h3>}
      <ul class="parts">
        {parts.map(each => (
          <Part key={each.part} trace={each} mapping={trace?.mapping ?? ''} pane={pane} />
        ))}
      </ul>
      {!isChosen && unfilled}
    </Section>
  );
}

/** True if the text has an error, and not only missing parts. */
function isFaulty({ usable, findings }: TextTrial, text: string): boolean {
  return !usable && findings.some(each => each.severity === 'error' && !isStillMissing(each, text));
}

function showsValues(desk: Desk): boolean {
  return desk.isShown.value || desk.on.value.kind === 'payload';
}

/** Shows the problem with the call. Its text may quote a value, so it shows only if values are shown. */
function Findings({
  trial,
  text,
  isShown,
}: {
  readonly trial: TextTrial;
  readonly text: string;
  readonly isShown: boolean;
}) {
  const asked = asking(trial.findings, text);
  const all = [...trial.diagnostics, ...trial.calls.flatMap(each => each.diagnostics)].filter(
    each =>
      each.code !== 'mapping/none-applied' &&
      each.severity !== 'info' &&
      !isStillMissing(each, text) &&
      !(isOfChoice(each.code) && asked.has(each.path ?? '')),
  );
  const seen = isShown
    ? all
    : all.map(({ code, severity, path }) => ({ code, severity, message: '', ...(path && { path }) }));
  return <Diagnostics all={seen} />;
}

function Part({
  trace,
  mapping,
  pane,
}: {
  readonly trace: PartTrace;
  readonly mapping: string;
  readonly pane: CallPart;
}) {
  const { part, outcome, steps } = trace;
  const { desk, pointing, fields } = pane;
  const isShown = showsValues(desk);
  const { bench: text } = words.value;
  const isLit = pointing.isLit(partKey(mapping, part));
  const value = outcome.text !== undefined && outcome.text !== '' ? outcome.text : undefined;
  const isAsked = lacksChoice(trace, desk.trial.value?.findings ?? [], desk.text.value);
  const isDoubtful =
    isAsked ||
    (outcome.kind === 'used' &&
      desk.trial.value?.calls.some(({ diagnostics }) =>
        diagnostics.some(each => each.path === part && each.severity === 'warning'),
      ));
  const shown = useRef<HTMLLIElement>(null);
  const wrote = desk.wrote.value;
  useEffect(() => {
    if (wrote === part) showInPane(shown.current);
  }, [wrote]);
  return (
    <li ref={shown} class={`part${isLit ? ' lit' : ''}`}>
      <Target part={part} title={partTitle(part, fields)} mapping={mapping} pane={pane} />
      <p class={`outcome ${isDoubtful ? 'doubtful' : outcome.kind}`}>
        <span aria-hidden="true">{isDoubtful ? '!' : marks[outcome.kind]}</span>{' '}
        {isAsked ? (
          text.choiceMissing
        ) : outcome.kind === 'used' && value !== undefined ? (
          <span class="value">{isShown ? value : text.masked}</span>
        ) : (
          text.kinds[outcome.kind]
        )}{' '}
        <Way steps={steps} isShown={isShown} />
      </p>
      {outcome.kind !== 'used' && !isAsked && <WhyNot outcome={outcome} isShown={isShown} />}
      <Earlier part={part} events={desk.trial.value?.earlier ?? []} isShown={isShown} />
    </li>
  );
}

/**
 * Scrolls the pane to the next missing part, or else to the rule that was just written. Where only one pane shows at
 * a time, the whole page scrolls.
 */
function showInPane(part: HTMLLIElement | null): void {
  const pane = part?.closest('.pane');
  const target = pane?.querySelector('.next-steps') ?? part;
  if (!pane || !target) return;
  const isNarrow = pane.closest('.desk')?.querySelector('.tabs')?.checkVisibility() === true;
  if (isNarrow) target.scrollIntoView({ block: 'start' });
  else pane.scrollTop += target.getBoundingClientRect().top - pane.getBoundingClientRect().top;
}

/** Shows the results of a rule for the last events: marks, and the values behind them. */
function Earlier({
  part,
  events,
  isShown,
}: {
  readonly part: string;
  readonly events: readonly EarlierEvent[];
  readonly isShown: boolean;
}) {
  const { bench: text } = words.value;
  if (events.length === 0) return null;
  const found = events.map(({ id, receivedAt, wanted, parts }) => {
    const one = wanted ? parts.find(each => each.part === part) : undefined;
    return { id, receivedAt, kind: one?.kind, text: one?.text };
  });
  return (
    <details class="earlier">
      <summary>
        <span class="quiet">{text.earlier}</span>{' '}
        <span aria-hidden="true">
          {found.map(({ id, kind }) => (
            <span key={id} class={`mark ${kind ?? 'none'}`}>
              {kind ? marks[kind] : '·'}
            </span>
          ))}
        </span>
      </summary>
      <ul>
        {found.map(each => (
          <li key={each.id}>
            <Ago at={each.receivedAt} />{' '}
            {each.kind === undefined && <span class="quiet">{text.notWantedShort}</span>}
            {each.kind === 'used' && (
              <span class="value">{isShown ? shortValue(each.text ?? '') : text.masked}</span>
            )}
            {each.kind !== undefined && each.kind !== 'used' && text.kinds[each.kind]}
          </li>
        ))}
      </ul>
    </details>
  );
}
