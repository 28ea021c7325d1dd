import { useEffect } from 'preact/hooks';
import type { TakenRows } from '../../lists/failed-rows.ts';
import type { ScannedList } from '../../lists/scan-list.ts';
import type { ImportView } from '../../server/api/routes/imports.ts';
import { getWhole } from '../api.ts';
import { mayAct } from '../parts/act.tsx';
import { type ListRun, leaveList, listRun } from '../parts/list-run.ts';
import { Loading, Section, Trouble } from '../parts/pieces.tsx';
import { type Resource, useResource } from '../parts/use-resource.ts';
import { address, go, query } from '../router.ts';
import { words } from '../words/words.ts';
import { ChooseFile, FaultyFile } from './list-file.tsx';
import { Outcome } from './list-outcome.tsx';
import { Moving } from './list-progress.tsx';
import { Tried } from './list-tried.tsx';

/** Imports the rows of a file as events of a source. */
export function BringIn({ source }: { readonly source: string }) {
  const { lists: text } = words.value;
  const run = listRun.value?.source === source ? listRun.value : undefined;
  const id = query.value.get('import') ?? undefined;
  return (
    <>
      <nav class="siblings" aria-label={text.title(source)}>
        <a href={address(['senders'])} data-back>
          {text.back}
        </a>
      </nav>
      <h1>{text.title(source)}</h1>
      {!mayAct() && <p class="empty">{text.readerCannot}</p>}
      {mayAct() && run && <Run key={run.file.name} run={run} />}
      {mayAct() && !run && id !== undefined && <Begun key={id} source={source} id={id} />}
      {mayAct() && !run && id === undefined && (
        <Section title={text.file}>
          <p>{text.explain}</p>
          <ChooseFile source={source} />
        </Section>
      )}
    </>
  );
}

/** An import whose file this page does not have: the page was reloaded, or somebody else started it. */
function Begun({ source, id }: { readonly source: string; readonly id: string }) {
  const { lists: text } = words.value;
  const { value, error, reload } = useImport(id);
  const view = value.value;
  const isUnknown = error.value?.status === 404;
  return (
    <>
      {error.value && <Trouble error={error.value} retry={reload} />}
      {!view && !error.value && <Loading />}
      {view && <Outcome view={view} />}
      {(view || isUnknown) && (
        <Section title={text.file}>
          {view && <p>{text.sameFile(view.file)}</p>}
          <ChooseFile source={source} begun={view} />
        </Section>
      )}
    </>
  );
}

function Run({ run }: { readonly run: ListRun }) {
  const { lists: text } = words.value;
  const stage = run.stage.value;
  const id = stage.at === 'storing' || stage.at === 'stored' ? stage.id : undefined;
  useEffect(() => {
    // From here on, the page can be reloaded.
    if (id !== undefined) go(address(['senders', run.source, 'list'], { import: id }), 'replace');
  }, [id]);
  return (
    <>
      <Section
        title={run.file.name}
        aside={(stage.at === 'tried' || stage.at === 'stored') && <Another run={run} />}
      >
        {stage.at === 'reading' && <Loading />}
        {stage.at === 'faulty' && (
          <>
            <FaultyFile run={run} fault={stage.fault} />
            <ChooseFile source={run.source} />
          </>
        )}
        {stage.at === 'trying' && <Moving words={text.tried} done={stage.done} total={stage.list.rows} />}
        {stage.at === 'tried' && <Tried run={run} list={stage.list} summary={stage.summary} />}
        {stage.at === 'storing' && (
          <>
            <Moving words={text.stored} done={stage.done} total={stage.list.rows} />
            {stage.isAway ? (
              <p class="warning" role="status">
                {text.away}
              </p>
            ) : (
              <p class="quiet">{text.stay}</p>
            )}
          </>
        )}
        {stage.at === 'stored' && <p class="good">{text.allStored(stage.list.rows)}</p>}
        {stage.at === 'stopped' && <Trouble error={stage.error} retry={stage.goOn} />}
      </Section>
      {stage.at === 'stored' && <Stored key={stage.id} run={run} {...stage} />}
    </>
  );
}

/** Shows the results once all rows are stored in the bridge. */
function Stored({
  run,
  id,
  list,
  taken,
}: {
  readonly run: ListRun;
  readonly id: string;
  readonly list: ScannedList;
  readonly taken: TakenRows;
}) {
  const { value, error, reload } = useImport(id);
  return (
    <>
      {error.value && <Trouble error={error.value} retry={reload} />}
      {!value.value && !error.value && <Loading />}
      {value.value && <Outcome view={value.value} file={{ run, list, taken }} />}
    </>
  );
}

function useImport(id: string): Resource<ImportView> {
  const path = `imports/${encodeURIComponent(id)}`;
  return useResource(path, abort => getWhole<ImportView>(path, abort), 'moving');
}

function Another({ run }: { readonly run: ListRun }) {
  return (
    <button
      type="button"
      onClick={() => {
        leaveList();
        go(address(['senders', run.source, 'list']), 'replace');
      }}
    >
      {words.value.lists.another}
    </button>
  );
}
