/** The reason why the program does not write a file. The text for people is written where it is shown. */
export type EditRefusal =
  /** `admin.edit` of the config does not allow it. */
  | { readonly code: 'edit-off' }
  /** The folder or the file cannot be written; `error` is the code of the system, such as EACCES or EROFS. */
  | { readonly code: 'not-writable'; readonly path: string; readonly error: string }
  /** The path leads out of the folder, directly or by a symbolic link. */
  | { readonly code: 'outside'; readonly path: string }
  /** A file of this kind must not have this name. */
  | { readonly code: 'not-a-name'; readonly path: string }
  | { readonly code: 'too-large'; readonly path: string; readonly most: number }
  /** The existing file is not UTF-8, so changing it might destroy it. */
  | { readonly code: 'not-text'; readonly path: string }
  /** Another process holds the lock for longer than a write takes. */
  | { readonly code: 'busy'; readonly path: string };

/** True if something is a refusal. */
export function isRefusal(value: object): value is EditRefusal {
  return 'code' in value;
}
