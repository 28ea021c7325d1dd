import { inspect } from 'node:util';

/**
 * A secret text. Printed, logged or serialised, it is `[secret]`; only `reveal` returns it. A secret in a file is
 * read again when the file changes, so call `reveal` at each use.
 */
export class Secret {
  readonly #reveal: () => string;

  constructor(reveal: string | (() => string)) {
    this.#reveal = typeof reveal === 'string' ? () => reveal : reveal;
  }

  /** Returns the secret itself. Do not keep it longer than necessary. */
  reveal(): string {
    return this.#reveal();
  }

  toString(): string {
    return '[secret]';
  }

  toJSON(): string {
    return '[secret]';
  }

  [inspect.custom](): string {
    return '[secret]';
  }
}
