import { computed, type ReadonlySignal, type Signal, signal } from '@preact/signals';
import type { TextTrial } from '../../deliver/planning/try-text.ts';
import type { TextJudgement } from '../../history/green/judge-text.ts';
import type { Operation } from '../../inbox/call.ts';
import { type ApiError, apiErrorOf, post } from '../api.ts';
import { createLatest } from '../parts/latest.ts';
import type { Words } from '../words/en.ts';
import type { BenchEdit, EventWithPayload, MappingFile } from './answers.ts';

/** The event on which the text is tried: a stored event, or the payload of a test. */
export type TriedOn =
  | { readonly kind: 'event'; readonly event: EventWithPayload }
  | { readonly kind: 'payload'; readonly test: string; readonly payload: unknown }
  | { readonly kind: 'nothing' };

/** A place in the payload or a part of the mapping that a person has pointed at. */
export interface PickedEnds {
  readonly place?: readonly (string | number)[];
  readonly part?: string;
}

/** Puts text into the editor, as one step that can be undone. */
export type ApplyEdit = (edit: BenchEdit) => void;

/** A mapping that is being edited: its text, and the current results for it. */
export interface Desk {
  readonly name: string;
  /** The path of its file in the folder of the mappings. */
  readonly file: string;
  readonly text: Signal<string>;
  /** The text of the file; `version` is null if there is no file. */
  readonly saved: Signal<Pick<MappingFile, 'text' | 'version'>>;
  readonly isChanged: ReadonlySignal<boolean>;
  readonly on: Signal<TriedOn>;
  /** True if the values of customers are shown. */
  readonly isShown: Signal<boolean>;
  readonly trial: Signal<TextTrial | undefined>;
  readonly judgement: Signal<TextJudgement | undefined>;
  /** The text that was judged. */
  readonly judgedText: Signal<string | undefined>;
  readonly isJudging: Signal<boolean>;
  readonly error: Signal<ApiError | undefined>;
  readonly picked: Signal<PickedEnds>;
  /** The part of the mapping that the last pointing wrote. */
  readonly wrote: Signal<string | undefined>;
  /** The text right after that change. While the text is unchanged, one step undoes the rule. */
  readonly undoable: Signal<string | undefined>;
  /** Undoes the last change of the text. Set once the editor exists. */
  readonly undo: Signal<(() => void) | undefined>;
  /** The operation with which an empty mapping begins. */
  readonly begins: Signal<Operation>;
  /** Describes the last action in the language of the page, also for screen readers. */
  readonly told: Signal<((text: Words['bench']) => string) | undefined>;
  /** Applies an edit. Set once the editor exists. */
  readonly apply: Signal<ApplyEdit | undefined>;
  /** The place in the payload that a person looks for, as `placeKey` writes it. */
  readonly sought: Signal<{ readonly place: string } | undefined>;
  /** Moves the cursor to a line. */
  readonly jump: Signal<((line: number) => void) | undefined>;
  /** Tries the text again, and checks it a little later. */
  ask(): void;
  close(): void;
}

/** The wait in milliseconds between the last keystroke and a trial or check of the text. */
const waits = { try: 25, judge: 700 };

/** Unsaved texts of closed mappings, by the name of the mapping. They are lost when the page is reloaded. */
const drafts = new Map<
  string,
  { readonly text: string; readonly saved: Pick<MappingFile, 'text' | 'version'> }
>();

/** Opens a mapping; an earlier unsaved text is kept. `mayTry`: false for a reader. */
export function createDesk(
  { name, file, text, version }: MappingFile,
  mayTry: boolean,
  isShown: Signal<boolean>,
): Desk {
  const draft = drafts.get(name);
  const saved = signal(draft?.saved ?? { text, version });
  const desk: Desk = {
    name,
    file,
    text: signal(draft?.text ?? text),
    saved,
    isChanged: computed(() => desk.text.value !== saved.value.text),
    on: signal<TriedOn>({ kind: 'nothing' }),
    isShown,
    trial: signal(undefined),
    judgement: signal(undefined),
    judgedText: signal(undefined),
    isJudging: signal(false),
    error: signal(undefined),
    picked: signal({}),
    wrote: signal(undefined),
    undoable: signal(undefined),
    undo: signal(undefined),
    begins: signal<Operation>('updateCustomer'),
    told: signal(undefined),
    apply: signal(undefined),
    jump: signal(undefined),
    sought: signal(undefined),
    ask() {
      if (!mayTry) return;
      trying.ask();
      desk.isJudging.value = true;
      judging.ask();
    },
    close() {
      trying.stop();
      judging.stop();
      if (desk.isChanged.value) drafts.set(name, { text: desk.text.value, saved: saved.value });
      else drafts.delete(name);
    },
  };
  const trying = createLatest(abort => tryOnce(desk, abort), waits.try);
  const judging = createLatest(abort => judgeOnce(desk, abort, () => judging.ask()), waits.judge);
  return desk;
}

/** Reports an action. `withRule`: the text with a rule that the action has written, and that one step undoes. */
export function announce(desk: Desk, said: (text: Words['bench']) => string, withRule?: string): void {
  desk.told.value = said;
  desk.undoable.value = withRule;
}

/** Returns the parts of a request that name the event or payload on which the text is tried. */
export function triedOn(on: TriedOn): object {
  if (on.kind === 'event') return { eventId: on.event.id };
  return on.kind === 'payload' ? { payload: on.payload } : {};
}

async function tryOnce(desk: Desk, abort: AbortSignal): Promise<void> {
  const text = desk.text.value;
  const on = desk.on.value;
  const asked = { mapping: desk.name, text, ...triedOn(on), ...(desk.isShown.value && { shown: true }) };
  try {
    const trial = await post<TextTrial>('bench/try', asked, abort);
    // The text may have changed since the request: the response would mark the wrong lines.
    if (abort.aborted || desk.text.value !== text || desk.on.value !== on) return;
    desk.trial.value = trial;
    const { sample } = trial;
    if (on.kind === 'nothing' && sample) desk.on.value = { kind: 'payload', ...sample };
    desk.error.value = undefined;
  } catch (error) {
    if (!abort.aborted) desk.error.value = apiErrorOf(error);
  }
}

async function judgeOnce(desk: Desk, abort: AbortSignal, again: () => void): Promise<void> {
  const text = desk.text.value;
  try {
    const judgement = await post<TextJudgement>('bench/judge', withoutActor(desk.name, text), abort);
    if (abort.aborted || desk.text.value !== text) return;
    desk.judgedText.value = text;
    desk.judgement.value = judgement;
    desk.isJudging.value = false;
  } catch (error) {
    if (abort.aborted) return;
    const found = apiErrorOf(error);
    if (found.status === 429) again();
    else {
      desk.isJudging.value = false;
      desk.error.value = found;
    }
  }
}

/** Returns a request with the text that does not name the person. */
export function withoutActor(mapping: string, text: string): object {
  return { who: undefined, mapping, text };
}
