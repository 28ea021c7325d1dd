import { inspect } from 'node:util';

/**
 * A secret text. However it is printed, logged or serialised, it shows as `[secret]`; only `reveal` gives it away.
 * One that comes from a file is read again when the file changes, so `reveal` is called at each use.
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
