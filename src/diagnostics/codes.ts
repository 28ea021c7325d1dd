import type { Severity } from './severity.ts';

// One table, long as it is: each code stands once, and the page of diagnostics is made of it.

interface CodeEntry {
  readonly severity: Severity;
  /** What this code means, as a heading. */
  readonly title: string;
  /** What a person does about it, in a sentence. */
  readonly advice: string;
}

function table<Code extends string>(entries: Record<Code, CodeEntry>): Record<Code, CodeEntry> {
  return entries;
}

/**
 * Every diagnostic code. A code is permanent: it is never renamed and never used for something else, which is why they
 * stand in one table, however long: nowhere else could a name be taken twice.
 */
export const codes = table({
  // yaml: a file that is not readable YAML, or has not the expected shape
  'yaml/syntax': {
    severity: 'error',
    title: 'The file is not YAML',
    advice: 'Mend the line that is shown; indentation and unclosed quotes are the usual causes.',
  },
  'yaml/unknown-key': {
    severity: 'error',
    title: 'A key that does not exist',
    advice: 'Correct or remove the key; the message lists the keys that are allowed here.',
  },
  'yaml/missing-key': {
    severity: 'error',
    title: 'A key that is required is missing',
    advice: 'Add the key.',
  },
  'yaml/wrong-type': {
    severity: 'error',
    title: 'A value of the wrong type or form',
    advice: 'Write the value as the message says.',
  },
  'yaml/unreadable-file': {
    severity: 'error',
    title: 'A file cannot be read',
    advice: 'Check that the path exists and that the program may read it.',
  },
  'yaml/wrong-encoding': {
    severity: 'error',
    title: 'A file that is not saved as UTF-8',
    advice: 'Save the file as UTF-8; a byte order mark may stand at its start.',
  },
  'yaml/too-large': {
    severity: 'error',
    title: 'A file that is too large to be read',
    advice: 'Part it into several files, or take out what does not belong there.',
  },
  'yaml/swallowed-text': {
    severity: 'warning',
    title: 'A text of which a # makes a part a comment',
    advice: 'Put the whole text in quotes; where a comment is meant, put a blank behind its #.',
  },
  'yaml/sent-quotes': {
    severity: 'warning',
    title: 'A text in quotes of a word processor',
    advice:
      'Write the quotes of the keyboard; where the others are to be sent, put the whole text into these.',
  },
  'yaml/more-problems': {
    severity: 'error',
    title: 'A file with more problems than are told',
    advice: 'Mend those that are told first: the others are often the same, again and again.',
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
  'links/other-customer': {
    severity: 'error',
    title: 'A link that stands for another customer already',
    advice: 'Find out which of the two numbers is right; with --replace the one of the list counts.',
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
      'Check the path of the file, its permissions, and that it is in PEM; a key must be that of its certificate.',
  },
  'config/bad-public-key': {
    severity: 'error',
    title: 'A public key that cannot be used',
    advice:
      'Copy the public key of the sender as it shows it, in PEM or base64, and name the algorithm that belongs to it.',
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
    advice: 'Use https:, or say allowHttp: true if you mean it.',
  },
  'config/unusual-collector': {
    severity: 'warning',
    title: 'An address that is hardly that of a collector for OTLP over HTTP',
    advice: 'Write the address without /v1/traces, and the port of OTLP over HTTP, mostly 4318.',
  },
  'config/awaited-secret': {
    severity: 'warning',
    title: 'A source whose secret its sender has not told yet',
    advice: 'Make the webhook at the sender, copy the secret that it tells, and add it to the source.',
  },
  'config/missing-verification': {
    severity: 'error',
    title: 'A source that says nothing about verification',
    advice: 'Give the source a verify entry or a preset; {type: none} must be said in so many words.',
  },
  'config/unverified-source': {
    severity: 'warning',
    title: 'A source that anyone can post to',
    advice: 'Use a signature or a token if the sender has one.',
  },
  'config/outcome-to-anyone': {
    severity: 'warning',
    title: 'A source that tells anyone what became of an event',
    advice: 'Use a signature or a token if the sender has one, or remove `respond: outcome`.',
  },
  'config/trusts-anyone': {
    severity: 'warning',
    title: 'A proxy that anybody may be',
    advice: 'List the addresses of your proxies in server.trustProxy, and no network that strangers are in.',
  },
  'config/missing-verify-token': {
    severity: 'warning',
    title: 'A sender that checks the URL with a token, of which the source has none',
    advice: 'Add verifyToken to the source, and enter the same text at the sender.',
  },
  'config/unbraced-variable': {
    severity: 'warning',
    title: 'A variable that is not written as one',
    advice: `Write \${NAME}. Put a secret that really looks like this into a file: {file: PATH}.`,
  },
  'config/blank-in-secret': {
    severity: 'warning',
    title: 'A secret with blanks or a line end around it',
    advice: 'Take them off where the secret comes from, unless the sender has them too.',
  },
  'config/short-secret': {
    severity: 'warning',
    title: 'A short secret',
    advice: 'Use at least 16 characters where you can choose.',
  },
  'config/weak-signature': {
    severity: 'warning',
    title: 'A signature or token that leaves out what it should cover, or can be forged',
    advice:
      'Sign {body}, and {timestamp} where there is one; bind a token to the body; use a long key. Go by the documentation of the sender.',
  },
  'config/unsafe-volume': {
    severity: 'error',
    title: 'A store on a file system that cannot keep it',
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
      'Mend the expression; quote names that contain other characters than letters, digits and underscores with backticks.',
  },
  'expression/too-long': {
    severity: 'error',
    title: 'An expression that is too long to be read',
    advice: 'Part it into several rules, use a look-up table, or write smaller counts in its patterns.',
  },
  'expression/failed': {
    severity: 'error',
    title: 'An expression that failed while it ran',
    advice: 'Look at the value that the message names; try the expression with `fieldbridge preview`.',
  },
  'expression/limit': {
    severity: 'error',
    title: 'An expression that went too deep',
    advice: 'Make the expression simpler.',
  },
  'expression/too-slow': {
    severity: 'error',
    title: 'An expression that took too long',
    advice: 'Make the expression simpler: fewer steps that look at everything for every element.',
  },
  'expression/too-large': {
    severity: 'error',
    title: 'An expression that made too much',
    advice: 'Have the expression take only what is needed of the payload.',
  },
  'expression/plain-word': {
    severity: 'warning',
    title: 'A plain word where a literal was probably meant',
    advice: 'Write {value: ...} for a literal.',
  },
  'expression/subtraction': {
    severity: 'warning',
    title: 'A hyphenated name that is read as a subtraction',
    advice: 'Put the name into backticks or double quotes.',
  },
  'expression/literal-name': {
    severity: 'warning',
    title: 'A quoted name alone, which is a literal',
    advice:
      'Put the name into backticks to read it from the payload, or write {value: ...} to mean the literal.',
  },
  'expression/other-braces': {
    severity: 'warning',
    title: 'Braces as other programs write a field, which are sent as they stand',
    advice:
      'Write {name} in a template; {{ and }} are sent as { and }, and a $ before a brace is sent as it stands.',
  },
  'expression/or-of-text': {
    severity: 'warning',
    title: 'A text beside or, which gives true or false and never the text',
    advice: 'Write ?? for what stands in for a missing value, and = for a comparison.',
  },
  'expression/joined-missing': {
    severity: 'warning',
    title: 'Texts joined by & where a part may be missing',
    advice: 'Use {template: ...}, which is missing as a whole where a part is missing.',
  },
  'expression/text-number-comparison': {
    severity: 'warning',
    title: 'A text compared with a number',
    advice: 'Compare values of the same type: $number(x) > 3, or x = "3".',
  },
  'expression/unknown-variable': {
    severity: 'warning',
    title: 'A variable that does not exist',
    advice: 'Use one that the message lists; a field of the payload is written without the dollar sign.',
  },
  'expression/header-in-capitals': {
    severity: 'warning',
    title: 'A header whose name is not in lower case',
    advice: 'Write the name in lower case, as $headers has it: $headers."x-request-id".',
  },
  'expression/unavailable': {
    severity: 'error',
    title: 'A function that is not available',
    advice: 'Use another function of JSONata; $eval, $random and $shuffle are left out on purpose.',
  },
  'expression/unreadable-pattern': {
    severity: 'error',
    title: 'A pattern that cannot be matched in linear time',
    advice: 'Write the pattern without what the message names, or as several patterns.',
  },

  // mapping: what happened when a mapping met an event
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
    title: 'A rule whose keys do not go together',
    advice: 'Give exactly one of from, answer, value and template, and only keys that go with it.',
  },
  'mapping/invalid-test': {
    severity: 'error',
    title: 'A test that does not say, or says twice, what it expects',
    advice: 'Give the test exactly one of expect, includes, fails, skips and cases.',
  },
  'mapping/fixed-person': {
    severity: 'warning',
    title: 'The same person or appointment for every event',
    advice: 'Read the number from the payload, or let a link find it ($linked).',
  },
  'mapping/fixed-status': {
    severity: 'warning',
    title: 'An update that sets one status whatever the event says',
    advice:
      'Read the status from the payload, and leave it alone where the event says nothing of it: a regular customer would become a new one.',
  },
  'mapping/invented-consent': {
    severity: 'warning',
    title: 'A consent that nobody gave',
    advice: 'Take the consent from the payload, or say with because: why the literal is right.',
  },
  'mapping/denied-consent': {
    severity: 'error',
    title: 'A rule that says yes where the person did not',
    advice:
      'Read the answer itself, which counts ja, nein, on, 0 and the like as yes or no; or give a table of the texts that mean yes. Where a no to the question is a yes to the consent, give a table with `because`.',
  },
  'mapping/opt-out-as-consent': {
    severity: 'warning',
    title: 'An opt-out that is read as a consent',
    advice: 'Turn the answer round by a table, and say why in `because`.',
  },
  'mapping/not-green': {
    severity: 'error',
    title: 'A changed mapping that is not used, since its check or its tests are not green',
    advice:
      'Mend the file; it goes live by itself once both are green. Until then its last good version is used. `reload: always` uses changed mappings at once.',
  },
  'mapping/faulty-file': {
    severity: 'error',
    title: 'A mapping file that cannot be used',
    advice: 'Run `fieldbridge check`; the events wait until the file is mended.',
  },
  'mapping/assumed-headers': {
    severity: 'info',
    title: 'A preview with the headers of a test',
    advice: 'Nothing, unless the webhook comes with other headers: then give them with the payload.',
  },
  'mapping/none-applied': {
    severity: 'info',
    title: 'No mapping applied',
    advice: 'If one should have, look at its `when` with `fieldbridge preview`.',
  },
  'mapping/no-mapping': {
    severity: 'warning',
    title: 'A source without any mapping',
    advice: 'Add a mapping for the source; its events wait until then.',
  },
  'mapping/nothing-to-send': {
    severity: 'info',
    title: 'Nothing to send',
    advice: 'Nothing to do; the event has no value for any rule of the mapping.',
  },
  'mapping/missing-value': {
    severity: 'error',
    title: 'A required value is missing or empty',
    advice:
      'Correct the event (`fieldbridge events amend ID --set PATH=VALUE --reason TEXT`, or "Correct and send" in the console), or relax the rule.',
  },
  'mapping/invalid-value': {
    severity: 'error',
    title: 'A value that cannot be converted',
    advice:
      'Correct the event (`fieldbridge events amend ID --set PATH=VALUE --reason TEXT`, or "Correct and send" in the console), or change the rule.',
  },
  'mapping/unclear-answer': {
    severity: 'error',
    title: 'A name that several questions of a sender have',
    advice:
      'Write another name of the question that is meant, or give each question a name of its own at the sender.',
  },
  'mapping/json-in-text': {
    severity: 'warning',
    title: 'A path that goes below a text with JSON in it',
    advice: 'Name the text with `jsonField` at the source: then its JSON stands in its place.',
  },
  'mapping/ambiguous-value': {
    severity: 'warning',
    title: 'A value that may be another one than was meant',
    advice: 'Look at the value that is sent; make the rule so that it can be read in one way only.',
  },
  'mapping/clears-by-condition': {
    severity: 'warning',
    title: 'A value that is deleted where a condition is not true',
    advice:
      'Put the condition into `when` of a mapping of its own, or remove clear; where it is meant, say why in `because`.',
  },
  'mapping/placeholder-value': {
    severity: 'warning',
    title: 'A value that stands for nothing, or a placeholder that was not filled in',
    advice:
      'Say in `empty` of the source what this sender writes for nothing, or correct the template of the sender.',
  },
  'mapping/damaged-text': {
    severity: 'warning',
    title: 'A text that was damaged before it came',
    advice:
      'Have the sender write UTF-8, and send the values of a spreadsheet and not its formulas; then send the event again.',
  },
  'mapping/not-a-phone': {
    severity: 'warning',
    title: 'A text for a phone number that is none',
    advice: 'Add `as: phone` and the country to the rule, which refuses such texts; or correct the data.',
  },
  'mapping/unread-path': {
    severity: 'warning',
    title: 'A path or a placeholder in a text that is sent as it stands',
    advice:
      'Write the path in `from`, or in braces in `template`. Where the text itself is meant, say why in `because`.',
  },
  'mapping/condition-as-text': {
    severity: 'warning',
    title: 'A condition where a text is wanted',
    advice:
      'Write the texts to send with ? and :, as in `vip = "ja" ? "VIP" : "Guest"`; or add `as: boolean` where true and false are meant.',
  },
  'mapping/false-as-text': {
    severity: 'warning',
    title: 'false is sent as a text',
    advice:
      'Add `empty: [false]` to the source where false stands for nothing, or `as: boolean` to the rule where it is a no.',
  },
  'mapping/escaped-html': {
    severity: 'warning',
    title: 'A value with characters that are escaped as in HTML',
    advice: 'Have the sender send plain text, or put the characters back in the rule with `$replace`.',
  },
  'mapping/not-in-table': {
    severity: 'error',
    title: 'A value that the look-up table does not have',
    advice: 'Add the value to the table, or give otherwise.',
  },
  'mapping/dropped-value': {
    severity: 'warning',
    title: 'A value was left out',
    advice: 'Nothing must be done; the mapping says onInvalid: drop or onUnknownField: drop.',
  },
  'mapping/dropped-element': {
    severity: 'warning',
    title: 'Elements of a list were left out',
    advice: 'Nothing must be done; the rule or its defaults say onInvalid: drop.',
  },
  'mapping/cleared-value': {
    severity: 'warning',
    title: 'A bad value deleted what the account had',
    advice: 'Nothing must be done; the rule says onInvalid: clear. To keep what the account has, write drop.',
  },
  'mapping/clears-bad-value': {
    severity: 'warning',
    title: 'A rule that deletes what the account has, where the event has a bad value',
    advice: 'Write `onInvalid: drop` to keep it; where deleting is meant, say why in `because`.',
  },
  'mapping/not-linked': {
    severity: 'info',
    title: 'No customer number is known for this link yet',
    advice: 'The event goes on once a booking, an update or an import makes the link.',
  },
  'mapping/when-failed': {
    severity: 'error',
    title: 'The condition of a mapping failed',
    advice: 'Mend `when`, then replay the event.',
  },
  'mapping/ended-the-program': {
    severity: 'error',
    title: 'An event during whose planning the program ended, twice',
    advice: 'Look at what the event holds and what its mappings do with it; the other events go on.',
  },
  'mapping/program-failed': {
    severity: 'error',
    title: 'The program failed while it planned an event',
    advice: 'Please report this; replay the event once the program is mended.',
  },
  'mapping/ignored-parameter': {
    severity: 'info',
    title: 'A parameter that the API ignores',
    advice: 'Nothing must be done; with a customer number the API takes master data from the customer.',
  },
  'mapping/no-link': {
    severity: 'error',
    title: '$linked in a mapping without a link',
    advice: "Add link: with an expression for the sender's own id of the person.",
  },
  'mapping/no-occurred-at': {
    severity: 'warning',
    title: 'ignoreOlder, and the source does not say when its events happened',
    advice: 'Add occurredAt to the source, or remove ignoreOlder.',
  },
  'mapping/file-name': {
    severity: 'error',
    title: 'A mapping file whose name cannot be used',
    advice:
      'Rename the file, or the folder that it is in: small letters, digits, - and _, then .yaml; each name once.',
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
    title: 'A keyName that the account has given another name',
    advice: 'Write the keyName that the message tells; the field is the same, as its id says.',
  },
  'check/drifted-field': {
    severity: 'info',
    title: 'A field that has changed since the lock was saved',
    advice: 'See that the mappings still fit, then save the lock with `fieldbridge fields --save`.',
  },
  'check/unsupported-type': {
    severity: 'error',
    title: 'A field whose type cannot be set',
    advice: 'Remove the field from the mapping; images and documents cannot be set by the API.',
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
    title: 'A list parted by what its choices contain',
    advice: 'Give the rule a separator that no choice has.',
  },
  'check/ambiguous-choices': {
    severity: 'warning',
    title: 'A text that can be read as several sets of choices',
    advice: 'Have the sender send a list, or put a sign between the choices that stands in none of them.',
  },
  'check/forgiven-choice': {
    severity: 'info',
    title: 'A choice that is written otherwise in the account',
    advice: 'Nothing must be done; `as: choice` found the choice.',
  },
  'check/several-choices': {
    severity: 'error',
    title: 'A text that may be one of several choices',
    advice: 'Send a choice exactly as the account writes it, or add a look-up table to the rule.',
  },
  'check/no-choices': {
    severity: 'warning',
    title: 'A choice for a field that has none',
    advice: 'Remove `as` from the rule, or set a field with choices.',
  },
  'check/validator': {
    severity: 'error',
    title: 'A value that the validator of the field refuses',
    advice: 'Correct the value; the field says what it takes.',
  },
  'check/unreadable-validator': {
    severity: 'warning',
    title: 'A validator that cannot be applied here',
    advice: 'Nothing must be done; the API itself still checks.',
  },
  'check/required-field': {
    severity: 'error',
    title: 'A required field would be cleared',
    advice: 'Remove `clear` from the rule.',
  },
  'check/unknown-status': {
    severity: 'error',
    title: 'A customer status that the account does not have',
    advice: 'Use a name that `fieldbridge statuses` lists, exactly as it is written there.',
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
  'check/not-of-type': {
    severity: 'error',
    title: "A value that is none of its field's type",
    advice:
      'See what the sender writes, and convert it: a day with `as: date`, a word with a look-up table. A value that may fit is sent with a warning.',
  },
  'check/not-an-email': {
    severity: 'error',
    title: 'An e-mail address to which nothing can be delivered',
    advice: 'Correct the address, or let the mapping leave it out with `onInvalid: drop`.',
  },
  'check/list-compared': {
    severity: 'warning',
    title: 'A list that is compared with a single value',
    advice:
      'Ask whether the value is among the elements: "Newsletter" in topics. A list is never equal to a text or a number.',
  },
  'check/impossible-birthday': {
    severity: 'error',
    title: 'A birthday that cannot be',
    advice: 'A birthday is between 1900 and today; see how the sender writes the day, and correct the data.',
  },
  'check/names-in-english': {
    severity: 'warning',
    title: 'Names of months and days in English',
    advice:
      'Correct the locale of the destination, or write the date in numbers: names are written in its language, where they are known.',
  },
  'check/texts-in-order': {
    severity: 'warning',
    title: 'Dates that are compared as texts',
    advice:
      'Compare the dates as numbers with $toMillis: texts are compared letter by letter, so only yyyy-MM-dd is in order.',
  },
  'check/text-as-condition': {
    severity: 'warning',
    title: 'A text that stands as a condition',
    advice:
      'Compare it with the text that means yes, or read it with as: boolean: a condition counts every text as true, "nein" too.',
  },
  'check/missing-differs': {
    severity: 'warning',
    title: 'A condition that says no where a value is missing',
    advice: 'Write $not(path = value): != is never true of what is missing.',
  },
  'check/expression-fails': {
    severity: 'error',
    title: 'An expression that fails for a sample or an event',
    advice: 'Mend the expression; `fieldbridge preview` shows what it gives.',
  },
  'check/untested-expression': {
    severity: 'info',
    title: 'Expressions that no test covers',
    advice: 'Add a test whose payload makes each of them give a value.',
  },
  'check/idle-entry': {
    severity: 'info',
    title: 'Entries of a look-up table that nothing matches',
    advice: 'Compare the keys of the table with what the samples have.',
  },
  'check/reads-credential': {
    severity: 'warning',
    title: 'A rule that reads a credential',
    advice:
      'Remove the rule, or take the value from a place without a password, a token or a secret address.',
  },
  'check/written-twice': {
    severity: 'warning',
    title: 'Two mappings that write the same',
    advice: 'Give each mapping a `when` that excludes the other, or let only one of them write it.',
  },
  'check/bad-number': {
    severity: 'error',
    title: 'A customer number that is not a number',
    advice:
      'Correct the event (`fieldbridge events amend ID --set PATH=VALUE --reason TEXT`, or "Correct and send" in the console).',
  },

  // intake: what was noticed while an event was received
  'intake/split-failed': {
    severity: 'error',
    title: 'The webhook could not be split',
    advice: 'Mend `split` of the source, then replay the event.',
  },
  'intake/taken-apart': {
    severity: 'info',
    title: 'A webhook whose events were found later',
    advice: 'Nothing must be done; look at the events that the message names.',
  },
  'intake/split-nothing': {
    severity: 'warning',
    title: 'The split found nothing',
    advice: 'Check `split` of the source; the whole body was taken as one event.',
  },
  'intake/event-id-failed': {
    severity: 'error',
    title: 'The event id could not be found',
    advice: 'Mend `eventId` of the source, then replay the event.',
  },
  'intake/event-type-failed': {
    severity: 'warning',
    title: 'The kind of an event could not be found',
    advice: 'Mend `eventType` of the source; the event goes its way without a kind.',
  },
  'intake/occurred-at-failed': {
    severity: 'warning',
    title: 'When an event happened could not be found',
    advice: 'Mend `occurredAt` of the source; the event goes its way without a time.',
  },
  'intake/changed-duplicate': {
    severity: 'warning',
    title: 'The same event id came again with other contents',
    advice: 'The first one counts. If the sender reuses ids, make `eventId` a list with a part that changes.',
  },
  'intake/json-as-form': {
    severity: 'warning',
    title: 'JSON that came with the content type of a form',
    advice: 'Have the sender say application/json, or write body: json for the source.',
  },
  'intake/repeated-key': {
    severity: 'warning',
    title: 'An object in the body has a key more than once',
    advice: 'Look whether the right value was used: the last one counts. Have the sender send each key once.',
  },
  'intake/json-field-failed': {
    severity: 'error',
    title: 'A field that is to hold JSON, and does not',
    advice:
      'Have the sender send JSON in the field that jsonField of the source names, or correct jsonField.',
  },
  'intake/several-events': {
    severity: 'warning',
    title: 'A list of several objects at a source without `split`',
    advice: 'Write split: $ for the source, so that each object is an event of its own.',
  },
  'intake/equal-contents': {
    severity: 'info',
    title: 'Equal contents came a short time ago',
    advice: 'Nothing must be done; both are delivered, since the sender gives no event id.',
  },

  // call: when its event happened, where the mapping says ignoreOlder
  'call/older-event': {
    severity: 'info',
    title: 'A newer event of this person was applied already',
    advice: 'Nothing must be done; replay the event with force to send it all the same.',
  },
  'call/no-event-time': {
    severity: 'warning',
    title: 'Sent without knowing when its event happened',
    advice: 'Check `occurredAt` of the source: without a time nobody can tell whether an event is older.',
  },

  // delivery: what became of a call
  'delivery/refused': {
    severity: 'error',
    title: 'The API refused the call',
    advice:
      'Correct the event (`fieldbridge events amend ID --set PATH=VALUE --reason TEXT`, or "Correct and send" in the console).',
  },
  'delivery/unknown-customer': {
    severity: 'error',
    title: 'The customer does not exist',
    advice:
      'Correct the customer number (`fieldbridge events amend ID --set PATH=VALUE --reason TEXT`, or "Correct and send" in the console).',
  },
  'delivery/unknown-appointment': {
    severity: 'error',
    title: 'The appointment does not exist',
    advice: 'Check that the form carries the appointment of this account.',
  },
  'delivery/incomplete': {
    severity: 'error',
    title: 'The booking cannot be completed',
    advice: 'Look at the reason that the API gave; the slot may have to be reserved again.',
  },
  'delivery/outcome-unknown': {
    severity: 'error',
    title: 'A booking was sent and its answer was lost',
    advice:
      'Look up the appointment in the calendar, then resolve the event: it was booked; it was not, send again; or give up.',
  },
  'delivery/resolved': {
    severity: 'info',
    title: 'A person said how an uncertain booking ended',
    advice: 'Nothing needs to be done; the audit trail says who said it, and why.',
  },
  'delivery/gave-up': {
    severity: 'error',
    title: 'Tried until the time was over',
    advice: 'Find out why it failed, then replay the event.',
  },
  'delivery/too-old': {
    severity: 'error',
    title: 'Too old to be sent by itself',
    advice: 'Decide whether it should still be sent, then replay the event.',
  },
  'delivery/already-booked': {
    severity: 'info',
    title: 'This booking is completed already',
    advice: 'Nothing must be done.',
  },
  'delivery/superseded': {
    severity: 'warning',
    title: 'Older values were left out',
    advice: 'Nothing must be done; newer ones are delivered. Replay with force to send them all the same.',
  },
  'delivery/incomplete-answer': {
    severity: 'warning',
    title: 'Accepted with an answer that is not documented',
    advice: 'Look up the appointment in the calendar.',
  },
  'delivery/our-fault': {
    severity: 'error',
    title: 'The API refused a call that should never have left',
    advice: 'Please report this: it is a fault of this program.',
  },
});

/** A stable name of a kind of diagnostic, `area/what`. */
export type DiagnosticCode = keyof typeof codes;
