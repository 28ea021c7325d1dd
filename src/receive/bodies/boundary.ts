import type { MediaType } from './media-type.ts';

/** Returns the boundary of a multipart body from its content type, if it is usable. */
export function declaredBoundary({ name, parameters }: MediaType): string | undefined {
  const boundary = name.startsWith('multipart/') ? parameters.get('boundary') : undefined;
  return boundary !== undefined && usable.test(boundary) ? boundary : undefined;
}

/** Returns the boundary of a multipart body whose content type does not name it: the text of its first line. */
export function sniffBoundary(bytes: Uint8Array): string | undefined {
  const top = Buffer.from(bytes.buffer, bytes.byteOffset, Math.min(bytes.byteLength, 100)).toString('latin1');
  const boundary = /^(?:\r\n)?--([^\r\n]+)\r\n/.exec(top)?.[1];
  return boundary !== undefined && usable.test(boundary) ? boundary : undefined;
}

/** Printable ASCII without quotes, which do not occur and would need escapes; no space at its end. */
const usable = /^(?!.* $)[ !#-[\]-~]{1,70}$/;
