import { type ComponentChildren, Fragment } from 'preact';
import type { Diagnostic } from '../../diagnostics/diagnostic.ts';
import type { Status } from '../../inbox/event.ts';
import type { ApiError } from '../api.ts';
import { words } from '../words/words.ts';
import { type CodeWords, useCodeWords } from './code-words.ts';
import { Marked } from './marked.tsx';
import { Meant, OwnWords } from './own-words.tsx';

const shapes: Readonly<Record<Status, string>> = {
  queued: '◷',
  held: '❚❚',
  delivered: '✓',
  skipped: '–',
  failed: '✗',
  uncertain: '?',
  discarded: '⌫',
};

/** True if the API hides this text until values are requested. */
export function isMasked(text: string | undefined): boolean {
  return text === '[masked]';
}

/** Shows a status as a shape and a word, never as a colour alone. */
export function StatusChip({ status }: { readonly status: Status }) {
  return (
    <span class={`chip ${status}`}>
      <span aria-hidden="true">{shapes[status]}</span> {words.value.status[status]}
    </span>
  );
}

/** Shows the reason why data are not available, and the next step. */
export function Trouble({ error, retry }: { readonly error: ApiError; readonly retry?: () => void }) {
  const { common, troubles } = words.value;
  const known: Readonly<Record<string, string>> = troubles;
  const own = error.status === 0 ? common.away : known[error.code ?? error.status];
  return (
    <div class="trouble" role="alert">
      {own && <p>{own}</p>}
      {!own && <p lang="en">{error.message}</p>}
      {!own && error.hint && (
        <p class="quiet" lang="en">
          {error.hint}
        </p>
      )}
      {retry && (
        <button type="button" onClick={retry}>
          {common.retry}
        </button>
      )}
    </div>
  );
}

/** A placeholder for something that is loading. */
export function Loading() {
  return (
    <p class="quiet" role="status">
      {words.value.common.loading}
    </p>
  );
}

/** Shows diagnostics in the language of the page, each with the bridge's own text and the remedy. */
export function Diagnostics({ all }: { readonly all: readonly Diagnostic[] }) {
  const wordsOf = useCodeWords();
  return (
    <ul class="diagnostics">
      {alike(all).map(({ first, paths }) => (
        <li key={`${first.code} ${first.path} ${first.message}`} class={first.severity}>
          <DiagnosticWords of={first} known={wordsOf(first.code)} />
          <p class="quiet">
            <code>{first.code}</code>
            {paths.map(path => (
              <Fragment key={path}>
                {' '}
                <code>{path}</code>
              </Fragment>
            ))}
          </p>
        </li>
      ))}
    </ul>
  );
}

const unclearCodes: readonly string[] = ['delivery/outcome-unknown', 'delivery/refused-again'];

/** The codes of diagnostics that differ only in their path, so they are shown once with all paths. */
const byPathAlone: readonly string[] = ['delivery/superseded'];

function alike(all: readonly Diagnostic[]) {
  const groups: { first: Diagnostic; paths: string[] }[] = [];
  for (const each of all) {
    const same =
      byPathAlone.includes(each.code) &&
      groups.find(({ first }) => first.code === each.code && first.hint === each.hint);
    const group = same || { first: each, paths: [] };
    if (!same) groups.push(group);
    if (each.path) group.paths.push(each.path);
  }
  return groups;
}

function DiagnosticWords({
  of: { code, severity, message, hint, meant },
  known,
}: {
  readonly of: Diagnostic;
  readonly known: CodeWords | undefined;
}) {
  const isOwn = message !== known?.title && message !== known?.english;
  const own = [isOwn && message, hint].filter(
    each => typeof each === 'string' && each !== '' && !isMasked(each),
  );
  // After a person resolved an uncertain booking, its diagnostics are notes without a next step.
  const isDone = severity === 'info' && unclearCodes.includes(code);
  if (known?.english !== undefined)
    return (
      <>
        <p>
          <b>{known.title}</b>
        </p>
        {!isDone && (
          <p>
            <Marked text={known.advice} />
          </p>
        )}
        {!isDone && <Meant text={meant} />}
        {own.length > 0 && <OwnWords text={own.join(' · ')} />}
      </>
    );
  return (
    <>
      {known && (
        <p>
          <b>{known.title}</b>
        </p>
      )}
      {(isOwn || !known) && <p lang="en">{message}</p>}
      {known && !isDone && (!hint || isMasked(hint)) && (
        <p>
          <Marked text={known.advice} />
        </p>
      )}
      {hint && !isMasked(hint) && (
        <p class="quiet" lang="en">
          <Marked text={hint} />
        </p>
      )}
    </>
  );
}

/** A part of a page with its heading. */
export function Section({
  title,
  aside,
  children,
}: {
  readonly title: string;
  readonly aside?: ComponentChildren;
  readonly children: ComponentChildren;
}) {
  return (
    <section class="card">
      <header>
        <h2>{title}</h2>
        {aside}
      </header>
      {children}
    </section>
  );
}
