/** The reason why the program does not write a file. Its sentence is made where it is shown. */
export type EditRefusal =
  /** `admin.edit` of the config does not allow it. */
  | { readonly code: 'edit-off' }
  /** The folder or the file cannot be written; `error` is the code of the system, such as EACCES or EROFS. */
  | { readonly code: 'not-writable'; readonly path: string; readonly error: string }
  /** The path leads out of the folder, directly or by a symbolic link. */
  | { readonly code: 'outside'; readonly path: string }
  /** A file of this kind cannot have this name. */
  | { readonly code: 'not-a-name'; readonly path: string }
  | { readonly code: 'too-large'; readonly path: string; readonly most: number }
  /** The existing file is not UTF-8, so a change of it would be a guess. */
  | { readonly code: 'not-text'; readonly path: string }
  /** Another writer holds the folder for longer than a write takes. */
  | { readonly code: 'busy'; readonly path: string };

/** True if something is a refusal. */
export function isRefusal(value: object): value is EditRefusal {
  return 'code' in value;
}
