/**
 * Every alert that the program raises itself, by its code, with the next step for an operator. The codes are the names
 * of the rules in `deploy/prometheus/alerts.yml`, and each has a section in `docs/runbook.md`.
 */
export const alertCodes = {
  FieldbridgeNotReady: 'Read `reason` in /readyz. Senders repeat what is refused meanwhile.',
  FieldbridgeDiskFilling:
    'Free some of the disk or make it larger, or keep events for less long (`retention`).',
  FieldbridgeResultsUnwritten: 'Make room on the disk, and do not kill the process before they are written.',
  FieldbridgeClockWrong: 'Have the clock of the machine set by a time server.',
  FieldbridgeLogLost:
    'Check the target of the log: its disk may be full, or its reader may have stopped. Everything else continues.',
  FieldbridgeSecretUnreadable:
    'Put the file back with the secret in it, before the bridge is restarted: it would not start.',
  FieldbridgeSourceRefused:
    '`fieldbridge sources status` says why. Mostly the secret was changed on one side.',
  FieldbridgeEventsUncertain:
    'Look each up in the calendar: `fieldbridge events list --status uncertain`, then `fieldbridge events resolve`.',
  FieldbridgeEventsFailed:
    '`fieldbridge events list --status failed`, then `fieldbridge events show ID`: its diagnostics say what to do.',
  FieldbridgeEventsUnclaimed:
    'Add a mapping for their source, or correct the faulty file; they continue automatically.',
  FieldbridgeMappingHeld:
    '`fieldbridge check` shows the line. Correct the file or the account; its calls continue automatically.',
  FieldbridgeCallsStranded:
    'They continue within a minute. If they do not, restart the process that `/api/processes` shows with `upkeep`.',
  FieldbridgeMappingUnusable: '`fieldbridge check` shows every fault with its line.',
  FieldbridgeMappingDrift: '`fieldbridge check` shows the affected lines. The other values are sent.',
  FieldbridgeDestinationHeld:
    '`fieldbridge destinations list` shows why, and when it is probed. Correct its token or address; after an outage it continues automatically.',
  FieldbridgeDestinationPaused: '`fieldbridge destinations resume NAME` resumes it.',
  FieldbridgeQueueOld:
    'Compare `limits` of the destination with the rate of events. After a long hold the backlog drains without action.',
  FieldbridgeReceiverSilent:
    'Check that it runs and has the secret of the config. Waiting messages are sent when it responds with 2xx. After a 410, restart.',
  FieldbridgeCatalogOld: 'The log says why a read failed. Calls are checked against what was known.',
} as const;

/** The code of an alert. */
export type AlertCode = keyof typeof alertCodes;
