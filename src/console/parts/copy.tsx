import { useSignal } from '@preact/signals';
import { words } from '../words/words.ts';

/** A button that copies a text. Only encrypted pages and localhost may copy; elsewhere there is no button. */
export function Copy({ text, what }: { readonly text: string; readonly what: string }) {
  const { common } = words.value;
  const isCopied = useSignal(false);
  if (!window.isSecureContext) return null;
  const copy = async () => {
    await navigator.clipboard.writeText(text);
    isCopied.value = true;
  };
  const label = isCopied.value ? common.copied : common.copy;
  return (
    <button type="button" aria-label={`${label}: ${what}`} onClick={() => void copy()}>
      {label}
    </button>
  );
}
