import type { Severity } from './severity.ts';

// One long table: each code occurs once, and the page of diagnostics is generated from it.

interface CodeEntry {
  readonly severity: Severity;
  /** The meaning of this code, as a heading. */
  readonly title: string;
  /** The next step for a person, as one sentence. */
  readonly advice: string;
}

function table<Code extends string>(entries: Record<Code, CodeEntry>): Record<Code, CodeEntry> {
  return entries;
}

/**
 * Every diagnostic code. A code is permanent: it is never renamed and never gets another meaning. They are
 * all in one table, so that no code can be used twice.
 */
export const codes = table({
  // yaml: a file that is not readable YAML, or does not have the expected shape
  'yaml/syntax': {
    severity: 'error',
    title: 'The file is not YAML',
    advice: 'Correct the shown line. The usual causes are wrong indentation and unclosed quotes.',
  },
  'yaml/unknown-key': {
    severity: 'error',
    title: 'A key that does not exist',
    advice: 'Correct or remove the key. The message lists the allowed keys.',
  },
  'yaml/missing-key': {
    severity: 'error',
    title: 'A required key is missing',
    advice: 'Add the key.',
  },
  'yaml/wrong-type': {
    severity: 'error',
    title: 'A value of the wrong type or form',
    advice: 'Write the value as the message shows it.',
  },
  'yaml/unreadable-file': {
    severity: 'error',
    title: 'A file cannot be read',
    advice: 'Check that the path exists and that the program may read it.',
  },
  'yaml/wrong-encoding': {
    severity: 'error',
    title: 'A file that is not saved as UTF-8',
    advice: 'Save the file as UTF-8, with or without a byte order mark.',
  },
  'yaml/too-large': {
    severity: 'error',
    title: 'A file that is too large to be read',
    advice: 'Split it into several files, or remove unneeded parts.',
  },
  'yaml/swallowed-text': {
    severity: 'warning',
    title: 'A text that is cut off by a #, which begins a comment',
    advice: 'Put the whole text in quotes. If it is a comment, put a space after the #.',
  },
  'yaml/sent-quotes': {
    severity: 'warning',
    title: 'A text in typographic quotes',
    advice:
      'Write straight quotes (" or \'). To send typographic quotes, put straight quotes around the whole text.',
  },
  'yaml/more-problems': {
    severity: 'error',
    title: 'A file with more problems than the listed ones',
    advice: 'Correct the listed ones first: the others often have the same cause.',
  },

  // links: a list of links to be imported
  'links/bad-header': {
    severity: 'error',
    title: 'A list of links without its columns',
    advice: 'Begin the list with the line people,link,destination,customerId.',
  },
  'links/bad-line': {
    severity: 'error',
    title: 'A line of a list of links that cannot be imported',
    advice: 'Correct the line, or import the others with --skip-bad.',
  },
  'links/nearly-awaited': {
    severity: 'warning',
    title: 'A link for which an event waits in another spelling',
    advice: 'If both are one person, import the link in the spelling of the event too.',
  },
  'links/nearly-known': {
    severity: 'warning',
    title: 'A link that differs from another one only in its spelling',
    advice: 'If both are one person, give both links the same customer number.',
  },
  'links/other-customer': {
    severity: 'error',
    title: 'A link that already belongs to another customer',
    advice: 'Find out which number is right. --replace uses the number of the list.',
  },

  // config
  'config/unset-variable': {
    severity: 'error',
    title: 'An environment variable is not set',
    advice: `Set the variable, or give it a default: \${NAME:-default}.`,
  },
  'config/unreadable-secret': {
    severity: 'error',
    title: 'A secret file cannot be read',
    advice: 'Check the path of the file and its permissions.',
  },
  'config/bad-certificate': {
    severity: 'error',
    title: 'A file of certificates or of a key cannot be used',
    advice:
      'Check the path and the permissions of the file. It must be in PEM, and a key must belong to its certificate.',
  },
  'config/bad-public-key': {
    severity: 'error',
    title: 'A public key that cannot be used',
    advice:
      'Copy the public key that the sender shows, in PEM or base64, and set the algorithm that belongs to it.',
  },
  'config/unknown-preset': {
    severity: 'error',
    title: 'A preset that does not exist',
    advice:
      'Use one of the presets that the message lists, or describe the sender with verify, body, split and eventId.',
  },
  'config/conflict': {
    severity: 'error',
    title: 'Two entries that exclude each other',
    advice: 'Keep one of them.',
  },
  'config/insecure-url': {
    severity: 'error',
    title: 'A destination without TLS',
    advice: 'Use https:, or set allowHttp: true to accept an unencrypted connection.',
  },
  'config/unusual-collector': {
    severity: 'warning',
    title: 'An address that is probably not a collector for OTLP over HTTP',
    advice: 'Write the address without /v1/traces, and the port for OTLP over HTTP, usually 4318.',
  },
  'config/awaited-secret': {
    severity: 'warning',
    title: 'A source that still needs the secret of its sender',
    advice: 'Create the webhook at the sender, copy the secret that it shows, and add it to the source.',
  },
  'config/missing-verification': {
    severity: 'error',
    title: 'A source without a setting for verification',
    advice:
      'Give the source a `verify` entry or a preset. To accept webhooks from anyone, write `verify: {type: none}`.',
  },
  'config/unverified-source': {
    severity: 'warning',
    title: 'A source that anyone can post to',
    advice: 'Use a signature or a token if the sender has one.',
  },
  'config/same-account': {
    severity: 'warning',
    title: 'Two destinations with the same account',
    advice:
      'Give each destination the token of its own location. The token decides the location, so a copied one sends the events of two destinations to one location.',
  },
  'config/shared-event-id': {
    severity: 'warning',
    title: 'An event id that several webhooks share',
    advice:
      'Name the id of one submission or delivery. An event with the same id as an earlier one is a duplicate and is not delivered.',
  },
  'config/no-event-time': {
    severity: 'warning',
    title: 'A time of events that no event has',
    advice:
      'Name the path of the time in the webhooks of this source. Without a time, nobody knows which of two events is older.',
  },
  'config/outcome-to-anyone': {
    severity: 'warning',
    title: 'A source that shows the outcome of an event to anyone',
    advice: 'Use a signature or a token if the sender has one, or remove `respond: outcome`.',
  },
  'config/trusts-anyone': {
    severity: 'warning',
    title: 'A trusted network that may contain strangers',
    advice: 'List only the addresses of your own proxies in server.trustProxy.',
  },
  'config/missing-verify-token': {
    severity: 'warning',
    title: 'A sender that checks the URL with a token, and a source without that token',
    advice: 'Add verifyToken to the source, and enter the same text at the sender.',
  },
  'config/unbraced-variable': {
    severity: 'warning',
    title: 'A text that looks like a variable but is used as it is',
    advice: `Write \${NAME}. If your secret looks like this, put it into a file: {file: PATH}.`,
  },
  'config/blank-in-secret': {
    severity: 'warning',
    title: 'A secret with spaces or a line break around it',
    advice: 'Remove them where the secret is stored, unless the sender uses them too.',
  },
  'config/short-secret': {
    severity: 'warning',
    title: 'A short secret',
    advice: 'Use at least 16 characters if you can choose the secret.',
  },
  'config/weak-signature': {
    severity: 'warning',
    title: 'A signature or token that does not cover the body, or can be forged',
    advice:
      'Sign {body}, and {timestamp} if there is one. Bind a token to the body. Use a long key. Follow the documentation of the sender.',
  },
  'config/unsafe-volume': {
    severity: 'error',
    title: 'A store on a file system that is not safe for it',
    advice: 'Put the store on a local disk or a block volume.',
  },
  'config/volatile-store': {
    severity: 'warning',
    title: 'A store that may not outlive the container',
    advice: 'Put the store on a persistent volume.',
  },

  // expressions
  'expression/syntax': {
    severity: 'error',
    title: 'An expression that cannot be read',
    advice:
      'Correct the expression. Put names with other characters than letters, digits and underscores in backticks.',
  },
  'expression/too-long': {
    severity: 'error',
    title: 'An expression that is too long to be read',
    advice:
      'Split it into several rules, use a look-up table, or write smaller repeat counts in its patterns.',
  },
  'expression/failed': {
    severity: 'error',
    title: 'An expression that failed while it ran',
    advice: 'Look at the value in the message, and try the expression with `fieldbridge preview`.',
  },
  'expression/limit': {
    severity: 'error',
    title: 'An expression that is nested too deeply',
    advice: 'Make the expression simpler.',
  },
  'expression/too-slow': {
    severity: 'error',
    title: 'An expression that took too long',
    advice: 'Make the expression simpler: avoid a search of a whole list for each element.',
  },
  'expression/too-large': {
    severity: 'error',
    title: 'An expression whose result is too large',
    advice: 'Read only the needed part of the payload.',
  },
  'expression/plain-word': {
    severity: 'warning',
    title: 'A word that is read as a path and is probably a literal',
    advice: 'Write {value: ...} for a literal.',
  },
  'expression/subtraction': {
    severity: 'warning',
    title: 'A hyphenated name that is read as a subtraction',
    advice: 'Put the name into backticks or double quotes.',
  },
  'expression/literal-name': {
    severity: 'warning',
    title: 'A quoted name, which is a literal and not a path',
    advice: 'To read it from the payload, put the name into backticks. For a literal, write {value: ...}.',
  },
  'expression/other-braces': {
    severity: 'warning',
    title: 'Braces in the style of another program, which are sent as they are',
    advice: 'Write {name} in a template. {{ and }} are sent as { and }; a $ before a brace is sent as it is.',
  },
  'expression/or-of-text': {
    severity: 'warning',
    title: 'A text beside `or`, which gives true or false and never the text',
    advice: 'Write ?? to replace a missing value, and = to compare.',
  },
  'expression/and-before-or': {
    severity: 'warning',
    title: 'and and or without parentheses',
    advice: 'Put parentheses around the conditions that belong together: (a or b) and c.',
  },
  'expression/always-same': {
    severity: 'warning',
    title: 'A condition that changes nothing',
    advice:
      'Look for a comparison that is always true, for `or true`, or for the same value before and after the colon. To use every event, remove `when`.',
  },
  'expression/joined-missing': {
    severity: 'warning',
    title: 'Texts joined by & of which one may be missing',
    advice: 'Use {template: ...}, which sends nothing if a part is missing.',
  },
  'expression/text-number-comparison': {
    severity: 'warning',
    title: 'A text compared with a number',
    advice: 'Compare values of the same type: $number(x) > 3, or x = "3".',
  },
  'expression/impossible-text': {
    severity: 'warning',
    title: 'A text that a function never returns',
    advice: 'Write the text as the function returns it: $lowercase(x) = "ja".',
  },
  'expression/date-picture': {
    severity: 'warning',
    title: 'A picture that writes another part of a date',
    advice:
      'Write [D01] for the day, [M01] for the month, [Y0001] for the year, [H01] for hours and [m01] for minutes.',
  },
  'expression/unknown-variable': {
    severity: 'warning',
    title: 'A variable that does not exist',
    advice: 'Use one that the message lists. Write a field of the payload without the dollar sign.',
  },
  'expression/header-in-capitals': {
    severity: 'warning',
    title: 'A header whose name is not in lower case',
    advice: 'Write the name in lower case, as $headers has it: $headers."x-request-id".',
  },
  'expression/unavailable': {
    severity: 'error',
    title: 'A function that is not available',
    advice: 'Use another function of JSONata. $eval, $random and $shuffle are not available on purpose.',
  },
  'expression/wrong-argument': {
    severity: 'error',
    title: 'A function is called with an argument that it does not accept',
    advice:
      'Call the function as the message shows it; docs/language.md lists the arguments of each function.',
  },
  'expression/unreadable-pattern': {
    severity: 'error',
    title: 'A pattern that cannot be matched in linear time',
    advice: 'Remove the part that the message names, or write several patterns.',
  },

  // mapping: findings of evaluating a mapping for an event
  'mapping/unknown-source': {
    severity: 'error',
    title: 'A mapping for a source that is not configured',
    advice: 'Correct source, or add the source to the config.',
  },
  'mapping/unknown-destination': {
    severity: 'error',
    title: 'A destination that is not configured',
    advice: 'Correct destination, or add the destination to the config.',
  },
  'mapping/unknown-parameter': {
    severity: 'error',
    title: 'A parameter that the operation does not have',
    advice: 'Use one of the parameters that the message lists.',
  },
  'mapping/missing-parameter': {
    severity: 'error',
    title: 'A parameter that the operation needs is not set',
    advice: 'Add a rule for the parameter.',
  },
  'mapping/invalid-rule': {
    severity: 'error',
    title: 'A rule whose keys cannot be combined',
    advice:
      'Write exactly one of from, answer, value and template, and only keys that can be combined with it.',
  },
  'mapping/unknown-table': {
    severity: 'error',
    title: 'A rule names a look-up table that the mapping does not have',
    advice: 'Correct the name, or add the table to `tables` at the head of the mapping.',
  },
  'mapping/unused-table': {
    severity: 'warning',
    title: 'A look-up table that no rule names',
    advice: 'Name it in a rule with `values`, or remove it.',
  },
  'mapping/invalid-test': {
    severity: 'error',
    title: 'A test without exactly one expectation',
    advice: 'Give the test exactly one of expect, includes, fails, skips and cases.',
  },
  'mapping/fixed-person': {
    severity: 'warning',
    title: 'The same person or appointment for every event',
    advice: 'Read the number from the payload, or use a link ($linked).',
  },
  'mapping/sender-id': {
    severity: 'warning',
    title: "The sender's own id instead of the customer number",
    advice:
      "Use `link` with the sender's id, and `id: $linked`. A booking or an import links the id to the customer number.",
  },
  'mapping/family-link': {
    severity: 'info',
    title: 'A link that the members of a family may share',
    advice:
      "Use the sender's own id of the person as `link`. Without one, add a part that tells people apart, such as the first name.",
  },
  'mapping/fixed-status': {
    severity: 'warning',
    title: 'An update that sets the same status for every event',
    advice:
      'Read the status from the payload, and set no status if the event has none. Otherwise a regular customer becomes a new one.',
  },
  'mapping/former-value': {
    severity: 'warning',
    title: 'A rule that sends the value from before a change, or only a part of the change',
    advice: 'Read the new value. For a list, read the whole list after the change.',
  },
  'mapping/person-of-webhook': {
    severity: 'warning',
    title: 'A person read from the whole webhook, although each of its events has a person of its own',
    advice:
      'Read the person from the event itself, without $body. Otherwise all events of a webhook change the same customer.',
  },
  'mapping/change-as-value': {
    severity: 'warning',
    title: 'A rule that takes the name of a changed field for its value',
    advice:
      'Read the new value of the field. A sender names a changed field also if the person changed a yes to a no.',
  },
  'mapping/overwritten-first': {
    severity: 'warning',
    title: 'A field for the first of something that every event overwrites',
    advice:
      'Set it only by the first event: ask for it in `when`, or read the value that the sender keeps. The API has no way to set a value only once.',
  },
  'mapping/opposite-text': {
    severity: 'warning',
    title: 'A text that is found in an answer with another meaning',
    advice:
      'Compare with the whole answer, or give the rule a look-up table: "male" is also found in "female".',
  },
  'mapping/other-gender': {
    severity: 'warning',
    title: 'A gender that the event does not contain',
    advice:
      'Name each answer of the form in a look-up table, and let otherwise be UNKNOWN. A rule with two ways sends one of them for everybody else.',
  },
  'mapping/set-by-absence': {
    severity: 'warning',
    title: 'A value that is set because the event has none',
    advice:
      'Set nothing if the event has no value. `as: boolean` reads a yes or no, and sends nothing for a missing value. Otherwise an event about something else overwrites the value of the customer. Where a value must be given, such as `destination`, leave out the last alternative, or give the reason in `because`.',
  },
  'mapping/invented-consent': {
    severity: 'warning',
    title: 'A consent that nobody gave',
    advice: 'Read the consent from the payload, or give the reason for the literal in `because`.',
  },
  'mapping/options-as-answer': {
    severity: 'warning',
    title: 'The options of a question are read in place of its answer',
    advice:
      'The options are the same for everybody. Read the answer: `{answer: QUESTION}`, or the option whose id the answer has. If the options are meant, give the reason in `because`.',
  },
  'mapping/several-entries': {
    severity: 'warning',
    title: 'One of several entries of a list is sent, or their sum, and every sample has one entry',
    advice:
      'If each entry is a person, `split` at the source makes an event of each. If the value is right for one customer, give the reason in `because`.',
  },
  'mapping/shared-consent': {
    severity: 'warning',
    title: 'Two consents that read the same value',
    advice:
      'Each consent must read its own question. If one question of the form asks for both, quote it in `because` of the second rule.',
  },
  'mapping/other-name': {
    severity: 'warning',
    title: 'A rule that reads a value with the name of another field',
    advice:
      'Read the value that belongs to the field. If the value is right despite its name, give the reason in `because`.',
  },
  'mapping/reversed-answer': {
    severity: 'warning',
    title: 'A look-up table that changes a yes to a no, or a no to a yes',
    advice:
      'Use `as: boolean`, which reads yes and no, or give each answer the choice of the field that means the same. If the question asks the opposite of the field, give its words in `because`, and for a consent null for a no.',
  },
  'mapping/invented-date': {
    severity: 'warning',
    title: 'A date that nobody entered',
    advice:
      'Remove the default, so that no day is sent if the event has none, and read the day that was entered instead of the time of the webhook. Nobody can see that a birthday is invented.',
  },
  'mapping/unclear-consent': {
    severity: 'warning',
    title: 'A consent from an answer whose meaning is not plain',
    advice:
      'Look at the question and the answer. If the person did not agree, give the answer null in the table of the rule, or read the right question. If the yes is right, keep the event as a test with `fieldbridge capture`, or add `because` with the reason.',
  },
  'mapping/lost-yes': {
    severity: 'warning',
    title: 'A no that is sent although the person said yes',
    advice:
      'Read the answer with `as: boolean`, which counts ja, yes, on, 1 and similar words as a yes, or name every text that means yes in a table. A comparison is false for every other text.',
  },
  'mapping/lost-answer': {
    severity: 'warning',
    title: 'A yes or no that the table does not have, so that the earlier answer stays',
    advice:
      'Add the answer to the table of the rule. With `otherwise: null`, nothing is sent for an answer that the table does not have, and a customer who says no keeps the earlier yes.',
  },
  'mapping/mixed-answers': {
    severity: 'warning',
    title: 'A rule that reads the answers of all questions',
    advice:
      'Name the question: `{answer: Allergies}`, or `answers[question = "Allergies"].choices`. A path through the list of questions gives the answers of each of them, and the field takes the answer to another question. If all are meant, give the reason in `because`.',
  },
  'mapping/unread-answer': {
    severity: 'warning',
    title: 'An answer that stands elsewhere than the source or the rule reads',
    advice:
      'Write both paths in `answers` of the source: `value: [answer.text, answer.choices]`. Questions with several answers often have them at a key of their own, and nothing is sent for them otherwise. For an answer that is a text in some events and has parts in others, write `from` with an expression that reads both: `source.($type($) = "object" ? $.other : $)`.',
  },
  'mapping/value-as-empty': {
    severity: 'warning',
    title: 'An answer that is not sent because the source counts it as empty',
    advice:
      'Write a table in the rule, or `as: boolean` for a yes or no: they read the value in spite of `empty`. Or remove it from `empty` of the source, which applies to all of its rules. If it means nothing for this rule, give the reason in `because`.',
  },
  'mapping/template-left-out': {
    severity: 'warning',
    title: 'A template that is left out because some of its parts have no value',
    advice:
      'Join only the parts that are there, or give the rule a `default`. A template without one of its parts is left out as a whole. If that is right, write `whenEmpty: skip` or `because`.',
  },
  'mapping/denied-consent': {
    severity: 'error',
    title: 'A rule that says yes although the person did not',
    advice:
      'Read the answer itself: ja, nein, on, 0 and similar words count as yes or no. Or write a table of the texts that mean yes. If a no to the question is a yes to the consent, write a table with `because`.',
  },
  'mapping/opt-out-as-consent': {
    severity: 'warning',
    title: 'An opt-out that is read as a consent',
    advice:
      'Reverse the answer with a look-up table, with null for a no: a person who did not object has consented to nothing. If the name misleads, give the reason in `because`.',
  },
  'mapping/not-green': {
    severity: 'error',
    title: 'A changed mapping that is not used because its check or its tests fail',
    advice:
      'Correct the file. It is used when both pass; until then the last good version is used. `reload: always` uses changed mappings at once.',
  },
  'mapping/test-fails': {
    severity: 'warning',
    title: 'A mapping that is in use although a test of it fails',
    advice:
      'Run `fieldbridge test`. Correct the mapping, or the test and its sample if the mapping is right.',
  },
  'mapping/older-version': {
    severity: 'warning',
    title: 'A call of the last good version of a mapping, because the changed file could not be used',
    advice:
      'If the file still has the fault, correct it; `fieldbridge check` and `fieldbridge test` show what is wrong. Then replay the event with `--again` if its values should be those of the new version.',
  },
  'mapping/faulty-file': {
    severity: 'error',
    title: 'A mapping file that cannot be used',
    advice: 'Run `fieldbridge check`. The events wait until the file is corrected.',
  },
  'mapping/assumed-headers': {
    severity: 'info',
    title: 'A preview with the headers of a test',
    advice:
      'If the real webhook has other headers, give them with the payload. Otherwise there is nothing to do.',
  },
  'mapping/none-applied': {
    severity: 'info',
    title: 'No mapping applied',
    advice: 'If a mapping should have applied, look at its `when` with `fieldbridge preview`.',
  },
  'mapping/no-mapping': {
    severity: 'warning',
    title: 'A source without any mapping',
    advice: 'Add a mapping for the source; its events wait until then.',
  },
  'mapping/nothing-to-send': {
    severity: 'info',
    title: 'Nothing to send',
    advice: 'Nothing to do: the event has no value for any rule of the mapping.',
  },
  'mapping/missing-value': {
    severity: 'error',
    title: 'A required value is missing or empty',
    advice:
      'Correct the event (`fieldbridge events amend`, or "Correct and send" in the console), or relax the rule.',
  },
  'mapping/invalid-value': {
    severity: 'error',
    title: 'A value that cannot be converted',
    advice:
      'Correct the event (`fieldbridge events amend`, or "Correct and send" in the console), or change the rule.',
  },
  'mapping/unclear-answer': {
    severity: 'error',
    title: 'A name that is not unique among the questions of a sender',
    advice: 'Write another name of the question, or rename one of the questions at the sender.',
  },
  'mapping/renamed-question': {
    severity: 'warning',
    title: 'A question or a key that the sender has under another name now, or no more',
    advice:
      'Write the new name of the question, or its id, which stays if the label changes, or the new path of the value. Then correct the events that lack the answer.',
  },
  'mapping/other-question': {
    severity: 'warning',
    title: 'A question that is read by its id has another text than in the sample',
    advice:
      'Compare the two texts. If the id now belongs to another question, read the right one; if both ask for the same, renew the sample.',
  },
  'mapping/reworded-question': {
    severity: 'info',
    title: 'A question that is read by its id has other words than in the sample',
    advice:
      'Compare the two texts. If the question asks for something else now, such as the wished weight, read another one or change the rule; if both ask for the same, renew the sample.',
  },
  'mapping/json-in-text': {
    severity: 'warning',
    title: 'A path into a text that contains JSON',
    advice: 'Name the text in `jsonField` of the source. Then its JSON replaces the text.',
  },
  'mapping/ambiguous-value': {
    severity: 'warning',
    title: 'A value that can be read in more than one way',
    advice: 'Look at the value that is sent. Write the rule so that the value can be read in only one way.',
  },
  'mapping/clears-by-condition': {
    severity: 'warning',
    title: 'A value that is deleted when a condition is false',
    advice:
      'Move the condition into `when` of a separate mapping, or remove `clear`. If the deletion is intended, give the reason in `because`.',
  },
  'mapping/placeholder-value': {
    severity: 'warning',
    title: 'A value that means "empty", or a placeholder that was not filled in',
    advice:
      'List the texts that this sender uses for "empty" in `empty` of the source, or correct the template at the sender.',
  },
  'mapping/not-a-name': {
    severity: 'warning',
    title: 'A text that is not the first or the last name of a person',
    advice: 'Read the first and the last name from separate values. The account finds a customer by both.',
  },
  'mapping/ended-record': {
    severity: 'warning',
    title:
      'An event about a deletion, a cancellation, a merge, an unsubscription, spam, a test, an unfinished form or another kind of record is sent like any other',
    advice: 'Check the type of the event in `when`, so that the mapping applies only to the intended events.',
  },
  'mapping/new-event-type': {
    severity: 'warning',
    title: 'An event of a type that no sample of the mapping has',
    advice:
      'If such events are to be left out, exclude the type in `when`. If they are meant, keep one as a test with `fieldbridge capture`.',
  },
  'mapping/new-form': {
    severity: 'warning',
    title: 'An event of a form, or an appointment of a kind, that no sample of the mapping is of',
    advice:
      'Another form may have another question under the same number. Name the form of the mapping in `when`. For appointments, name the kind in `when`, or each one overwrites the time of the others. If the form asks the same questions, keep one of its events as a test with `fieldbridge capture`.',
  },
  'mapping/new-branch': {
    severity: 'info',
    title: 'An expression gives a value by another of its parts than for every sample',
    advice:
      'Compare the value with the answers of the event: the other part may read another person, another question or another case. If it is right, keep the event as a test with `fieldbridge capture`.',
  },
  'mapping/one-of-several': {
    severity: 'warning',
    title: 'Only one of several answers is sent',
    advice:
      'Send the whole list to a field that accepts several values: write the path without its position, and `as: list`.',
  },
  'mapping/damaged-text': {
    severity: 'warning',
    title: 'A text that was damaged before it arrived',
    advice:
      'Set the sender to UTF-8, and to send the values of a spreadsheet instead of its formulas. Then send the event again.',
  },
  'mapping/not-a-phone': {
    severity: 'warning',
    title: 'A text that is not a phone number',
    advice: 'Add `as: phone` and `country` to the rule, so that it refuses such texts; or correct the data.',
  },
  'mapping/lost-zero': {
    severity: 'warning',
    title: 'A post code without its leading zero, or written as a number',
    advice:
      'Format the column as text in the spreadsheet, or have the sender send the post code as a text. If it is right, give the reason in `because`.',
  },
  'mapping/cut-number': {
    severity: 'warning',
    title: 'A customer number that is cut from a text',
    advice:
      'Look up the number in the calendar: letters and digits around it are left out. If it is the right customer, give the reason in `because`.',
  },
  'mapping/unread-path': {
    severity: 'warning',
    title: 'A path or a placeholder that is sent as a text',
    advice:
      'Write the path in `from`, or in braces in `template`. If the text is intended, give the reason in `because`.',
  },
  'mapping/condition-as-text': {
    severity: 'warning',
    title: 'A condition where a text is expected',
    advice:
      'Write the texts to send after ? and :, as in `vip = "ja" ? "VIP" : "Guest"`; or add `as: boolean` to send true or false.',
  },
  'mapping/false-as-text': {
    severity: 'warning',
    title: 'false is sent as a text',
    advice:
      'Add `empty: [false]` to the source if false means "empty", or `as: boolean` to the rule if it means no.',
  },
  'mapping/escaped-html': {
    severity: 'warning',
    title: 'A text with tags or escaped characters of HTML',
    advice: 'Set the sender to plain text, or add `html: true` to the rule.',
  },
  'mapping/not-in-table': {
    severity: 'error',
    title: 'A value that is not in the look-up table',
    advice: 'Add the value to the table, or add `otherwise`.',
  },
  'mapping/dropped-value': {
    severity: 'warning',
    title: 'A value was left out',
    advice: 'Nothing to do: the mapping has onInvalid: drop or onUnknownField: drop.',
  },
  'mapping/dropped-element': {
    severity: 'warning',
    title: 'Elements of a list were left out',
    advice: 'Nothing to do: the rule or its defaults have onInvalid: drop.',
  },
  'mapping/cleared-value': {
    severity: 'warning',
    title: 'An invalid value deleted the value in the account',
    advice: 'Nothing to do: the rule has onInvalid: clear. To keep the value in the account, write drop.',
  },
  'mapping/clears-bad-value': {
    severity: 'warning',
    title: 'A rule that deletes the value in the account if the event has an invalid value',
    advice: 'Write `onInvalid: drop` to keep it. If the deletion is intended, give the reason in `because`.',
  },
  'mapping/not-linked': {
    severity: 'info',
    title: 'No customer number is known for this link yet',
    advice: 'The event continues as soon as a booking, an update or an import creates the link.',
  },
  'mapping/shared-link': {
    severity: 'error',
    title: 'Two people seem to share the link',
    advice:
      'If it is one person, import the link with the right number. If people share it, add a part to `link` that tells them apart. Then replay the event.',
  },
  'mapping/nearly-linked': {
    severity: 'warning',
    title: 'A link that is known in another spelling',
    advice:
      'If both spellings are one person, import the link with the customer number of the other one. To treat all alike, use `$lowercase` in `link`, and import the known links again.',
  },
  'mapping/when-failed': {
    severity: 'error',
    title: 'The condition of a mapping failed',
    advice: 'Correct `when`, then replay the event.',
  },
  'mapping/ended-the-program': {
    severity: 'error',
    title: 'An event that crashed the program repeatedly during planning',
    advice: 'Look at the contents of the event and at its mappings. The other events continue.',
  },
  'mapping/program-failed': {
    severity: 'error',
    title: 'The program failed while it planned an event',
    advice: 'Report this. Replay the event after the program is corrected.',
  },
  'mapping/ignored-parameter': {
    severity: 'info',
    title: 'A parameter that the API ignores',
    advice: 'Nothing to do: with a customer number the API uses the master data of that customer.',
  },
  'mapping/no-link': {
    severity: 'error',
    title: '$linked in a mapping without a link',
    advice: "Add `link` with an expression for the sender's own id of the person.",
  },
  'mapping/no-occurred-at': {
    severity: 'warning',
    title: 'ignoreOlder is set, but the source has no event times',
    advice: 'Add occurredAt to the source, or remove ignoreOlder.',
  },
  'mapping/unused-event-time': {
    severity: 'info',
    title: 'The events have a time of change that the source does not use',
    advice:
      'Add `occurredAt` to the source. If each event has all values of the mapping, also write `ignoreOlder: true` in it.',
  },
  'mapping/file-name': {
    severity: 'error',
    title: 'A mapping file whose name cannot be used',
    advice:
      'Rename the file or its folder. Names have small letters, digits, - and _, and end in .yaml. Use each name once.',
  },

  // check: a mapping or a call against the live catalog
  'check/no-catalog': {
    severity: 'warning',
    title: 'The live configuration is not known',
    advice: 'Check the base URL and the token of the destination.',
  },
  'check/unknown-field': {
    severity: 'error',
    title: 'A keyName that the account does not have',
    advice: 'Use a keyName that `fieldbridge fields` lists.',
  },
  'check/renamed-field': {
    severity: 'error',
    title: 'A keyName that was renamed in the account',
    advice: 'Write the keyName that the message shows. The field is the same: its id has not changed.',
  },
  'check/drifted-field': {
    severity: 'info',
    title: 'A field that has changed since catalog.lock.yaml was saved',
    advice: 'Check that the mappings still fit. Then save the file with `fieldbridge fields --save`.',
  },
  'check/unsupported-type': {
    severity: 'error',
    title: 'A field whose type cannot be set',
    advice: 'Remove the field from the mapping. The API cannot set images and documents.',
  },
  'check/appointment-field': {
    severity: 'error',
    title: 'A field of the appointment in an update of a customer',
    advice: 'Set it in a booking, or use a field of the customer.',
  },
  'check/not-a-choice': {
    severity: 'error',
    title: 'A value that is not among the choices',
    advice: 'Use one of the choices, or add a look-up table to the rule.',
  },
  'check/separator-in-choice': {
    severity: 'warning',
    title: 'A separator that also occurs inside choices',
    advice: 'Use a separator that no choice contains.',
  },
  'check/divided-element': {
    severity: 'warning',
    title: 'An element of a list that contains the separator',
    advice:
      'Use a separator that no element contains. Otherwise one element looks like two to everybody who reads the field.',
  },
  'check/unnamed-choice': {
    severity: 'warning',
    title: 'A choice of the account that the rule does not name and sends as another one',
    advice:
      'Name each answer in a look-up table of the rule. An else way sends one choice for all other answers.',
  },
  'check/other-currency': {
    severity: 'warning',
    title: 'An amount in another currency than its field',
    advice:
      'Send only amounts in the currency of the field, or read an amount that the sender has converted. A number without its currency looks right in every currency.',
  },
  'check/crossed-table': {
    severity: 'warning',
    title: 'A look-up table that gives another choice than the one that its key is like',
    advice:
      'Compare the two sides of the table: on the left stands the word of the sender, on the right the choice or status that is sent for it.',
  },
  'check/birthday-after-visit': {
    severity: 'warning',
    title: 'A birthday on or after a visit of the same person',
    advice: 'Check whether the rules of the two fields read the right values, and whether a day is mistyped.',
  },
  'check/last-before-first': {
    severity: 'warning',
    title: 'A last visit before the first one of the same person',
    advice:
      'Check whether the rules of the two fields read each other’s values, and whether the headings of a list are exchanged.',
  },
  'check/own-emergency-number': {
    severity: 'warning',
    title: 'The customer’s own number as the one for emergencies',
    advice:
      'Check whether the rules or the columns of the two numbers are exchanged. Nobody else is reached by it in an emergency.',
  },
  'check/swapped-days': {
    severity: 'warning',
    title: 'Days that were read with day and month swapped',
    advice:
      'Write `parse` in the order of the sender, and replay the events of before. A day above 12 shows the order.',
  },
  'check/ambiguous-choices': {
    severity: 'warning',
    title: 'A text that can be read as several sets of choices',
    advice: 'Set the sender to send a list, or to use a separator that no choice contains.',
  },
  'check/forgiven-choice': {
    severity: 'info',
    title: 'A choice that is spelt differently in the account',
    advice: 'Nothing to do: `as: choice` found the choice.',
  },
  'check/several-choices': {
    severity: 'error',
    title: 'A text that matches several choices',
    advice: 'Send a choice exactly as the account writes it, or add a look-up table to the rule.',
  },
  'check/no-choices': {
    severity: 'warning',
    title: '`as: choice` for a field without choices',
    advice: 'Remove `as` from the rule, or set a field with choices.',
  },
  'check/validator': {
    severity: 'error',
    title: 'A value that the validator of the field refuses',
    advice: 'Correct the value. The error message of the field describes the allowed values.',
  },
  'check/unreadable-validator': {
    severity: 'warning',
    title: 'A validator that Fieldbridge cannot apply',
    advice: 'Nothing to do: the API still checks the value.',
  },
  'check/required-field': {
    severity: 'error',
    title: 'A required field would be cleared',
    advice: 'Remove `clear` from the rule.',
  },
  'check/unknown-status': {
    severity: 'error',
    title: 'A customer status that the account does not have',
    advice:
      'Use a name that `fieldbridge statuses` lists, exactly as it is written there. If you add the status to the account instead, the bridge tries its name again about ten minutes after the API listed the names.',
  },
  'check/unconfirmed-status': {
    severity: 'warning',
    title: 'A customer status that nobody has confirmed',
    advice: 'Add it to `statuses` in the config if you know that it exists.',
  },
  'check/no-test': {
    severity: 'info',
    title: 'A mapping without tests',
    advice: 'Add a test to the mapping file.',
  },
  'check/path-never-matches': {
    severity: 'warning',
    title: 'A path that no sample has',
    advice: 'Correct the path, or add a sample that has it to the tests of the mapping.',
  },
  'check/never-equal': {
    severity: 'warning',
    title: 'A comparison of values that are never equal',
    advice: 'Write the value as the payload has it: 12 is a number, "12" a text, true is neither.',
  },
  'check/other-country': {
    severity: 'warning',
    title: 'Another country of phone numbers than that of the destination',
    advice:
      'Give each destination its country in `defaults`, and leave it out of the rule. A country in the rule counts for all destinations. If all numbers of a sender are from one country, say so in `because`.',
  },
  'check/other-zone': {
    severity: 'warning',
    title: 'Another time zone of a day than that of the destination',
    advice:
      'Give each destination its `zone` in `defaults`, and leave it out of the rule. If the day of another zone is meant, say so in `because`.',
  },
  'check/national-phone': {
    severity: 'warning',
    title: 'A phone number that is sent without its country',
    advice:
      'Use `as: phone` with the country of the customers, which writes `+49151…`. The account finds a customer only by the number as it is stored there.',
  },
  'check/answer-by-position': {
    severity: 'warning',
    title: 'An answer that is read by its position',
    advice:
      'Read the answer by the name of its question: `{answer: Allergien}`. `answers` of the source sets the places of questions and answers.',
  },
  'check/question-as-answer': {
    severity: 'warning',
    title: 'A question that is read instead of its answer',
    advice:
      'Read the answer: `{answer: Allergien}`, or the value of the same entry. The name and the id of a question are the same for everybody.',
  },
  'check/any-property': {
    severity: 'warning',
    title: 'A rule that reads the value of any changed property',
    advice: 'Read the property by its name with `answer`, or compare the name of the property in `when`.',
  },
  'check/not-of-type': {
    severity: 'error',
    title: 'A value that does not fit the type of its field',
    advice:
      'Convert the value: a day with `as: date`, a word with a look-up table. A doubtful value is sent with a warning.',
  },
  'check/not-an-email': {
    severity: 'error',
    title: 'An e-mail address to which nothing can be delivered',
    advice: 'Correct the address, or leave it out with `onInvalid: drop`.',
  },
  'check/landline-number': {
    severity: 'warning',
    title: 'A landline or service number instead of a mobile number',
    advice: 'Send the number as `phone`, or ask for both numbers in the form.',
  },
  'check/list-compared': {
    severity: 'warning',
    title: 'A list that is compared with a single value',
    advice:
      'Test whether the list contains the value: "Newsletter" in topics. A list is never equal to a text or a number.',
  },
  'check/impossible-birthday': {
    severity: 'error',
    title: 'A birthday that is impossible',
    advice:
      'A birthday is between 1900 and today. Check how the sender writes the day, and correct the data.',
  },
  'check/names-in-english': {
    severity: 'warning',
    title: 'Names of months and days in English',
    advice:
      'Correct `locale` of the destination, or write the date in numbers. Names are written in the language of the destination if it is supported.',
  },
  'check/texts-in-order': {
    severity: 'warning',
    title: 'Dates, numbers or words that are compared as texts',
    advice:
      'Compare dates as numbers with $toMillis, numbers with $number, and list the words that count. Texts are compared letter by letter, which is right only for yyyy-MM-dd.',
  },
  'check/text-as-condition': {
    severity: 'warning',
    title: 'A text that is used as a condition',
    advice:
      'Compare it with the text that means yes, or read it with `as: boolean`. As a condition every text is true, even "nein".',
  },
  'check/missing-differs': {
    severity: 'warning',
    title: 'A condition that is false when a value is missing',
    advice: 'Write $not(path = value): != is false for a missing value.',
  },
  'check/keys-of-unticked': {
    severity: 'warning',
    title: 'The names of boxes that are not ticked are sent',
    advice: 'Use only the names whose value is a yes. $keys, and a path through a list, return all names.',
  },
  'check/empty-differs': {
    severity: 'warning',
    title: 'An empty value that the rule does not replace',
    advice: 'Write ?: instead of ??. It also uses the other value if the first one is empty.',
  },
  'check/expression-fails': {
    severity: 'error',
    title: 'An expression that fails for a sample or an event',
    advice: 'Correct the expression; `fieldbridge preview` shows its result.',
  },
  'check/untested-expression': {
    severity: 'info',
    title: 'Expressions that no test covers',
    advice: 'Add a test with a payload for which each of them has a value.',
  },
  'check/idle-entry': {
    severity: 'info',
    title: 'Entries of a look-up table that nothing matches',
    advice: 'Compare the keys of the table with the values of the samples.',
  },
  'check/falls-through': {
    severity: 'warning',
    title: 'A table that sends nothing for many of the stored events',
    advice:
      'Add the values to the table; write null on the right to send nothing. `fieldbridge coverage` shows the patterns of the values.',
  },
  'check/reads-credential': {
    severity: 'warning',
    title: 'A rule that reads a credential',
    advice:
      'Remove the rule, or read the value from a place without a password, a token or a secret address.',
  },
  'check/written-twice': {
    severity: 'warning',
    title: 'Two mappings that write the same value',
    advice: 'Give each mapping a `when` that excludes the other, or remove the rule from one of them.',
  },
  'check/date-formats': {
    severity: 'warning',
    title: 'Two mappings that write dates into one field in different formats',
    advice: 'Write the same `format` in both mappings, so that people and searches find one form of a date.',
  },
  'check/orphaned-links': {
    severity: 'warning',
    title: 'Known links in a form that the mapping does not write any more',
    advice: 'Import the links again in the form that `link` has now, or correct `link`.',
  },
  'check/bad-number': {
    severity: 'error',
    title: 'A customer number that is not a number',
    advice: 'Correct the event (`fieldbridge events amend`, or "Correct and send" in the console).',
  },

  // intake: findings of receiving an event
  'intake/split-failed': {
    severity: 'error',
    title: 'The webhook could not be split',
    advice: 'Correct `split` of the source, then replay the event.',
  },
  'intake/taken-apart': {
    severity: 'info',
    title: 'A webhook that was split later',
    advice: 'Nothing to do. The message names the new events.',
  },
  'intake/split-nothing': {
    severity: 'warning',
    title: 'The split found nothing',
    advice: 'Check `split` of the source. The whole body became one event.',
  },
  'intake/event-id-failed': {
    severity: 'error',
    title: 'The event id could not be found',
    advice: 'Correct `eventId` of the source, then replay the event.',
  },
  'intake/event-type-failed': {
    severity: 'warning',
    title: 'The type of an event could not be found',
    advice: 'Correct `eventType` of the source. The event continues without a type.',
  },
  'intake/occurred-at-failed': {
    severity: 'warning',
    title: 'The time of an event could not be found',
    advice: 'Correct `occurredAt` of the source. The event continues without a time.',
  },
  'intake/changed-duplicate': {
    severity: 'warning',
    title: 'The same event id was sent again with different contents',
    advice:
      'The first event is used. If the sender reuses ids, make `eventId` a list with a part that changes.',
  },
  'intake/json-as-form': {
    severity: 'warning',
    title: 'JSON with the content type of a form',
    advice: 'Set the content type at the sender to application/json, or write body: json for the source.',
  },
  'intake/repeated-key': {
    severity: 'warning',
    title: 'An object in the body contains a key more than once',
    advice:
      'Check the value that was used, which is the last one. Correct the sender so that it sends each key once.',
  },
  'intake/json-field-failed': {
    severity: 'error',
    title: 'A field that should contain JSON but does not',
    advice: 'Correct the sender, so that the field contains JSON, or correct `jsonField` of the source.',
  },
  'intake/several-events': {
    severity: 'warning',
    title: 'A list of several objects at a source without `split`',
    advice: 'Write `split: $` for the source, so that each object becomes a separate event.',
  },
  'intake/equal-contents': {
    severity: 'info',
    title: 'Equal contents arrived a short time ago',
    advice: 'Nothing to do: both are delivered, because the sender sends no event id.',
  },

  // call: the order of events, and the links of delivered calls
  'call/older-event': {
    severity: 'info',
    title: 'A newer event of this person was already applied',
    advice: 'Nothing to do. To send it anyway, replay the event with `--force`.',
  },
  'call/older-values': {
    severity: 'warning',
    title: 'An older event replaced newer values',
    advice:
      'If each event has all values of the mapping, write `ignoreOlder: true` in it. Then replay the newer event with `--again`.',
  },
  'call/no-event-time': {
    severity: 'warning',
    title: 'Sent although the time of its event is unknown',
    advice: 'Check `occurredAt` of the source. Without a time, older events cannot be recognised.',
  },
  'call/link-replaced': {
    severity: 'warning',
    title: 'The link stands for another customer from now on',
    advice:
      'Look up both customers in the calendar. If the earlier one is right, import the link with `--replace`.',
  },
  'call/shared-link': {
    severity: 'warning',
    title: 'Delivered for another customer than that of its shared link',
    advice:
      'If it is one person, import the link with the right number. If people share it, add a part to `link` that tells them apart.',
  },
  'call/outdated-link': {
    severity: 'warning',
    title: 'Sent to the customer for whom the link stood before',
    advice:
      'Look up the customer in the calendar. To send it to the right one, replay the event with `--again`.',
  },
  'call/own-emergency-number': {
    severity: 'warning',
    title: 'The mobile number of the customer as the one for emergencies',
    advice:
      'Look up the customer in the calendar. If the number is their own, correct it where the event takes it from, and replay the event.',
  },
  'call/other-first-name': {
    severity: 'info',
    title: 'The customer that was updated has another first name than the person in the event',
    advice:
      'Look up the customer in the calendar. If it is somebody else of the same last name, undo the changes there, correct the customer number or the link, and replay the event with `--again`.',
  },
  'call/other-person': {
    severity: 'warning',
    title: 'The customer that was updated is probably not the person in the event',
    advice:
      'Look up the customer in the calendar. If it is somebody else, undo the changes there, correct the customer number or the link, and replay the event with `--again`.',
  },

  // delivery: the outcomes of calls
  'delivery/refused': {
    severity: 'error',
    title: 'The API refused the call',
    advice: 'Correct the event (`fieldbridge events amend`, or "Correct and send" in the console).',
  },
  'delivery/unknown-customer': {
    severity: 'error',
    title: 'The customer does not exist',
    advice:
      'Correct the number: in the event (`fieldbridge events amend`, or "Correct and send" in the console) if the webhook contains it, otherwise in the link.',
  },
  'delivery/unknown-appointment': {
    severity: 'error',
    title: 'The appointment does not exist',
    advice: 'Check that the form sends an appointment of this account.',
  },
  'delivery/incomplete': {
    severity: 'error',
    title: 'The booking cannot be completed',
    advice: 'Look at the reason from the API. The slot may have to be reserved again.',
  },
  'delivery/outcome-unknown': {
    severity: 'error',
    title: 'A booking was sent and its response was lost',
    advice:
      'Look up the appointment in the calendar. Then resolve the event as booked, as not booked (it is sent again), or give it up.',
  },
  'delivery/refused-again': {
    severity: 'error',
    title: 'A booking whose first response was lost was sent again and refused',
    advice:
      'The first attempt may have succeeded: look up the appointment in the calendar. Then resolve the event as booked, as not booked (it is sent again), or give it up.',
  },
  'delivery/resolved': {
    severity: 'info',
    title: 'A person resolved an uncertain booking',
    advice: 'Nothing to do: the audit log shows who resolved it, and the reason.',
  },
  'delivery/gave-up': {
    severity: 'error',
    title: 'All retries until the time limit failed',
    advice: 'Find out why it failed, then replay the event.',
  },
  'delivery/too-old': {
    severity: 'error',
    title: 'Too old to be sent automatically',
    advice: 'Decide whether it should still be sent, then replay the event.',
  },
  'delivery/already-booked': {
    severity: 'info',
    title: 'This booking is already completed',
    advice: 'Nothing to do.',
  },
  'delivery/superseded': {
    severity: 'warning',
    title: 'Older values were left out',
    advice:
      'Newer events of this person have set them, and their values stay. If a newer event was meant for another person, correct it, then replay this event with `--again`. To send the older values anyway, replay the event with `--again --force`.',
  },
  'delivery/incomplete-answer': {
    severity: 'warning',
    title: 'Accepted with a response that is not documented',
    advice: 'Look up the appointment in the calendar.',
  },
  'delivery/our-fault': {
    severity: 'error',
    title: 'The API refused a call that should never have been sent',
    advice: 'Report this: it is a defect of this program.',
  },
});

/** A stable name of a kind of diagnostic, `area/what`. */
export type DiagnosticCode = keyof typeof codes;
