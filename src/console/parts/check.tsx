import type { Signal } from '@preact/signals';

/** A box to tick. */
export function Check({ label, value }: { readonly label: string; readonly value: Signal<boolean> }) {
  return (
    <label class="check">
      <input
        type="checkbox"
        checked={value.value}
        onChange={change => {
          value.value = change.currentTarget.checked;
        }}
      />{' '}
      {label}
    </label>
  );
}
