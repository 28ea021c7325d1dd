/** The names of the first files of the console's page, as built. */
export interface ConsoleEntry {
  readonly script: string;
  readonly style: string;
}

/** Returns the console's page, the same for all its URLs. `base`: the console's path, ending with a slash. */
export function consolePage(base: string, { script, style }: ConsoleEntry): string {
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<meta name="referrer" content="no-referrer">
<title>Fieldbridge</title>
<base href="${base}">
<link rel="icon" href="data:,">
<link rel="stylesheet" href="${style}">
<script type="module" src="${script}"></script>
</head>
<body><noscript>The console needs JavaScript. Everything that it does can be done by the commands of the shell too.</noscript></body>
</html>
`;
}

/** Forbids resources of other sites, inline code, and text that becomes markup. */
export const pageHeaders: Readonly<Record<string, string>> = {
  'content-type': 'text/html; charset=utf-8',
  'cache-control': 'no-store',
  'content-security-policy': [
    "default-src 'none'",
    "script-src 'self'",
    "style-src 'self'",
    "img-src 'self' data:",
    "connect-src 'self'",
    "base-uri 'self'",
    "form-action 'none'",
    "frame-ancestors 'none'",
    "require-trusted-types-for 'script'",
    "trusted-types 'none'",
  ].join('; '),
  'x-content-type-options': 'nosniff',
  'referrer-policy': 'no-referrer',
  'cross-origin-opener-policy': 'same-origin',
  'cross-origin-resource-policy': 'same-origin',
};
