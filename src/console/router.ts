import { batch, computed, signal } from '@preact/signals';

/** The address of the console, which determines everything that is shown. */
const here = signal(new URL(location.href));
const base = new URL('.', document.baseURI).pathname;

/** The path behind that of the console, in pieces: `['events', 'evt_1']`. */
export const path = computed(() =>
  here.value.pathname.slice(base.length).split('/').filter(Boolean).map(decodeURIComponent),
);
export const query = computed(() => here.value.searchParams);

/**
 * The search words of a person, which may be values of a customer, by their names in a filter. Browsers and proxies
 * store addresses, so no address contains them: they are kept in memory, for each step of the history, until the page
 * is reloaded.
 */
export type Sought = Readonly<Record<string, string>>;
const soughtNames = ['q', 'person'] as const;
const soughtAt = new Map<number, Sought>();
export const sought = signal<Sought>({});
/** True if this address had search words before the page was reloaded. */
export const isForgotten = signal(false);

/** A step of the browser history. Each loading of the page numbers its steps from another start. */
interface Step {
  readonly step: number;
  readonly isSearch: boolean;
}
let newestStep = performance.timeOrigin;

/** Returns the address of a page of the console. All addresses are made here, so that none lacks the prefix. */
export function address(
  pieces: readonly string[],
  parameters: Readonly<Record<string, string | undefined>> = {},
): string {
  const given = Object.entries(parameters).filter(
    (each): each is [string, string] => Boolean(each[1]) && !isSought(each[0]),
  );
  const search = new URLSearchParams(given).toString();
  return base + pieces.map(encodeURIComponent).join('/') + (search && `?${search}`);
}

/** Goes to an address of the console. `replace`: the new address replaces the current one in the history. */
export function go(to: string, how: 'push' | 'replace' = 'push', values: Sought = {}): void {
  newestStep += 1;
  const step: Step = { step: newestStep, isSearch: Object.keys(values).length > 0 };
  soughtAt.set(newestStep, values);
  if (how === 'push') history.pushState(step, '', to);
  else history.replaceState(step, '', to);
  show(values, { forgotten: false });
  if (how === 'push') scrollTo(0, 0);
}

function isSought(name: string): boolean {
  return soughtNames.some(each => each === name);
}

function show(values: Sought, { forgotten }: { readonly forgotten: boolean }): void {
  batch(() => {
    sought.value = values;
    isForgotten.value = forgotten;
    here.value = new URL(location.href);
  });
}

function showStep(state: Partial<Step> | null): void {
  const values = state?.step === undefined ? undefined : soughtAt.get(state.step);
  show(values ?? {}, { forgotten: state?.isSearch === true && values === undefined });
}

/** An address with a value in it is accepted, and the value is removed from it. */
function begin(): void {
  const url = new URL(location.href);
  const found = soughtNames.flatMap(name => {
    const value = url.searchParams.get(name);
    url.searchParams.delete(name);
    return value ? [[name, value] as const] : [];
  });
  if (found.length === 0) showStep(history.state);
  else go(url.href, 'replace', Object.fromEntries(found));
}

addEventListener('popstate', event => showStep(event.state));

document.addEventListener('click', event => {
  if (event.defaultPrevented || event.button !== 0 || event.metaKey || event.ctrlKey || event.shiftKey)
    return;
  const link = event.target instanceof Element ? event.target.closest('a') : null;
  if (link?.target !== '' || link.origin !== location.origin || !link.pathname.startsWith(base)) return;
  event.preventDefault();
  go(link.href, 'push', 'keep' in link.dataset ? sought.value : {});
});

begin();
