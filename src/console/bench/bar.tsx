import type { TextJudgement } from '../../history/green/judge-text.ts';
import { address } from '../router.ts';
import { words } from '../words/words.ts';
import type { Desk } from './desk.ts';

/** Shows in one thin line whether the text is right: its checks, its tests, and the events that it would change. */
export function RightBar({ desk }: { readonly desk: Desk }) {
  const { bench: text } = words.value;
  const judgement = desk.judgement.value;
  if (desk.text.value.trim() === '') return <p class="right quiet">{text.nothingWritten}</p>;
  if (!judgement) return <p class="right quiet">{desk.isJudging.value ? text.judging : ''}</p>;
  return (
    <section class="right" aria-label={text.right}>
      <Checks judgement={judgement} desk={desk} />
      {judgement.differences && <Tests judgement={judgement} />}
      {judgement.differences && <Differences differences={judgement.differences} desk={desk} />}
      {desk.isJudging.value && <span class="quiet">{text.judging}</span>}
    </section>
  );
}

type Shape = 'good' | 'bad' | 'warn' | 'none';
const shapes: Readonly<Record<Shape, string>> = { good: '✓', bad: '✗', warn: '!', none: '–' };

function Light({ shape, children }: { readonly shape: Shape; readonly children: string }) {
  return (
    <span class={`light ${shape}`}>
      <span aria-hidden="true">{shapes[shape]}</span> {children}
    </span>
  );
}

function Checks({
  judgement: { findings },
  desk,
}: {
  readonly judgement: TextJudgement;
  readonly desk: Desk;
}) {
  const { bench: text } = words.value;
  const errors = findings.filter(({ severity }) => severity === 'error').length;
  const warnings = findings.filter(({ severity }) => severity === 'warning').length;
  if (errors + warnings === 0) return <Light shape="good">{text.checksGreen}</Light>;
  const summary =
    errors > 0 ? (
      <Light shape="bad">{text.checksRed(errors)}</Light>
    ) : (
      <Light shape="warn">{text.warnings(warnings)}</Light>
    );
  return (
    <details class="more">
      <summary>{summary}</summary>
      <ul>
        {findings
          .filter(({ severity }) => severity !== 'info')
          .map(({ code, message, place }) => (
            <li key={`${code} ${place?.line} ${message}`}>
              {place && (
                <button type="button" class="jump" onClick={() => desk.jump.value?.(place.line)}>
                  {text.line(place.line)}
                </button>
              )}{' '}
              <span lang="en">{message}</span>
            </li>
          ))}
      </ul>
    </details>
  );
}

function Tests({ judgement: { tests } }: { readonly judgement: TextJudgement }) {
  const { bench: text } = words.value;
  const failed = tests.filter(({ passed }) => !passed);
  if (tests.length === 0) return <Light shape="none">{text.noTests}</Light>;
  if (failed.length === 0) return <Light shape="good">{text.testsGreen(tests.length)}</Light>;
  return (
    <details class="more">
      <summary>
        <Light shape="bad">{text.testsRed(failed.length, tests.length)}</Light>
      </summary>
      <ul>
        {failed.map(({ name, names }) => (
          <li key={name}>
            {name}
            {names.length > 0 && (
              <span class="quiet">
                {' '}
                ({text.expects}: {names.join(', ')})
              </span>
            )}
          </li>
        ))}
      </ul>
    </details>
  );
}

function Differences({
  differences: { events, changed, groups },
  desk,
}: {
  readonly differences: NonNullable<TextJudgement['differences']>;
  readonly desk: Desk;
}) {
  const { bench: text } = words.value;
  if (events === 0) return <Light shape="none">{text.noStored}</Light>;
  if (changed === 0) return <Light shape="good">{text.sameEvents(events)}</Light>;
  return (
    <details class="more">
      <summary>
        <Light shape="warn">{text.changedEvents(changed, events)}</Light>
      </summary>
      <ul aria-label={text.differences}>
        {groups.map(({ kind, path, why, events: count, first }) => (
          <li key={`${kind} ${path} ${why?.code}`}>
            {path !== undefined && <code>{path.replace(/^additionalFields\./, '')}</code>}{' '}
            {text.differs[kind]}: {text.eventCount(count)} {why && <code>{why.code}</code>}{' '}
            {first[0] !== undefined && (
              <a href={address(['bench'], { mapping: desk.name, event: first[0] })}>{text.tryThis}</a>
            )}
          </li>
        ))}
      </ul>
    </details>
  );
}
