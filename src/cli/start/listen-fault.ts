import { CommandFailed, exit } from '../surroundings.ts';

/** The address to listen at, and the names of its parts. */
export interface ListenPlace {
  readonly host: string;
  readonly port: number;
  readonly names: { readonly host: string; readonly port: string };
}

/**
 * Describes why listening at an address failed: status 2 if the settings must change, 3 if another attempt may succeed.
 * Undefined if the error is about something else.
 */
export function listenFault(error: unknown, { host, port, names }: ListenPlace): CommandFailed | undefined {
  const { code, syscall } = error as NodeJS.ErrnoException;
  if (code === undefined || !['listen', 'bind', 'getaddrinfo'].includes(syscall ?? '')) return undefined;
  const at = host.includes(':') ? `[${host}]:${port}` : `${host}:${port}`;
  const instead = `set ${names.host} to 127.0.0.1 (this machine alone), 0.0.0.0 (every network) or an address of this machine`;
  switch (code) {
    case 'EADDRINUSE':
      return new CommandFailed(`${at} is taken by another program; choose another ${names.port} (or host)`);
    case 'EACCES':
    case 'EPERM':
      return new CommandFailed(
        `${at} may not be used by this user, as ports below 1024 often; choose a higher ${names.port}, or permit it (CAP_NET_BIND_SERVICE)`,
        exit.usage,
      );
    case 'EADDRNOTAVAIL':
      return new CommandFailed(`${host} is no address of this machine; ${instead}`, exit.usage);
    case 'ENOTFOUND':
      return new CommandFailed(`there is no host ${host}; ${instead}`, exit.usage);
    case 'EAI_AGAIN':
      return new CommandFailed(
        `the address of ${host} cannot be found, because no name server responds; start it again, or ${instead}`,
      );
    case 'EAFNOSUPPORT':
    case 'EINVAL':
      return new CommandFailed(
        `this machine cannot listen at an address like ${host} (${code}); ${instead}`,
        exit.usage,
      );
    default:
      return new CommandFailed(`${at} cannot be used (${code}); choose another ${names.port} (or host)`);
  }
}
