/** The part of `node:ffi` that the tracer uses. Only its own Node has it, and the types of the program's Node do not. */
declare module 'node:ffi' {
  interface Types {
    readonly i32: number;
    readonly i64: bigint;
    readonly u64: bigint;
    readonly pointer: ArrayBufferView | bigint | null;
  }

  /** What may be given, by its name in a signature; a pointer that is answered is a number. */
  type Answer<Name extends keyof Types> = Name extends 'pointer' ? bigint : Types[Name];

  interface Signature {
    readonly arguments: readonly (keyof Types)[];
    readonly return: keyof Types;
  }

  type Functions<Signatures extends Readonly<Record<string, Signature>>> = {
    readonly [Name in keyof Signatures]: (
      ...given: {
        -readonly [At in keyof Signatures[Name]['arguments']]: Types[Signatures[Name]['arguments'][At]];
      }
    ) => Answer<Signatures[Name]['return']>;
  };

  /** Opens a library, or what the process has loaded already (`null`). */
  export function dlopen<const Signatures extends Readonly<Record<string, Signature>>>(
    library: string | null,
    signatures: Signatures,
  ): { readonly functions: Functions<Signatures> };

  /** The number at an address. */
  export function getInt32(address: bigint): number;

  /** The address of the bytes of a buffer. */
  export function getRawPointer(bytes: ArrayBufferView): bigint;
}
