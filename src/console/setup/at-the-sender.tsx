import type { ComponentChildren } from 'preact';
import type { SourceProgress } from '../../server/api/routes/setup/setup-state.ts';
import { getWhole } from '../api.ts';
import { Copy } from '../parts/copy.tsx';
import { Marked } from '../parts/marked.tsx';
import { Loading, Trouble } from '../parts/pieces.tsx';
import { senderTitle } from '../parts/sender-title.ts';
import { useResource } from '../parts/use-resource.ts';
import { stepsDe } from '../words/steps-de.ts';
import { language, words } from '../words/words.ts';
import { NewSecret } from './new-secret.tsx';
import type { SenderSteps, ShownSecrets } from './setup-answers.ts';
import { forgetSecrets, shownSecrets } from './shown-secrets.ts';

/** Shows the steps at the sender of an existing source, and its secret once; then a link to add another source. */
export function AtTheSender({
  source,
  mayEdit,
  reload,
}: {
  readonly source: SourceProgress;
  readonly mayEdit: boolean;
  readonly reload: () => void;
}) {
  const path = `setup/sources/${encodeURIComponent(source.name)}`;
  const asked = useResource(path, abort => getWhole<SenderSteps>(path, abort), 'once');
  const made = shownSecrets.value.get(source.name);
  const steps = made ?? asked.value.value;
  if (!steps && asked.error.value) return <Trouble error={asked.error.value} retry={asked.reload} />;
  if (!steps) return <Loading />;
  return (
    <>
      {!made && source.secrets > 0 && source.trouble === null && (
        <div class="notice">
          <p>
            <Marked text={words.value.setup.secretWasShown} />
          </p>
          {mayEdit && <NewSecret name={source.name} mayEnter={false} reload={reload} />}
        </div>
      )}
      <SenderPage steps={steps} made={made} preset={source.preset} />
    </>
  );
}

/** Shows the URL to copy, the secret, and the steps in the terms of that sender. */
export function SenderPage({
  steps,
  made,
  preset,
}: {
  readonly steps: SenderSteps;
  readonly made: ShownSecrets | undefined;
  /** The preset of the sender; `null` for an unknown sender. */
  readonly preset: string | null;
}) {
  const { setup: text, senders } = words.value;
  const title = senderTitle(preset, steps.title);
  const url = new URL(steps.url, location.origin).href;
  const hasToken = steps.tokenParameter !== null;
  return (
    <>
      {made && hasToken && made.secret !== null ? (
        <Once made={made}>
          <Line label={text.wholeUrl} value={url} />
        </Once>
      ) : (
        <Line label={senders.url} value={url} />
      )}
      {!steps.isPublic && (
        <p class="quiet">
          <Marked text={isOnThisMachine(url) ? text.notReachable(title) : text.notPublic} />
        </p>
      )}
      {hasToken && !made?.secret && <p class="quiet">{text.withoutToken}</p>}
      {made && !hasToken && <Secrets made={made} />}
      <h3>{text.atSender(title)}</h3>
      {preset === null ? (
        <ol class="numbered">
          {[...(hasToken ? [text.anyUrl] : []), text.anyPost, text.anyTry].map(each => (
            <li key={each}>{each}</li>
          ))}
        </ol>
      ) : (
        <KnownSteps steps={steps} url={withoutQuery(url)} secret={made?.secret ?? null} preset={preset} />
      )}
    </>
  );
}

/** The steps contain the token themselves. */
function withoutQuery(url: string): string {
  return url.replace(/\?.*/s, '');
}

/** True for an address that no other machine can reach. */
function isOnThisMachine(url: string): boolean {
  return /^(localhost|127\.[\d.]+|\[::1\])$/.test(new URL(url).hostname);
}

/**
 * The places for the secret: YOUR-SECRET in a URL, a header or a script. In a sentence about YOUR-SECRET the secret
 * itself would mislead.
 */
const whereEntered = /(token=|Bearer |:|["'])YOUR-SECRET/g;

function filledIn(step: string, url: string, secret: string | null): string {
  const named = step.replaceAll('{url}', url);
  return secret === null
    ? named.replaceAll('{instead}', ` ${words.value.setup.insteadOfSecret}`)
    : named.replaceAll('{instead}', '').replace(whereEntered, (_, before: string) => before + secret);
}

/** Shows the steps at a known sender, with the URL and the secret filled in. */
function KnownSteps({
  steps,
  url,
  secret,
  preset,
}: {
  readonly steps: SenderSteps;
  readonly url: string;
  readonly secret: string | null;
  readonly preset: string;
}) {
  const { setup: text } = words.value;
  const translated = language.value === 'de' && Object.hasOwn(stepsDe, preset) ? stepsDe[preset] : undefined;
  const shown = (translated ?? steps.setup).map(each => filledIn(each, url, secret));
  return (
    <>
      {secret !== null && !translated && shown.some(each => each.includes('`secret:`')) && (
        <p>
          <Marked text={text.secretAbove} />
        </p>
      )}
      {language.value !== 'en' && !translated && <p class="quiet">{text.inEnglish}</p>}
      <ol class="numbered" lang={translated ? undefined : 'en'}>
        {shown.map(each => (
          <li key={each}>
            <Step text={each} />
          </li>
        ))}
      </ol>
    </>
  );
}

/** Shows a step. A block of several lines is a script or a command, to be copied as it is. */
function Step({ text }: { readonly text: string }) {
  const blocks = text.split('\n\n').map(each => each.replace(/^ {5}/gm, ''));
  return (
    <>
      {blocks.map(each =>
        each.includes('\n') ? (
          <div key={each}>
            <pre>{each}</pre>
            <Copy text={each} what={words.value.setup.script} />
          </div>
        ) : (
          <p key={each}>
            <Marked text={each} />
          </p>
        ),
      )}
    </>
  );
}

function Line({ label, value }: { readonly label: string; readonly value: string }) {
  return (
    <p class="copied">
      {label}: <code>{value}</code> <Copy text={value} what={label} />
    </p>
  );
}

function Secrets({ made }: { readonly made: ShownSecrets }) {
  const { setup: text } = words.value;
  if (made.secret === null && made.verifyToken === null) return null;
  return (
    <Once made={made}>
      {made.secret !== null && <Line label={text.secret} value={made.secret} />}
      {made.verifyToken !== null && <Line label={text.verifyToken} value={made.verifyToken} />}
    </Once>
  );
}

/** A value that is shown once: after it is hidden or the page is left, it cannot be shown again. */
function Once({ made, children }: { readonly made: ShownSecrets; readonly children: ComponentChildren }) {
  const { setup: text } = words.value;
  return (
    <div class="notice">
      <p>
        <b>{text.shownOnce}</b>
      </p>
      {children}
      <button type="button" onClick={() => forgetSecrets(made.name)}>
        {text.hideSecret}
      </button>
    </div>
  );
}
