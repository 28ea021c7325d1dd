import { computed, signal } from '@preact/signals';

/** Where the console is, as its address says: everything that is shown follows from it. */
const here = signal(new URL(location.href));
const base = new URL('.', document.baseURI).pathname;

/** The path behind that of the console, in pieces: `['events', 'evt_1']`. */
export const path = computed(() =>
  here.value.pathname.slice(base.length).split('/').filter(Boolean).map(decodeURIComponent),
);
export const query = computed(() => here.value.searchParams);

/** The address of a page of the console. Each is made here, so that a prefix is never forgotten. */
export function address(
  pieces: readonly string[],
  parameters: Readonly<Record<string, string | undefined>> = {},
): string {
  const given = Object.entries(parameters).filter((each): each is [string, string] => Boolean(each[1]));
  const search = new URLSearchParams(given).toString();
  return base + pieces.map(encodeURIComponent).join('/') + (search && `?${search}`);
}

/** Goes to an address of the console. `replace`: the one before is not gone back to. */
export function go(to: string, how: 'push' | 'replace' = 'push'): void {
  if (how === 'push') history.pushState(null, '', to);
  else history.replaceState(null, '', to);
  here.value = new URL(location.href);
  if (how === 'push') scrollTo(0, 0);
}

addEventListener('popstate', () => {
  here.value = new URL(location.href);
});

document.addEventListener('click', event => {
  if (event.defaultPrevented || event.button !== 0 || event.metaKey || event.ctrlKey || event.shiftKey)
    return;
  const link = event.target instanceof Element ? event.target.closest('a') : null;
  if (link?.target !== '' || link.origin !== location.origin || !link.pathname.startsWith(base)) return;
  event.preventDefault();
  go(link.href);
});
