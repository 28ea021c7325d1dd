import { useSignal } from '@preact/signals';
import type { FieldConfiguration } from '../../booking/catalog/field.ts';
import type { TextJudgement } from '../../history/green/judge-text.ts';
import { readWords } from '../../mapping/explain/read-words.ts';
import type { Mismatch } from '../../mapping/tests/differences.ts';
import { type CodeWords, useCodeWords } from '../parts/code-words.ts';
import { Marked } from '../parts/marked.tsx';
import { Meant, OwnWords } from '../parts/own-words.tsx';
import { address } from '../router.ts';
import { words } from '../words/words.ts';
import { CompareDialog } from './compare.tsx';
import { announce, type Desk } from './desk.ts';
import { Light } from './light.tsx';
import { OpenLinesList } from './open-lines-list.tsx';
import { partTitle } from './part-title.ts';
import { isStillMissing } from './unfinished.tsx';

/** Shows in one thin line whether the text is right: its checks, its tests, and the events that it would change. */
export function RightBar({
  desk,
  fields,
}: {
  readonly desk: Desk;
  readonly fields: readonly FieldConfiguration[];
}) {
  const { bench: text } = words.value;
  const judgement = desk.judgement.value;
  if (desk.text.value.trim() === '') return <p class="right quiet">{text.nothingWritten}</p>;
  if (!judgement) return <p class="right quiet">{desk.isJudging.value ? text.judging : ''}</p>;
  return (
    <section class="right" aria-label={text.right}>
      {judgement.findings.some(each => isStillMissing(each, desk.text.value)) && (
        <Light shape="next">{text.unfinished}</Light>
      )}
      <Checks judgement={judgement} desk={desk} />
      {judgement.differences && <Tests judgement={judgement} desk={desk} fields={fields} />}
      {judgement.open && <OpenLinesList open={judgement.open} desk={desk} fields={fields} />}
      {judgement.differences && <Differences differences={judgement.differences} desk={desk} />}
      {desk.isJudging.value && <span class="quiet">{text.judging}</span>}
    </section>
  );
}

function Checks({ judgement, desk }: { readonly judgement: TextJudgement; readonly desk: Desk }) {
  const { bench: text } = words.value;
  const findings = judgement.findings.filter(each => !isStillMissing(each, desk.text.value));
  const errors = findings.filter(({ severity }) => severity === 'error').length;
  const wordsOf = useCodeWords();
  const warnings = findings.filter(({ severity }) => severity === 'warning').length;
  if (errors + warnings === 0) {
    const isFinished = findings.length === judgement.findings.length;
    return isFinished ? <Light shape="good">{text.checksGreen}</Light> : null;
  }
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
          .map(({ code, message, hint, meant, place, path }) => (
            <li key={`${code} ${place?.line} ${message}`}>
              {place && (
                <button type="button" class="jump" onClick={() => desk.jump.value?.(place.line)}>
                  {text.line(place.line)}
                </button>
              )}{' '}
              <FindingWords known={wordsOf(code)} path={path} message={message} hint={hint} meant={meant} />
            </li>
          ))}
      </ul>
    </details>
  );
}

/** A finding in the language of the page. If that is not English, the bridge's own text with its details follows. */
function FindingWords({
  known,
  path,
  message,
  hint,
  meant,
}: {
  readonly known: CodeWords | undefined;
  readonly path: string | undefined;
  readonly message: string;
  readonly hint: string | undefined;
  readonly meant: string | undefined;
}) {
  if (known?.english === undefined)
    return (
      <span lang="en">
        {message}
        {hint !== undefined && (
          <>
            {'. '}
            <Marked text={hint} />
          </>
        )}
      </span>
    );
  return (
    <>
      <b>{known.title}</b> {path !== undefined && <code>{path}</code>} <Marked text={known.advice} />
      <Meant text={meant} />
      <OwnWords text={hint === undefined ? message : `${message} · ${hint}`} />
    </>
  );
}

function Tests({
  judgement: { tests, renewed },
  desk,
  fields,
}: {
  readonly judgement: TextJudgement;
  readonly desk: Desk;
  readonly fields: readonly FieldConfiguration[];
}) {
  const { bench: text } = words.value;
  const isComparing = useSignal(false);
  const failed = tests.filter(({ passed }) => !passed);
  if (tests.length === 0) return <Light shape="none">{text.noTests}</Light>;
  if (failed.length === 0) return <Light shape="good">{text.testsGreen(tests.length)}</Light>;
  return (
    <details class="more">
      <summary>
        <Light shape="bad">{text.testsRed(failed.length, tests.length)}</Light>
      </summary>
      <ul>
        {failed.map(({ name, values }) => (
          <li key={name}>
            {name}
            <ChangedValues values={values} fields={fields} />
          </li>
        ))}
      </ul>
      {renewed !== undefined && desk.judgedText.value === desk.text.value && (
        <button
          type="button"
          onClick={() => {
            isComparing.value = true;
          }}
        >
          {text.renewTests}
        </button>
      )}
      {isComparing.value && renewed !== undefined && (
        <RenewDialog
          desk={desk}
          renewed={renewed}
          values={failed.flatMap(({ values }) => values)}
          fields={fields}
          close={() => {
            isComparing.value = false;
          }}
        />
      )}
    </details>
  );
}

interface Values {
  readonly values: readonly Mismatch[];
  readonly fields: readonly FieldConfiguration[];
}

/** Lists the values of failing tests, each beside what it is read from. */
function ChangedValues({ values, fields }: Values) {
  const { bench: text } = words.value;
  return (
    <ul>
      {values.map(({ name, expected, actual, reads = [] }) => (
        <li key={name}>
          {partTitle(name, fields) ?? name.replace(/^additionalFields\./, '')}:{' '}
          {actual === undefined ? text.notSent : <code>{actual}</code>}
          {reads.length > 0 && (
            <>
              {' '}
              {text.readFrom} <code>{reads.map(each => readWords(each, actual)).join(', ')}</code>
            </>
          )}{' '}
          <span class="quiet">
            ({text.expected}: {expected ?? text.notSent})
          </span>
        </li>
      ))}
    </ul>
  );
}

/** Shows what changes if failing tests expect the calls that are made now, and writes it into the text. */
function RenewDialog({
  desk,
  renewed,
  values,
  fields,
  close,
}: {
  readonly desk: Desk;
  readonly renewed: string;
  readonly close: () => void;
} & Values) {
  const { bench: text } = words.value;
  return (
    <CompareDialog
      title={text.renewTests}
      explain={text.renewExplain}
      above={<ChangedValues values={values} fields={fields} />}
      left={{ title: text.ownText, text: desk.text.value }}
      right={{ title: text.renewedText, text: renewed }}
      close={close}
    >
      <button
        type="button"
        class="primary"
        onClick={() => {
          desk.text.value = renewed;
          announce(desk, each => each.renewed);
          close();
        }}
      >
        {text.renew}
      </button>
    </CompareDialog>
  );
}

type Groups = NonNullable<TextJudgement['differences']>['groups'];

/** Returns the number of events that differ in one way. */
export function eventsThat(wanted: Groups[number]['kind'], groups: Groups): number {
  return groups.reduce((sum, { kind, events }) => (kind === wanted ? sum + events : sum), 0);
}

function Differences({
  differences: { events, changed, released, groups },
  desk,
}: {
  readonly differences: NonNullable<TextJudgement['differences']>;
  readonly desk: Desk;
}) {
  const { bench: text } = words.value;
  const wordsOf = useCodeWords();
  const failing = eventsThat('fails', groups);
  const held = eventsThat('held', groups);
  if (events === 0) return <Light shape="none">{text.noStored}</Light>;
  if (changed === 0) return <Light shape="good">{text.sameEvents(events)}</Light>;
  return (
    <details class="more">
      <summary>
        {changed > released && <Light shape="warn">{text.changedEvents(changed - released, events)}</Light>}{' '}
        {failing > 0 && <Light shape="bad">{text.failingEvents(failing)}</Light>}{' '}
        {held > 0 && <Light shape="bad">{text.heldEvents(held)}</Light>}{' '}
        {released > 0 && <Light shape="good">{text.releasedEvents(released)}</Light>}
      </summary>
      <ul aria-label={text.differences}>
        {groups.map(({ kind, path, why, events: count, first }) => (
          <li key={`${kind} ${path} ${why?.code}`}>
            {path !== undefined && <code>{path.replace(/^additionalFields\./, '')}</code>}{' '}
            {text.differs[kind]}: {text.eventCount(count)}{' '}
            {why && <>{wordsOf(why.code)?.title ?? <code>{why.code}</code>}</>}{' '}
            {first[0] !== undefined && (
              <a href={address(['bench'], { mapping: desk.name, event: first[0] })}>{text.tryThis}</a>
            )}
          </li>
        ))}
      </ul>
    </details>
  );
}
