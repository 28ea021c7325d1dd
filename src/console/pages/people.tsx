import { useSignal } from '@preact/signals';
import type { LinkRecord } from '../../inbox/link-record.ts';
import { get, post } from '../api.ts';
import { ActDialog, mayAct } from '../parts/act.tsx';
import { Marked } from '../parts/marked.tsx';
import { Loading, Section, Trouble } from '../parts/pieces.tsx';
import { Ago } from '../parts/time.tsx';
import { useResource } from '../parts/use-resource.ts';
import { useTask } from '../parts/use-task.ts';
import { address, go, isForgotten, sought } from '../router.ts';
import { words } from '../words/words.ts';
import { ErasePerson } from './erase.tsx';

interface LinkPage {
  readonly links: readonly LinkRecord[];
  readonly next?: string;
}

/** Shows the links between ids of senders and customer numbers, and offers to erase a person. */
export function People() {
  const { people: text, pages } = words.value;
  return (
    <>
      <h1>{pages.people}</h1>
      <Links />
      {mayAct() ? <ErasePerson /> : <p class="quiet">{text.readerCannotErase}</p>}
    </>
  );
}

function Links() {
  const { people: text } = words.value;
  const q = sought.value.q ?? '';
  return (
    <Section title={text.links}>
      <p class="quiet">
        <Marked text={text.linksExplain} />
      </p>
      {mayAct() && (
        <search class="filter">
          <label>
            <span>{text.search}</span>
            <input
              type="search"
              id="search"
              value={q}
              autocomplete="off"
              maxLength={200}
              onChange={({ currentTarget: { value } }) =>
                go(address(['people']), 'replace', value ? { q: value } : {})
              }
            />
          </label>
          {isForgotten.value && <p class="quiet">{words.value.events.forgotten}</p>}
        </search>
      )}
      <LinkList key={q} q={q} />
    </Section>
  );
}

/** The number of rows on a page. */
const limit = 50;

function LinkList({ q }: { readonly q: string }) {
  const { people: text, common } = words.value;
  // Masked links look alike, so an admin needs the full ones.
  const first = useResource(`links ${q}`, () =>
    mayAct()
      ? post<LinkPage>('links/search', { who: undefined, limit, q })
      : get<LinkPage>(`links?limit=${limit}`),
  );
  const older = useSignal<LinkPage>({ links: [] });
  const task = useTask();
  const page = first.value.value;
  const next = older.value.links.length > 0 ? older.value.next : page?.next;
  const more = () =>
    task.run(async () => {
      if (next === undefined) return;
      const found = await (mayAct()
        ? post<LinkPage>('links/search', { who: undefined, limit, q, cursor: next })
        : get<LinkPage>(`links?limit=${limit}&cursor=${encodeURIComponent(next)}`));
      older.value = { ...found, links: [...older.value.links, ...found.links] };
    });
  const links = [...(page?.links ?? []), ...older.value.links];
  return (
    <>
      {first.error.value && <Trouble error={first.error.value} retry={first.reload} />}
      {!page && !first.error.value && <Loading />}
      {page && links.length === 0 && (
        <p class="empty">
          <Marked text={q ? text.noneFound : text.noLinks} />
        </p>
      )}
      <ul class="rows">
        {links.map(each => (
          <LinkRow
            key={`${each.people}\n${each.link}\n${each.destination}`}
            link={each}
            reload={() => {
              older.value = { links: [] };
              void first.reload();
            }}
          />
        ))}
      </ul>
      {task.error.value && <Trouble error={task.error.value} />}
      {next !== undefined && (
        <button type="button" onClick={() => void more()}>
          {common.furtherOnes}
        </button>
      )}
    </>
  );
}

function LinkRow({ link: record, reload }: { readonly link: LinkRecord; readonly reload: () => void }) {
  const { people: text } = words.value;
  const isAsking = useSignal(false);
  const { people, link, destination, customerId, updatedAt, sharedSince } = record;
  return (
    <li class="row">
      <span>
        <b>{link}</b> <span class="quiet">{text.of(people)}</span> → {text.customer(customerId, destination)}{' '}
        {sharedSince !== undefined && text.orAnother}{' '}
        <span class="quiet">
          <Ago at={updatedAt} />
        </span>
      </span>
      {mayAct() && (
        <span class="buttons">
          <button type="button" onClick={() => go(address(['events']), 'push', { person: customerId })}>
            {text.events}
          </button>
          <button
            type="button"
            aria-label={`${text.remove}: ${link}`}
            onClick={() => {
              isAsking.value = true;
            }}
          >
            {text.remove}
          </button>
        </span>
      )}
      {isAsking.value && (
        <ActDialog
          title={`${text.remove}: ${link}`}
          explain={text.removeExplain(customerId)}
          button={text.remove}
          needsReason
          act={async reason => {
            await post('links/remove', { people, link, destination, reason });
            reload();
          }}
          close={() => {
            isAsking.value = false;
          }}
        />
      )}
    </li>
  );
}
