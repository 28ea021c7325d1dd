import { useSignal } from '@preact/signals';
import { type FieldConfiguration, unsupportedTypes } from '../../booking/catalog/field.ts';
import type { EarlierEvent, TextTrial } from '../../deliver/planning/try-text.ts';
import type { PartOutcome, PartTrace } from '../../mapping/explain/trace.ts';
import { Way } from '../pages/event-call.tsx';
import { Marked } from '../parts/marked.tsx';
import { Diagnostics, Section } from '../parts/pieces.tsx';
import { type Pointing, partKey, pointerTo } from '../parts/pointing.ts';
import { Ago } from '../parts/time.tsx';
import { words } from '../words/words.ts';
import type { Desk } from './desk.ts';
import { shortValue } from './short-value.ts';

/** The marks of what becomes of a value, beside its word. */
const marks: Readonly<Record<PartOutcome['kind'], string>> = {
  used: '✓',
  cleared: '⌫',
  'left-out': '–',
  wrong: '✗',
  waits: '◷',
};

interface Pane {
  readonly desk: Desk;
  readonly pointing: Pointing;
  readonly fields: readonly FieldConfiguration[];
  /** Left out: nothing may be written. */
  readonly point: ((part: string) => void) | undefined;
}

/** The call that the text makes of the event, and the fields of the account that it does not fill yet. */
export function CallPane(pane: Pane) {
  const { bench: text } = words.value;
  const { desk } = pane;
  const trial = desk.trial.value;
  const [trace] = trial?.why ?? [];
  const parts = (trace?.parts ?? []).filter(({ part }) => part !== 'when');
  const isShown = showsValues(desk);
  return (
    <Section title={text.call}>
      {trial && !trial.usable && desk.text.value.trim() !== '' && <p class="notice">{text.unusable}</p>}
      {trace && !trace.wanted && (
        <p class="notice">
          <Marked text={text.notWanted} />
        </p>
      )}
      {trial && trace?.wanted && trial.calls.every(({ request }) => request === null) && (
        <p class="empty">{text.noCall}</p>
      )}
      {trial && <Findings trial={trial} isShown={isShown} />}
      {parts.length > 0 && <h3>{text.sent}</h3>}
      <ul class="parts">
        {parts.map(each => (
          <Part key={each.part} trace={each} mapping={trace?.mapping ?? ''} pane={pane} />
        ))}
      </ul>
      <Unfilled filled={parts.map(({ part }) => part)} pane={pane} />
    </Section>
  );
}

function showsValues(desk: Desk): boolean {
  return desk.isShown.value || desk.on.value.kind === 'payload';
}

/** The problem with the call; words may quote a value, so they show once values do. */
function Findings({ trial, isShown }: { readonly trial: TextTrial; readonly isShown: boolean }) {
  const all = [...trial.diagnostics, ...trial.calls.flatMap(each => each.diagnostics)].filter(
    ({ code, severity }) => code !== 'mapping/none-applied' && severity !== 'info',
  );
  const seen = isShown
    ? all
    : all.map(({ code, severity, path }) => ({ code, severity, message: '', ...(path && { path }) }));
  return <Diagnostics all={seen} />;
}

function titleOf(part: string, fields: readonly FieldConfiguration[]): string | undefined {
  const keyName = /^additionalFields\.(.+)$/s.exec(part)?.[1];
  return fields.find(each => each.keyName === keyName)?.name;
}

function Part({
  trace,
  mapping,
  pane,
}: {
  readonly trace: PartTrace;
  readonly mapping: string;
  readonly pane: Pane;
}) {
  const { part, outcome, steps } = trace;
  const { desk, pointing, fields } = pane;
  const isShown = showsValues(desk);
  const { bench: text } = words.value;
  const isLit = pointing.isLit(partKey(mapping, part));
  const value = outcome.text !== undefined && outcome.text !== '' ? outcome.text : undefined;
  return (
    <li class={`part${isLit ? ' lit' : ''}`}>
      <Target part={part} title={titleOf(part, fields)} mapping={mapping} pane={pane} />
      <p class={`outcome ${outcome.kind}`}>
        <span aria-hidden="true">{marks[outcome.kind]}</span>{' '}
        {outcome.kind === 'used' && value !== undefined ? (
          <span class="value">{isShown ? value : text.masked}</span>
        ) : (
          text.kinds[outcome.kind]
        )}{' '}
        <Way steps={steps} isShown={isShown} />
      </p>
      {isShown && outcome.why && (
        <p class="quiet" lang="en">
          {outcome.why}
        </p>
      )}
      <Earlier part={part} events={desk.trial.value?.earlier ?? []} isShown={isShown} />
    </li>
  );
}

/** The name of what a rule fills; a person points at it. */
function Target({
  part,
  title,
  mapping,
  pane: { desk, pointing, point },
}: {
  readonly part: string;
  readonly title: string | undefined;
  readonly mapping: string;
  readonly pane: Pane;
}) {
  const name = part.replace(/^additionalFields\./, '');
  const content = (
    <>
      <b>{title ?? name}</b> {title !== undefined && title !== name && <code>{name}</code>}
    </>
  );
  if (!point || part === 'destination') return <p class="target">{content}</p>;
  const { onClick: _, ...target } = pointerTo(pointing, partKey(mapping, part));
  return (
    <button
      type="button"
      class="target pick"
      aria-pressed={desk.picked.value.part === part}
      {...target}
      onClick={() => point(part)}
    >
      {content}
    </button>
  );
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

/** The number of unfilled fields that are shown. */
const mostShown = 25;
const ownParts = {
  updateCustomer: ['id', 'note', 'customerStatus'],
  persistCustomerData: ['customerId', 'firstName', 'name', 'email', 'mobile', 'phone', 'customerStatus'],
};

/** Pictures and documents cannot be set; what belongs to an appointment only by a booking. */
function isSettable({ type, appointmentSpecific }: FieldConfiguration, operation: string): boolean {
  return !unsupportedTypes.has(type) && (!appointmentSpecific || operation === 'persistCustomerData');
}

/** Shows the parameters and the fields of the account that no rule fills. */
function Unfilled({ filled, pane }: { readonly filled: readonly string[]; readonly pane: Pane }) {
  const sought = useSignal('');
  const { bench: text } = words.value;
  const { desk, fields, point } = pane;
  if (!point) return null;
  const operation = /^operation:\s*persistCustomerData/m.test(desk.text.value)
    ? 'persistCustomerData'
    : 'updateCustomer';
  const all = [
    ...['link', ...ownParts[operation]].map(part => ({ part, title: undefined, names: [part] })),
    ...fields
      .filter(each => isSettable(each, operation))
      .map(({ keyName, name, names }) => ({
        part: `additionalFields.${keyName}`,
        title: name,
        names: [keyName, name, ...Object.values(names ?? {})],
      })),
  ];
  const wanted = sought.value.trim().toLowerCase();
  const open = all.filter(
    ({ part, names }) => !filled.includes(part) && names.some(each => each.toLowerCase().includes(wanted)),
  );
  return (
    <>
      <h3>{text.notFilled}</h3>
      <label class="find">
        <span class="visually-hidden">{text.findField}</span>
        <input
          type="search"
          id="search"
          autocomplete="off"
          placeholder={text.findField}
          value={sought.value}
          onInput={event => {
            sought.value = event.currentTarget.value;
          }}
        />
      </label>
      <ul class="open">
        {open.slice(0, mostShown).map(({ part, title }) => (
          <li key={part}>
            <Target part={part} title={title} mapping={desk.name} pane={pane} />
          </li>
        ))}
      </ul>
      {open.length > mostShown && <p class="quiet">{text.moreFields(open.length - mostShown)}</p>}
    </>
  );
}
