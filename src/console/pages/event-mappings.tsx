import type { Preview } from '../../deliver/bridge.ts';
import type { ConditionTrace, MappingTrace, PartOutcome } from '../../mapping/explain/trace.ts';
import type { ApiError } from '../api.ts';
import { Marked } from '../parts/marked.tsx';
import { Meant, OwnWords } from '../parts/own-words.tsx';
import { Diagnostics, Loading, Section, Trouble } from '../parts/pieces.tsx';
import { whyWords } from '../parts/step-words.ts';
import { words } from '../words/words.ts';
import { Way } from './event-call.tsx';

/** Shows the current mappings of the sender with their results for the event, including those that do not apply. */
export function Mappings({
  preview,
  error,
  isShown,
}: {
  readonly preview: Preview | undefined;
  readonly error: ApiError | undefined;
  /** True if values are shown. */
  readonly isShown: boolean;
}) {
  const { events: text } = words.value;
  const traces = preview?.why ?? [];
  return (
    <Section title={text.mappings} aside={<span class="quiet">{text.mappingsNow}</span>}>
      {error && <Trouble error={error} />}
      {!preview && !error && <Loading />}
      {preview && traces.length === 0 && <p class="empty">{text.noMapping}</p>}
      {preview && isShown && <Diagnostics all={preview.diagnostics} />}
      {[...traces].sort(byWanted).map(each => (
        <Trace key={each.mapping} trace={each} isShown={isShown} />
      ))}
    </Section>
  );
}

function byWanted(a: MappingTrace, b: MappingTrace): number {
  return Number(b.wanted) - Number(a.wanted);
}

/** A reason may quote a value, so it shows only if values are shown. */
function Trace({ trace, isShown }: { readonly trace: MappingTrace; readonly isShown: boolean }) {
  const { events: text } = words.value;
  const condition = trace.parts.find(({ part }) => part === 'when')?.condition;
  const parts = trace.parts.filter(({ part }) => part !== 'when');
  return (
    <article class="trace">
      <p>
        <span class={trace.wanted ? 'chip delivered' : 'chip skipped'}>
          {trace.wanted ? text.applied : text.notApplied}
        </span>{' '}
        <b>{trace.mapping}</b>
      </p>
      {condition && <Condition condition={condition} isShown={isShown} />}
      {parts.length > 0 && (
        <details>
          <summary>{text.ways}</summary>
          <ul class="ways">
            {parts.map(({ part, steps, outcome }) => (
              <li key={part}>
                <code>{part}</code> <Way steps={steps} isShown={isShown} />
                <WhyNot outcome={outcome} isShown={isShown} />
              </li>
            ))}
          </ul>
        </details>
      )}
    </article>
  );
}

/** Shows why a part is not used unchanged, and the next step. A reason may quote a value, so values must be shown. */
export function WhyNot({ outcome, isShown }: { readonly outcome: PartOutcome; readonly isShown: boolean }) {
  const { why, advice, isTranslated, english } = whyWords(outcome);
  return (
    <>
      {why && (isShown || isTranslated) && <p class="quiet">{why}</p>}
      {advice && (isShown || isTranslated) && (
        <p class="quiet">
          <Marked text={advice} />
        </p>
      )}
      {isShown && <Meant text={outcome.meant} />}
      {isShown && english !== undefined && <OwnWords text={english} />}
    </>
  );
}

/** Shows a condition with its result, down to both sides of its comparisons. */
function Condition({
  condition,
  isShown,
}: {
  readonly condition: ConditionTrace;
  readonly isShown: boolean;
}) {
  const { events: text } = words.value;
  const sides = sidesOf(condition);
  return (
    <div class="condition">
      <p class="quiet">
        {condition.holds ? text.whenTrue : text.whenFalse} <code>{condition.source}</code>
      </p>
      {isShown && !condition.holds && (
        <ul>
          {sides.map(({ source, value, note }) => (
            <li key={source} class="quiet">
              <code>{source}</code> {text.is}{' '}
              {value === undefined ? text.nothing : <code>{JSON.stringify(value)}</code>}
              {note && <> ({note})</>}
            </li>
          ))}
        </ul>
      )}
    </div>
  );
}

/** Returns the compared sides, without the literals. */
function sidesOf(condition: ConditionTrace): readonly ConditionTrace[] {
  if (condition.parts.length === 0) return condition.isLiteral ? [] : [condition];
  const sides = condition.parts.flatMap(sidesOf);
  return [...new Map(sides.map(each => [each.source, each])).values()];
}
