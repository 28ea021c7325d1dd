import { useSignal } from '@preact/signals';
import type { LineFault } from '../../lists/list-fault.ts';
import { type BegunList, chooseFile, type FileFault, type ListRun, type Said } from '../parts/list-run.ts';
import { words } from '../words/words.ts';

/** Lets a person choose a file, or drop one here. */
export function ChooseFile({
  source,
  begun,
}: {
  readonly source: string;
  readonly begun?: BegunList | undefined;
}) {
  const { lists: text } = words.value;
  const isOver = useSignal(false);
  const take = (files: FileList | null | undefined) => {
    const [file] = files ?? [];
    if (file) chooseFile(source, file, begun);
  };
  return (
    <label
      class={isOver.value ? 'drop over' : 'drop'}
      onDragOver={event => {
        event.preventDefault();
        isOver.value = true;
      }}
      onDragLeave={() => {
        isOver.value = false;
      }}
      onDrop={event => {
        event.preventDefault();
        isOver.value = false;
        take(event.dataTransfer?.files);
      }}
    >
      <input
        type="file"
        class="visually-hidden"
        accept=".csv,.tsv,.txt,.ndjson,.jsonl"
        onChange={({ currentTarget }) => take(currentTarget.files)}
      />
      <b>{text.choose}</b>
      <span class="quiet">{text.kinds}</span>
    </label>
  );
}

/** Shows the reason why a file cannot be imported; asks for missing details. */
export function FaultyFile({ run, fault }: { readonly run: ListRun; readonly fault: FileFault }) {
  const { lists: text } = words.value;
  const encoding = fault.fault === 'not UTF-8' ? fault.encoding : undefined;
  const say = (said: Said) => chooseFile(run.source, run.file, undefined, { ...run.said, ...said });
  switch (fault.fault) {
    case 'not UTF-8':
      return (
        <>
          <p role="alert">{text.notUtf8(fault.line)}</p>
          {encoding !== undefined && (
            <>
              <p>{text.reads(encoding)}</p>
              <pre class="sample">{fault.text}</pre>
              <p>{text.isRight}</p>
              <div class="buttons">
                <button type="button" class="primary" onClick={() => say({ encoding })}>
                  {text.yesRight}
                </button>
              </div>
            </>
          )}
          <p class="quiet">{text.saveUtf8}</p>
        </>
      );
    case 'several separators':
      return (
        <>
          <p role="alert">{text.severalSeparators}</p>
          <ul class="groups">
            {fault.found.map(({ separator }) => (
              <li key={separator}>
                <p>
                  {fault.header.split(separator).map((each, at) => (
                    <code key={`${at} ${each}`} class="cell">
                      {each.trim()}
                    </code>
                  ))}
                </p>
                <button type="button" onClick={() => say({ separator })}>
                  {text.separateBy(text.separators[separator === '\t' ? 'tab' : separator] ?? separator)}
                </button>
              </li>
            ))}
          </ul>
        </>
      );
    case 'faulty lines':
      return <FaultyLines lines={fault.lines} count={fault.count} />;
    default:
      return <p role="alert">{text.fileFaults[fault.fault]}</p>;
  }
}

function FaultyLines({ lines, count }: { readonly lines: readonly LineFault[]; readonly count: number }) {
  const { lists: text } = words.value;
  return (
    <>
      <p role="alert">{text.faultyLines(count)}</p>
      <ul class="diagnostics">
        {lines.map(each => (
          <li key={`${each.line} ${each.fault} ${'column' in each ? each.column : ''}`} class="error">
            <b>{text.line(each.line, 'row' in each ? each.row : undefined)}</b> {lineWords(each)}
          </li>
        ))}
      </ul>
      {count > lines.length && <p>{text.moreLines(count - lines.length)}</p>}
    </>
  );
}

function lineWords(each: LineFault): string {
  const { lists: text } = words.value;
  switch (each.fault) {
    case 'too few cells':
    case 'too many cells':
      return text.cells(each.cells, each.columns);
    case 'unnamed column':
      return text.unnamedColumn(each.column);
    case 'repeated columns':
      return text.repeatedColumns(each.names.map(name => `“${name}”`).join(', '));
    case 'failed formula':
      return text.failedFormula(each.column, each.text);
    case 'note for Excel':
      return text.noteForExcel(each.text);
    case 'title':
      return text.aboveHeader(each.text, each.filled, each.next, each.cells);
    case 'quote not closed':
    case 'row too large':
      return text.lineFaults[each.fault](each.noticedAt);
    default:
      return text.lineFaults[each.fault];
  }
}
