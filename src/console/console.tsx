import { effect, signal, useSignal } from '@preact/signals';
import { render } from 'preact';
import { useEffect } from 'preact/hooks';
import { type ApiError, apiErrorOf, findSession, session, signIn, signOut } from './api.ts';
import { KeysHelp } from './keys.tsx';
import { Bench } from './pages/bench.tsx';
import { EventStory } from './pages/event.tsx';
import { Events } from './pages/events.tsx';
import { Fields } from './pages/fields.tsx';
import { Log } from './pages/log.tsx';
import { Now } from './pages/now.tsx';
import { People } from './pages/people.tsx';
import { Senders } from './pages/senders.tsx';
import { SettingUp } from './pages/setup.tsx';
import { SignIn } from './pages/sign-in.tsx';
import { Loading, Trouble } from './parts/pieces.tsx';
import { useTask } from './parts/use-task.ts';
import { address, path } from './router.ts';
import { language, switchLanguage, words } from './words/words.ts';
import './console.css';
import './bench/bench.css';

/** The reason why the sign-in link failed, or why the bridge does not respond. */
const trouble = signal<ApiError | undefined>(undefined);

/** A sign-in link has its code behind the `#`, which browsers send to no server, so no log contains it. */
async function begin(): Promise<void> {
  trouble.value = undefined;
  const code = /^#code=([\w-]+)$/.exec(location.hash)?.[1];
  if (code !== undefined) history.replaceState(null, '', location.pathname + location.search);
  try {
    if (code === undefined) await findSession();
    else await signIn({ code });
  } catch (error) {
    trouble.value = apiErrorOf(error);
    if (trouble.value.status === 401) session.value = null;
  }
}

/** The page stays empty until the session has ended. If that fails, the page shows the reason and the sign-in. */
async function leave(): Promise<void> {
  trouble.value = undefined;
  try {
    await signOut();
  } catch (error) {
    trouble.value = apiErrorOf(error);
  }
}

function Console() {
  if (session.value === undefined)
    return (
      <main id="content">
        {trouble.value ? <Trouble error={trouble.value} retry={() => void begin()} /> : <Loading />}
      </main>
    );
  if (session.value === null) return <SignIn refused={trouble.value} />;
  const [page = ''] = path.value;
  return (
    <>
      <a class="skip" href="#content">
        {words.value.common.skipToContent}
      </a>
      <Bar page={page} />
      <main id="content" tabIndex={-1}>
        <Page />
      </main>
      <KeysHelp />
    </>
  );
}

const pages = ['now', 'events', 'senders', 'fields', 'bench'] as const;

function Bar({ page }: { readonly page: string }) {
  const { pages: names, common, signIn: text } = words.value;
  return (
    <header class="bar">
      <nav aria-label="Fieldbridge">
        {pages.map(each => (
          <a
            key={each}
            href={address(each === 'now' ? [] : [each])}
            aria-current={(page || 'now') === each ? 'page' : undefined}
          >
            {names[each]}
          </a>
        ))}
      </nav>
      <div class="buttons">
        {(['people', 'log'] as const).map(each => (
          <a key={each} href={address([each])} aria-current={page === each ? 'page' : undefined}>
            {names[each]}
          </a>
        ))}
        {session.value?.role === 'reader' && <span class="quiet">{text.reading}</span>}
        <button type="button" onClick={switchLanguage}>
          {common.language}
        </button>
        <button type="button" onClick={() => void leave()}>
          {text.signOut}
        </button>
      </div>
    </header>
  );
}

function Page() {
  const [page, id, ...further] = path.value;
  if (page === 'senders' && id !== undefined && further.join('/') === 'list')
    return <List key={id} source={id} />;
  if (further.length > 0) return <NotFound />;
  if (page === 'events' && id !== undefined) return <EventStory key={id} id={id} />;
  if (id !== undefined) return <NotFound />;
  switch (page) {
    case undefined:
      return <Now />;
    case 'events':
      return <Events />;
    case 'senders':
      return <Senders />;
    case 'fields':
      return <Fields />;
    case 'people':
      return <People />;
    case 'log':
      return <Log />;
    case 'bench':
      return <Bench />;
    case 'setup':
      return <SettingUp />;
    default:
      return <NotFound />;
  }
}

/** The code that reads files is loaded when a person imports a list. */
function List({ source }: { readonly source: string }) {
  const page = useSignal<typeof import('./pages/list.tsx') | undefined>(undefined);
  const loading = useTask();
  const load = () =>
    loading.run(async () => {
      page.value = await import('./pages/list.tsx');
    });
  useEffect(() => void load(), []);
  const Loaded = page.value?.BringIn;
  if (loading.error.value) return <Trouble error={loading.error.value} retry={() => void load()} />;
  return Loaded ? <Loaded source={source} /> : <Loading />;
}

function NotFound() {
  return <p class="empty">{words.value.common.notFound}</p>;
}

effect(() => {
  document.documentElement.lang = language.value;
});
effect(() => {
  const [page = 'now'] = path.value;
  const name = [...pages, 'people' as const, 'log' as const, 'setup' as const].find(each => each === page);
  document.title = name ? `${words.value.pages[name]} · Fieldbridge` : 'Fieldbridge';
});
render(<Console />, document.body);
void begin();
