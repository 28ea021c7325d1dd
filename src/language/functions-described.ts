/** A function of the expression language: its parameters and its result. */
export interface DescribedFunction {
  readonly signature: string;
  readonly does: string;
}

const lines = `
age(born, at) | The whole years from a day to another one; to the day on which the event was received where no other is given.
choice(value) | The choice of the account that is meant. It stands where the result of the rule does.
date(value, options) | The day; options are {"parse": …, "format": …, "zone": …}, and each may be left out.
phone(value, country) | The phone number with its country code.
abs(number) | The number without its sign.
append(list, list) | Both lists as one.
average(numbers) | The mean of a list of numbers.
base64decode(text) | The text that Base64 stands for.
base64encode(text) | The text in Base64.
boolean(value) | true or false, as JSONata sees the value.
ceil(number) | The number, rounded up.
clone(value) | A copy of the value.
contains(text, part) | Whether the text has the part, or matches a /pattern/.
count(list) | How many elements the list has.
decodeUrl(text) | The text without the escapes of a URL.
decodeUrlComponent(text) | The text without the escapes of a part of a URL.
distinct(list) | The list, each value once.
each(object, function) | A list of what the function gives for each value of the object.
encodeUrl(text) | The text, encoded for a URL.
encodeUrlComponent(text) | The text, encoded for a part of a URL.
error(text) | Fails with this message.
exists(value) | Whether the value is there at all.
assert(condition, text) | Fails with the message where the condition is false.
filter(list, function) | The elements for which the function is true.
floor(number) | The number, rounded down.
formatBase(number, base) | The whole number in another base.
formatInteger(number, picture) | The whole number as a picture writes it.
formatNumber(number, picture) | The number as a picture writes it: "#,##0.00".
fromMillis(number, picture, zone) | Milliseconds since 1970 as a date; a rule with as: date is plainer.
join(list, separator) | The texts of the list as one text.
keys(object) | The keys of the object.
length(text) | How many characters the text has.
lookup(object, key) | The value that stands under the key.
lowercase(text) | The text in small letters.
map(list, function) | What the function gives for each element.
match(text, pattern) | What a /pattern/ finds in the text.
max(numbers) | The largest of the numbers.
merge(objects) | The objects as one.
millis() | The time at which the event was received, in milliseconds.
min(numbers) | The smallest of the numbers.
not(value) | true where the value is false, and the other way round.
now(picture, zone) | The time at which the event was received.
number(value, decimal) | The number that a text stands for; decimal is the sign before its decimals.
pad(text, width, sign) | The text, filled up to a width; a negative one fills at the front.
parseInteger(text, picture) | The whole number that a picture reads.
power(number, exponent) | The number to a power.
reduce(list, function, first) | One value of all elements, made one by one.
replace(text, part, by) | The text with each part, or what a /pattern/ finds, replaced.
reverse(list) | The list, the last element first.
round(number, digits) | The number, rounded to this many decimals.
sift(object, function) | The object with the keys for which the function is true.
single(list, function) | The only element for which the function is true.
sort(list, function) | The list in order.
split(text, separator) | The parts of the text as a list.
spread(object) | A list of objects with one key each.
sqrt(number) | The square root.
string(value) | The value as a text.
substring(text, start, length) | A part of the text; the first character is 0.
substringAfter(text, part) | What stands behind the part.
substringBefore(text, part) | What stands before the part.
sum(numbers) | The sum of the numbers.
toMillis(text, picture) | A date as milliseconds since 1970.
trim(text) | The text without spaces at its ends, and with single ones inside.
type(value) | What kind of value it is: "string", "number", "array".
uppercase(text) | The text in capital letters.
zip(list, list) | A list of pairs.
`;

/** The functions that an expression may use, by their names without the dollar sign. */
export const describedFunctions: ReadonlyMap<string, DescribedFunction> = new Map(
  lines
    .trim()
    .split('\n')
    .map(line => {
      const [call = '', does = ''] = line.split(' | ');
      return [call.slice(0, call.indexOf('(')), { signature: `$${call}`, does }] as const;
    }),
);
