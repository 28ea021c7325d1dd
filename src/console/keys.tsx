import { signal } from '@preact/signals';
import { useEffect, useRef } from 'preact/hooks';
import { address, go } from './router.ts';
import { words } from './words/words.ts';

/** True while the help about keys is shown. */
const isShown = signal(false);
const pages: Readonly<Record<string, string>> = {
  n: '',
  e: 'events',
  b: 'bench',
  f: 'fields',
  s: 'senders',
  p: 'people',
  l: 'log',
};
/** True for a second after a `g`. */
let goingSince = 0;

function isWriting(target: EventTarget | null): boolean {
  return target instanceof Element && target.matches('input, select, textarea, [contenteditable]');
}

function rows(): readonly HTMLElement[] {
  return [...document.querySelectorAll<HTMLElement>('[data-row]')];
}

function move(by: 1 | -1): void {
  const all = rows();
  const focused = document.activeElement;
  const at = focused instanceof HTMLElement ? all.indexOf(focused) : -1;
  const next = at === -1 ? (by === 1 ? 0 : all.length - 1) : at + by;
  all[Math.max(0, Math.min(all.length - 1, next))]?.focus();
}

function click(selector: string): void {
  document.querySelector<HTMLElement>(selector)?.click();
}

const deeds: Readonly<Record<string, () => void>> = {
  j: () => move(1),
  k: () => move(-1),
  '[': () => click('[data-newer]'),
  ']': () => click('[data-older]'),
  '/': () => document.querySelector<HTMLElement>('#search')?.focus(),
  '?': () => {
    isShown.value = true;
  },
  Escape: () => click('[data-back]'),
  r: () => click('[data-deed=replay]'),
  d: () => click('[data-deed=discard]'),
  c: () => click('[data-deed=amend]'),
  b: () => click('[data-deed=bench]'),
};

document.addEventListener('keydown', event => {
  if (event.ctrlKey || event.metaKey || event.altKey || document.querySelector('dialog[open]')) return;
  // An editor in a shadow root counts too, and handles some keys itself.
  if (event.defaultPrevented) return;
  const [target] = event.composedPath();
  if (target instanceof Element && isWriting(target)) {
    if (event.key === 'Escape' && target instanceof HTMLElement) target.blur();
    return;
  }
  const isGoing = event.timeStamp - goingSince < 1_000;
  goingSince = 0;
  if (isGoing && event.key in pages) {
    event.preventDefault();
    const page = pages[event.key];
    go(address(page ? [page] : []));
    return;
  }
  if (event.key === 'g') {
    goingSince = event.timeStamp;
    return;
  }
  const deed = deeds[event.key];
  if (!deed) return;
  event.preventDefault();
  deed();
});

/** The dialog that shows the keys. */
export function KeysHelp() {
  return isShown.value ? <Help /> : null;
}

function Help() {
  const dialog = useRef<HTMLDialogElement>(null);
  const { common, keys } = words.value;
  useEffect(() => dialog.current?.showModal(), []);
  return (
    <dialog
      ref={dialog}
      aria-labelledby="keys-title"
      onClose={() => {
        isShown.value = false;
      }}
    >
      <h2 id="keys-title">{common.keys}</h2>
      <ul>
        {Object.values(keys).map(each => (
          <li key={each}>{each}</li>
        ))}
      </ul>
      <button type="button" onClick={() => dialog.current?.close()}>
        {common.close}
      </button>
    </dialog>
  );
}
