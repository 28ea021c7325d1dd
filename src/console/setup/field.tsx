import type { TargetedInputEvent } from 'preact';
import { useId } from 'preact/hooks';

/** A text field with its label and a hint. */
export function Field({
  label,
  help,
  value,
  set,
  type = 'text',
  isOptional = false,
  pattern,
  tidy = text => text,
}: {
  readonly label: string;
  readonly help?: string;
  readonly value: string;
  readonly set: (value: string) => void;
  readonly type?: 'text' | 'password';
  readonly isOptional?: boolean;
  /** A pattern for the whole text; if it does not match, the browser shows `help`. */
  readonly pattern?: string;
  /** Converts the typed text to an allowed one. */
  readonly tidy?: (text: string) => string;
}) {
  const id = useId();
  const shared = {
    id,
    value,
    required: !isOptional,
    maxLength: 1_000,
    spellcheck: false,
    ...(pattern !== undefined && { pattern, title: help }),
    'aria-describedby': help === undefined ? undefined : `${id}-help`,
    onInput: ({ currentTarget: field }: TargetedInputEvent<HTMLInputElement>) => {
      field.value = tidy(field.value);
      set(field.value);
    },
  };
  return (
    <div class="field">
      <label for={id}>{label}</label>
      {type === 'password' ? (
        <input {...shared} type="password" autocomplete="new-password" />
      ) : (
        <input {...shared} type="text" autocomplete="off" />
      )}
      {help !== undefined && (
        <p class="quiet" id={`${id}-help`}>
          {help}
        </p>
      )}
    </div>
  );
}

const letters: Readonly<Record<string, string>> = { ä: 'ae', ö: 'oe', ü: 'ue', ß: 'ss' };

/** Converts a text to a name that the config allows: lower-case letters, digits, hyphens and underscores. */
export function nameOf(text: string): string {
  return text
    .toLowerCase()
    .replace(/[äöüß]/g, letter => letters[letter] ?? '')
    .normalize('NFD')
    .replace(/\p{M}/gu, '')
    .replace(/[^a-z0-9_-]+/g, '-')
    .replace(/^[-_]+/, '')
    .slice(0, 63);
}

/** Returns a completely typed name: hyphens and underscores at its end are removed. */
export function wholeName(name: string): string {
  return name.replace(/[-_]+$/, '');
}
