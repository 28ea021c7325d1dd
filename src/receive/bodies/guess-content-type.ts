/** Guesses the content type of a body from its contents, since a sample has no headers. */
export function guessContentType(bytes: Uint8Array): string {
  const text = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString('latin1');
  const start = text.replace(/^\xef\xbb\xbf/, '').trimStart();
  if (start.startsWith('<')) return 'text/xml';
  const boundary = /^--([^\r\n]{1,70})\r?\nContent-Disposition:/i.exec(start)?.[1];
  if (boundary !== undefined) return `multipart/form-data; boundary="${boundary}"`;
  if (isJson(start)) return 'application/json';
  if (/^[^\s=&]+=\S*$/.test(start.trimEnd())) return 'application/x-www-form-urlencoded';
  return start.startsWith('{') || start.startsWith('[') ? 'application/json' : 'text/plain';
}

function isJson(text: string): boolean {
  try {
    JSON.parse(text);
    return true;
  } catch {
    return false;
  }
}
