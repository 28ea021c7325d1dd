import { type Signal, useSignal } from '@preact/signals';
import type { FieldConfiguration } from '../../booking/catalog/field.ts';
import type { RedFinding, TextJudgement } from '../../history/green/judge-text.ts';
import { ApiError, getWhole, post } from '../api.ts';
import { ActDialog } from '../parts/act.tsx';
import { useCodeWords } from '../parts/code-words.ts';
import { Marked } from '../parts/marked.tsx';
import { Trouble } from '../parts/pieces.tsx';
import { useTask } from '../parts/use-task.ts';
import { words } from '../words/words.ts';
import type { MappingFile } from './answers.ts';
import { eventsThat } from './bar.tsx';
import { CompareDialog } from './compare.tsx';
import { announce, type Desk, withoutActor } from './desk.ts';
import { askedChoice } from './open-choices.tsx';
import { partTitle } from './part-title.ts';

/** The result of saving a text: its errors, or the version of the file that somebody else has written. */
export interface Saving {
  readonly red: Signal<TextJudgement | undefined>;
  readonly conflict: Signal<MappingFile | undefined>;
  /** Saves a text without errors; if it has some, it asks the person to confirm them. */
  save(): Promise<void>;
  write(confirm: readonly string[], reason?: string): Promise<void>;
}

/** Reads the file of a mapping as it is now. @throws ApiError */
export function readFile(name: string, abort?: AbortSignal): Promise<MappingFile> {
  return getWhole<MappingFile>(`bench/file?${new URLSearchParams({ mapping: name })}`, abort);
}

/** Saves a text into its file. */
export function useSaving(desk: Desk): Saving {
  const red = useSignal<TextJudgement | undefined>(undefined);
  const conflict = useSignal<MappingFile | undefined>(undefined);
  const saving: Saving = {
    red,
    conflict,
    async save() {
      if (!desk.isChanged.value) return;
      const text = desk.text.value;
      const judgement = await post<TextJudgement>('bench/judge', withoutActor(desk.name, text));
      desk.judgedText.value = text;
      desk.judgement.value = judgement;
      if (judgement.red.length > 0) red.value = judgement;
      else await saving.write([]);
    },
    async write(confirm, reason) {
      const text = desk.text.value;
      const { version } = desk.saved.value;
      try {
        const asked = { mapping: desk.name, text, version, confirm, ...(reason !== undefined && { reason }) };
        const saved = await post<{ version: string }>('bench/save', asked);
        desk.saved.value = { text, version: saved.version };
        announce(desk, each => each.saved);
        desk.ask();
      } catch (error) {
        if (!(error instanceof ApiError) || error.code !== 'changed-meanwhile') throw error;
        conflict.value = await readFile(desk.name);
      }
    },
  };
  return saving;
}

/** Shows the buttons: save if that is allowed, or the reason why not; always copy and download. */
export function SaveButtons({
  desk,
  file,
  saving,
  fields,
}: {
  readonly desk: Desk;
  readonly file: MappingFile;
  readonly saving: Saving;
  readonly fields: readonly FieldConfiguration[];
}) {
  const { bench: text } = words.value;
  const task = useTask();
  const { refusal } = file;
  const known: Readonly<Record<string, string>> = text.whyNot;
  const isChanged = desk.isChanged.value;
  return (
    <>
      <div class="buttons">
        {refusal === undefined && (
          <button
            type="button"
            class="primary"
            disabled={!isChanged}
            data-save
            onClick={() => void task.run(saving.save)}
          >
            {text.save}
          </button>
        )}
        <CopyButton desk={desk} />
        <button type="button" onClick={() => download(desk)}>
          {text.download}
        </button>
        {isChanged && (
          <button
            type="button"
            onClick={() => {
              desk.text.value = desk.saved.value.text;
            }}
          >
            {text.revert}
          </button>
        )}
        {isChanged && <span class="light warn">{text.unsaved}</span>}
        {!isChanged && desk.saved.value.version !== null && <span class="quiet">{text.asSaved}</span>}
      </div>
      {refusal !== undefined && (
        <p class="quiet">
          <Marked text={known[refusal] ?? text.whyNot.other} />
        </p>
      )}
      {task.error.value && <Trouble error={task.error.value} />}
      {saving.red.value && (
        <ConfirmDialog judgement={saving.red.value} saving={saving} desk={desk} fields={fields} />
      )}
      {saving.conflict.value && <ConflictDialog desk={desk} theirs={saving.conflict.value} saving={saving} />}
    </>
  );
}

function CopyButton({ desk }: { readonly desk: Desk }) {
  const { bench: text } = words.value;
  const task = useTask();
  const copy = () =>
    task.run(async () => {
      await navigator.clipboard.writeText(desk.text.value);
      announce(desk, each => each.copied);
    });
  // Without encryption, browsers do not let a page write to the clipboard.
  if (!navigator.clipboard) return null;
  return (
    <button type="button" onClick={() => void copy()}>
      {text.copy}
    </button>
  );
}

function download({ file, text }: Desk): void {
  const link = document.createElement('a');
  link.href = URL.createObjectURL(new Blob([text.value], { type: 'application/yaml' }));
  link.download = file.split('/').at(-1) ?? 'mapping.yaml';
  link.click();
  URL.revokeObjectURL(link.href);
}

/** Lists everything that is not green, each with a box to confirm it by name. */
function ConfirmDialog({
  judgement,
  saving,
  desk,
  fields,
}: {
  readonly judgement: TextJudgement;
  readonly saving: Saving;
  readonly desk: Desk;
  readonly fields: readonly FieldConfiguration[];
}) {
  const { bench: text } = words.value;
  const open = openChoices(judgement, desk.text.value, fields);
  const meant = useSignal<ReadonlySet<string>>(new Set());
  const { red } = judgement;
  const wordsOf = useCodeWords();
  const mayRenew = judgement.renewed !== undefined && red.some(({ kind }) => kind === 'test');
  const tick = (name: string, isMeant: boolean) => {
    const next = new Set(meant.value);
    if (isMeant) next.add(name);
    else next.delete(name);
    meant.value = next;
  };
  return (
    <ActDialog
      title={text.confirmTitle}
      explain={text.confirmExplain}
      button={text.save}
      isReady={red.every(({ name }) => meant.value.has(name))}
      act={reason => saving.write([...meant.value], reason)}
      close={() => {
        saving.red.value = undefined;
      }}
    >
      {mayRenew && <p>{text.renewFirst}</p>}
      {red.map(each => (
        <label key={each.name} class="check">
          <input
            type="checkbox"
            checked={meant.value.has(each.name)}
            onChange={change => tick(each.name, change.currentTarget.checked)}
          />{' '}
          <span>
            {open.get(each.name)?.join(' ') ?? (
              <>
                {each.code !== undefined && <>{wordsOf(each.code)?.title} </>}
                {each.kind === 'check' ? <code>{each.name}</code> : redWords(each, judgement)}
              </>
            )}
          </span>
        </label>
      ))}
    </ActDialog>
  );
}

/** Returns what saving does if choices are still open, by the names of the red findings that report them. */
function openChoices(
  { findings, red }: TextJudgement,
  written: string,
  fields: readonly FieldConfiguration[],
): ReadonlyMap<string, readonly string[]> {
  const { bench: text } = words.value;
  const titled = (part: string) => ({ title: partTitle(part, fields) ?? part, choices: [] });
  const open = findings.flatMap(each => {
    const asked = askedChoice(each, written, titled);
    return asked ? [{ ...each, says: text.confirmOpenChoice(asked.about.title, asked.answer) }] : [];
  });
  return new Map(
    red.flatMap(({ kind, name, code, path }) => {
      if (kind !== 'check') return [];
      const own = open.filter(each => each.code === code && each.path === path);
      return own.length > 0 ? [[name, own.map(({ says }) => says)] as const] : [];
    }),
  );
}

function redWords({ kind, name }: RedFinding, { differences }: TextJudgement): string {
  const { bench: text } = words.value;
  if (kind === 'test') return text.confirmTest(name.replace(/^test /, ''));
  if (kind === 'differences') {
    const { changed = 0, released = 0, events = 0, groups = [] } = differences ?? {};
    const isNew = groups.every(group => group.kind === 'new-call');
    const say = isNew ? text.confirmNewCalls : text.confirmDifferences;
    const failing = eventsThat('fails', groups);
    const held = eventsThat('held', groups);
    return [
      say(changed - released, events),
      ...(failing > 0 ? [text.failingEvents(failing)] : []),
      ...(held > 0 ? [text.heldEvents(held)] : []),
    ].join('. ');
  }
  return name;
}

/** Compares the file that somebody else has written with the text of this page. */
function ConflictDialog({
  desk,
  theirs,
  saving,
}: {
  readonly desk: Desk;
  readonly theirs: MappingFile;
  readonly saving: Saving;
}) {
  const { bench: text } = words.value;
  const end = () => {
    saving.conflict.value = undefined;
  };
  const take = (own: string) => {
    desk.saved.value = { text: theirs.text, version: theirs.version };
    desk.text.value = own;
    end();
  };
  return (
    <CompareDialog
      title={text.conflictTitle}
      explain={theirs.version === null ? text.gone : text.conflictExplain}
      left={{ title: text.diskText, text: theirs.text }}
      right={{ title: text.ownText, text: desk.text.value }}
      close={end}
    >
      <button type="button" class="primary" onClick={() => take(desk.text.value)}>
        {text.keepMine}
      </button>
      <button type="button" onClick={() => take(theirs.text)}>
        {text.takeTheirs}
      </button>
    </CompareDialog>
  );
}
