import * as z from 'zod';
import { accountFaults } from '../../../../setup/try-account.ts';
import { masked } from '../../roles.ts';
import { sourceSteps, sourceTroubles } from '../../routes/setup/setup-state.ts';
import { time } from '../answers/keys.ts';
import type { ApiOperations } from '../operation.ts';
import { configError } from './overview.ts';

const named = z.object({ name: z.string() });
const unwritten = {
  400: 'a name or a path cannot be used',
  403: '`admin.edit` of the config is not `true` (code `edit-off`)',
  404: 'the config has no such name',
  409: 'the name is taken, the file cannot be written, or the config would have errors; `code` shows which',
};

const sourceProgress = z.object({
  name: z.string(),
  title: z.string(),
  preset: z.string().nullable(),
  path: z.string(),
  people: z.string().describe('Whose ids a link of its events speaks of'),
  step: z.enum(sourceSteps).describe('The next step; `done`: something was delivered'),
  paused: z.boolean(),
  secrets: z.int().describe('How many secrets count'),
  verify: z.array(z.string()),
  trouble: z
    .object({
      code: z.enum(sourceTroubles),
      at: time,
      path: z.string().optional().describe('The path that it was posted to instead'),
      method: z.string().optional().describe('The method that it had instead of POST'),
      reason: z.string().optional(),
    })
    .nullable()
    .describe('The reason why the last request was refused, if none was accepted since'),
  newest: z
    .object({
      id: z.string(),
      status: z.string(),
      code: z.string().optional(),
      unsplit: z.literal(true).optional().describe('It is a list that came before the source had `split`'),
      receivedAt: time,
    })
    .nullable(),
});

const progress = z.object({
  next: z.enum(['account', 'restart', 'sender', 'source', 'done']),
  edit: z.object({
    may: z.boolean(),
    code: z.string().optional(),
    path: z.string().optional(),
    error: z.string().optional(),
  }),
  canRestart: z.boolean(),
  sandbox: z.boolean().describe('Whether this program runs the simulated calendar'),
  waits: z.array(z.string()),
  faults: z.array(configError).describe('The errors of the config on disk'),
  publicUrl: z.string().nullable(),
  destinations: z.array(
    z.object({
      name: z.string(),
      state: z.string(),
      reason: z.string().optional(),
      fields: z.int().nullable(),
    }),
  ),
  sources: z.array(sourceProgress),
});

const told = z.object({
  name: z.string(),
  title: z.string(),
  url: z.string().describe('Without a host where `server.publicUrl` is not set'),
  isPublic: z.boolean(),
  tokenParameter: z
    .string()
    .nullable()
    .describe('The parameter of the URL that contains the secret; `null`: the secret is entered elsewhere'),
  setup: z.array(z.string()).describe('The steps at the sender'),
});
const toldOnce = told.extend({
  secret: z.string().nullable().describe('The secret that was made, this once').meta(masked),
  verifyToken: z.string().nullable().meta(masked),
});

const mapping = z.object({
  path: z.string(),
  text: z.string().meta(masked),
  samplePath: z.string(),
  destination: z.string(),
  eventId: z.string(),
  saved: z.boolean(),
  fields: z.array(
    z.object({
      keyName: z.string(),
      name: z.string(),
      sureness: z.enum(['sure', 'likely', 'unsure', 'none']),
      isTaken: z.boolean().optional().describe('`true`: a person uses it although it is unsure'),
      from: z.string().optional(),
      value: z.string().optional().meta(masked),
      doubt: z.string().optional().describe('The reason why a person should look at the rule.'),
      doubtCode: z.string().optional().describe('The kind of `doubt`; `check`: a message of the check.'),
    }),
  ),
  person: z.object({
    kind: z.enum(['number', 'link', 'none']),
    from: z.string().optional(),
    value: z.string().optional().meta(masked),
    typedIn: z.boolean().optional().describe('The person who fills in the form could change the number.'),
    isHidden: z.boolean().optional().describe('The number came in the link to the form.'),
    other: z.string().optional().describe('Another value that may be the customer number instead.'),
    sureness: z.enum(['likely', 'unsure']).optional(),
  }),
  calls: z.array(z.record(z.string(), z.unknown().meta(masked))),
  numbers: z.array(z.object({ from: z.string(), value: z.string().meta(masked) })),
  links: z.array(z.object({ from: z.string(), value: z.string().meta(masked) })),
});

const proposal = z.object({
  body: z.string(),
  split: z.string().optional(),
  events: z.int().optional(),
  eventId: z.string().optional(),
  occurredAt: z.string().optional(),
  answers: z.unknown().optional(),
  signatures: z.array(z.object({ name: z.string() }).loose()),
  fits: z.boolean().optional().describe('Whether the given secret fits a signature of the webhook'),
  verify: z.unknown(),
  headers: z.record(z.string(), z.unknown().meta(masked)),
  payload: z.unknown().meta(masked),
  inForce: z.boolean().describe('Whether the source needs no change for it'),
  saved: z.boolean(),
});

/** The operations that set up a bridge or extend it. Files are written only with `admin.edit: true`. */
export const setupOperations = {
  'GET /setup': {
    name: 'getSetup',
    does: 'Shows the state of the setup, and the next step.',
    answer: '`{"next", "edit", "destinations": […], "sources": […], …}`',
    schema: progress,
  },
  'GET /setup/senders': {
    name: 'listKnownSenders',
    does: 'Lists the known senders.',
    answer: '`{"senders": […]}`',
    schema: z.object({
      senders: z.array(
        z.object({
          name: z.string(),
          title: z.string(),
          alsoCalled: z.array(z.string()),
          secretComesLater: z.boolean(),
        }),
      ),
    }),
  },
  'POST /setup/account': {
    name: 'tryAccount',
    does: 'Reads the live fields of an account once. It changes and stores nothing.',
    answer: '`{"ok": true, "fields", "settable", "names"}`, or `{"ok": false, "code", "row", "reason"}`',
    otherwise: unwritten,
    schema: z.object({
      ok: z.boolean(),
      fields: z.int().optional(),
      settable: z.int().optional(),
      names: z.array(z.string()).optional(),
      code: z.enum(accountFaults).optional(),
      row: z.string().optional(),
      reason: z.string().optional(),
    }),
  },
  'POST /setup/destinations': {
    name: 'addDestination',
    does: 'Adds an account to the config, or changes the address and the token of an existing one. It takes effect after a restart.',
    answer: '`{"name", "canRestart"}`',
    otherwise: unwritten,
    schema: z.object({ name: z.string(), canRestart: z.boolean() }),
  },
  'POST /setup/restart': {
    name: 'restartBridge',
    does: 'Restarts the bridge inside its process, with the config on disk. Senders are refused for about a second.',
    answer: '`{"restarting": true}`',
    otherwise: unwritten,
    schema: z.object({ restarting: z.literal(true) }),
  },
  'POST /setup/sources': {
    name: 'addSource',
    does: 'Adds a sender. It takes effect within two seconds. The secret is written to a file, and only this response shows it.',
    answer: '`{"name", "title", "url", "isPublic", "tokenParameter", "setup": […], "secret", "verifyToken"}`',
    otherwise: unwritten,
    schema: toldOnce,
  },
  'GET /setup/sources/:id': {
    name: 'getSourceInstructions',
    does: 'Shows the steps at the sender of a source.',
    answer: '`{"name", "title", "url", "isPublic", "tokenParameter", "setup": […]}`',
    otherwise: { 404: 'the config has no such name' },
    schema: told,
  },
  'POST /setup/sources/:id/secret': {
    name: 'rotateSecret',
    does: 'Adds a new secret. The old ones stay valid until they are removed.',
    answer: 'as for adding a sender',
    otherwise: unwritten,
    schema: toldOnce,
  },
  'POST /setup/sources/:id/secret/settle': {
    name: 'settleSecret',
    does: 'Removes all secrets of a source except the newest.',
    answer: '`{"name"}`',
    otherwise: unwritten,
    schema: named,
  },
  'POST /setup/sources/:id/pause': {
    name: 'pauseSource',
    does: 'Pauses a source: its webhooks get 503, so that its sender retries later. They are kept among the refusals.',
    answer: '`{"name"}`',
    otherwise: unwritten,
    schema: named,
  },
  'POST /setup/sources/:id/resume': {
    name: 'resumeSource',
    does: 'Ends the pause of a source.',
    answer: '`{"name"}`',
    otherwise: unwritten,
    schema: named,
  },
  'POST /setup/sources/:id/remove': {
    name: 'removeSource',
    does: 'Removes a source from the config, with its mappings and secret files. Its events stay. Earlier versions of the config and of the mappings are kept.',
    answer: '`{"name"}`',
    otherwise: unwritten,
    schema: named,
  },
  'POST /setup/sources/:id/mapping': {
    name: 'makeFirstMapping',
    does: 'Makes a first mapping from the newest webhook of a source and the live fields. With `save` it writes the mapping with a test. The response shows values, which the audit log records.',
    answer:
      '`{"path", "text", "fields": […], "person", "calls": […], "numbers": […], "links": […], "saved"}`',
    otherwise: unwritten,
    schema: mapping,
  },
  'GET /setup/versions': {
    name: 'listConfigVersions',
    does: 'Lists the versions of the config that this program has replaced, the newest first.',
    answer: '`{"versions": [{"id", "version", "replacedAt", "bytes"}]}`',
    otherwise: unwritten,
    schema: z.object({
      versions: z.array(z.object({ id: z.string(), version: z.string(), replacedAt: time, bytes: z.int() })),
    }),
  },
  'POST /setup/version': {
    name: 'compareConfigVersion',
    does: 'Shows an earlier version of the config beside the one on disk, with masked secrets, and the reasons if it cannot be used any more.',
    answer: '`{"earlier", "current", "version", "faults": […]}`',
    otherwise: unwritten,
    schema: z.object({
      earlier: z.string(),
      current: z.string(),
      version: z.string().nullable(),
      faults: z.array(z.string()).describe('Empty where it can be restored'),
    }),
  },
  'POST /setup/restore': {
    name: 'restoreConfig',
    does: 'Restores an earlier version of the config, if it is still valid. Its sources take effect within two seconds, everything else after a restart. The replaced version is kept.',
    answer: '`{"restored": ID}`',
    otherwise: unwritten,
    schema: z.object({ restored: z.string() }),
  },
  'POST /setup/sources/:id/proposal': {
    name: 'proposeSource',
    does: 'Proposes how to read and verify webhooks of an unknown sender, from the newest one. With `save` it writes that into the config. The response shows values, which the audit log records.',
    answer:
      '`{"body", "split", "eventId", "answers", "signatures": […], "verify", "headers", "payload", "inForce", "saved"}`',
    otherwise: unwritten,
    schema: proposal,
  },
} satisfies ApiOperations;
