import { useSignal } from '@preact/signals';
import type { AuditEntry } from '../../inbox/audit.ts';
import { get, getWhole } from '../api.ts';
import { mayAct } from '../parts/act.tsx';
import { Check } from '../parts/check.tsx';
import { isMasked, Loading, Trouble } from '../parts/pieces.tsx';
import { Ago } from '../parts/time.tsx';
import { useResource } from '../parts/use-resource.ts';
import { useTask } from '../parts/use-task.ts';
import { address } from '../router.ts';
import { words } from '../words/words.ts';

interface AuditPage {
  readonly audit: readonly AuditEntry[];
  readonly next?: string;
}

/** Shows the audit log: the actions of people, the newest first. */
export function Log() {
  const { log: text, pages, common } = words.value;
  const reasons = useSignal(false);
  const load = reasons.value ? getWhole : get;
  const newest = useResource(`audit ${reasons.value}`, abort => load<AuditPage>('audit', abort));
  const older = useSignal<AuditPage>({ audit: [] });
  const task = useTask();
  const page = newest.value.value;
  const next = older.value.audit.length > 0 ? older.value.next : page?.next;
  const more = () =>
    task.run(async () => {
      if (next === undefined) return;
      const found = await load<AuditPage>(`audit?cursor=${encodeURIComponent(next)}`);
      older.value = { ...found, audit: [...older.value.audit, ...found.audit] };
    });
  return (
    <>
      <h1>{pages.log}</h1>
      <p class="quiet">{text.explain}</p>
      {mayAct() && <Check label={text.showReasons} value={reasons} />}
      {newest.error.value && <Trouble error={newest.error.value} retry={newest.reload} />}
      {!page && !newest.error.value && <Loading />}
      {page?.audit.length === 0 && <p class="empty">{text.none}</p>}
      {page && page.audit.length > 0 && (
        <section class="card">
          <AuditRows entries={[...page.audit, ...older.value.audit]} />
        </section>
      )}
      {task.error.value && <Trouble error={task.error.value} />}
      {next !== undefined && (
        <button type="button" onClick={() => void more()}>
          {common.more}
        </button>
      )}
    </>
  );
}

/** Entries of the audit log, each as a sentence. */
export function AuditRows({ entries }: { readonly entries: readonly AuditEntry[] }) {
  const { deeds } = words.value;
  return (
    <ul class="rows">
      {entries.map(({ at, who, what, why, event, about, detail, address: from }) => (
        <li key={`${at} ${what} ${event} ${about}`}>
          <Ago at={at} /> · <b>{who}</b> · {deeds[what]} {about} {detail && <>· {detail}</>}{' '}
          {event && (
            <a href={address(['events', event])}>
              <code>{event}</code>
            </a>
          )}
          {why && !isMasked(why) && <p class="quiet">{why}</p>}
          {from && !isMasked(from) && <span class="quiet"> {from}</span>}
        </li>
      ))}
    </ul>
  );
}
