import { type Signal, useSignal } from '@preact/signals';
import { useLayoutEffect, useRef } from 'preact/hooks';
import type { SetupProgress } from '../../server/api/routes/setup/setup-state.ts';
import type { TriedAccount } from '../../setup/try-account.ts';
import { type ApiError, apiErrorOf, post } from '../api.ts';
import { Check } from '../parts/check.tsx';
import { OwnWords } from '../parts/own-words.tsx';
import { Section } from '../parts/pieces.tsx';
import { address, go } from '../router.ts';
import { language, words } from '../words/words.ts';
import { Advice, type AdviceWords, SetupTrouble } from './advice.tsx';
import { Field, nameOf, wholeName } from './field.tsx';

/** The data that a person entered about an account. They are sent to the bridge and stored nowhere else. */
interface Entered {
  readonly baseUrl?: string;
  readonly token?: string;
  readonly sandbox?: true;
  readonly locale: string;
  readonly allowHttp?: true;
}

/** The result of the connection test; undefined before the test. */
interface Outcome {
  readonly entered: Entered;
  readonly tried: TriedAccount;
}

/** Connects an account: its address and token are tested at once, or the sandbox is used instead. */
export function ConnectAccount({
  progress,
  reload,
}: {
  readonly progress: SetupProgress;
  readonly reload: () => void;
}) {
  const { setup: text } = words.value;
  const outcome = useSignal<Outcome | undefined>(undefined);
  const error = useSignal<ApiError | undefined>(undefined);
  const isBusy = useSignal(false);
  const isTaken = useSignal(false);

  async function attempt(entered: Entered): Promise<void> {
    if (isBusy.value) return;
    isBusy.value = true;
    outcome.value = undefined;
    error.value = undefined;
    try {
      outcome.value = { entered, tried: await post<TriedAccount>('setup/account', entered) };
    } catch (caught) {
      error.value = apiErrorOf(caught);
    } finally {
      isBusy.value = false;
    }
  }

  const known = outcome.value;
  const take = () => {
    isTaken.value = true;
    reload();
  };
  if (isTaken.value) return <p role="status">{text.accountTaken}</p>;
  return (
    <>
      <Section title={text.accountTitle}>
        <p>{text.accountExplain}</p>
        <AccountForm
          isBusy={isBusy.value}
          isUnencrypted={error.value?.code === 'unencrypted'}
          change={() => {
            outcome.value = undefined;
          }}
          attempt={entered => void attempt(entered)}
        />
        <div role="status">{isBusy.value && <p>{text.trying}</p>}</div>
        {error.value && <AccountError error={error.value} />}
        {known?.tried.ok === false && <AccountFault tried={known.tried} />}
      </Section>
      {known?.tried.ok && (
        <Take tried={known.tried} entered={known.entered} progress={progress} taken={take} />
      )}
      {progress.sandbox && (
        <Section title={text.sandboxTitle}>
          <p>{text.sandboxExplain}</p>
          <button
            type="button"
            disabled={isBusy.value}
            onClick={() => void attempt({ sandbox: true, locale: language.value })}
          >
            {text.useSandbox}
          </button>
        </Section>
      )}
    </>
  );
}

function AccountForm({
  isBusy,
  isUnencrypted,
  change,
  attempt,
}: {
  readonly isBusy: boolean;
  readonly isUnencrypted: boolean;
  readonly change: () => void;
  readonly attempt: (entered: Entered) => void;
}) {
  const { setup: text } = words.value;
  const baseUrl = useSignal('');
  const token = useSignal('');
  const allowHttp = useSignal(false);
  const set = (signal: Signal<string>) => (value: string) => {
    signal.value = value;
    change();
  };
  return (
    <form
      onSubmit={event => {
        event.preventDefault();
        const entered = { baseUrl: baseUrl.value.trim(), token: token.value.trim(), locale: language.value };
        attempt({ ...entered, ...(allowHttp.value && { allowHttp: true as const }) });
      }}
    >
      <Field label={text.address} help={text.addressHelp} value={baseUrl.value} set={set(baseUrl)} />
      <Field label={text.token} help={text.tokenHelp} value={token.value} set={set(token)} type="password" />
      {isUnencrypted && <Check label={text.allowHttp} value={allowHttp} />}
      <button type="submit" class="primary" disabled={isBusy}>
        {text.tryAccount}
      </button>
    </form>
  );
}

function AccountError({ error }: { readonly error: ApiError }) {
  const known: Readonly<Record<string, AdviceWords>> = words.value.setup.accountFaults;
  const advice = error.code === undefined ? undefined : known[error.code];
  return advice ? <Advice of={advice} /> : <SetupTrouble error={error} />;
}

function AccountFault({ tried: { code, reason } }: { readonly tried: Extract<TriedAccount, { ok: false }> }) {
  return (
    <Advice of={words.value.setup.accountFaults[code]}>
      <OwnWords text={reason} />
    </Advice>
  );
}

/** The account responds: it gets a name, and is added to the config. */
function Take({
  tried,
  entered,
  progress,
  taken,
}: {
  readonly tried: Extract<TriedAccount, { ok: true }>;
  readonly entered: Entered;
  readonly progress: SetupProgress;
  readonly taken: () => void;
}) {
  const { setup: text } = words.value;
  const names = progress.destinations.map(({ name }) => name);
  const free = names.includes('salon') ? `salon-${names.length + 1}` : 'salon';
  const name = useSignal(free);
  const statuses = useSignal('');
  const error = useSignal<ApiError | undefined>(undefined);
  const here = useRef<HTMLElement>(null);
  // The button for the test is above, so the focus moves to the result before the next key can be pressed.
  useLayoutEffect(() => here.current?.focus(), []);

  async function take(event: Event): Promise<void> {
    event.preventDefault();
    try {
      const named = statuses.value.split(',').map(each => each.trim());
      await post('setup/destinations', {
        ...entered,
        name: wholeName(name.value),
        statuses: named.filter(Boolean),
      });
      go(address(['setup']), 'replace');
      taken();
    } catch (caught) {
      error.value = apiErrorOf(caught);
    }
  }

  return (
    <section class="card good-card" ref={here} tabIndex={-1} aria-labelledby="account-responds">
      <div role="status">
        <h2 id="account-responds">
          <span aria-hidden="true">✓</span> {text.accountResponds(tried.fields, tried.settable)}
        </h2>
      </div>
      <p class="quiet">{tried.names.join(' · ')}</p>
      <form onSubmit={event => void take(event)}>
        <Field
          label={text.locationName}
          help={text.nameHelp}
          value={name.value}
          tidy={nameOf}
          set={value => {
            name.value = value;
          }}
        />
        {!entered.sandbox && (
          <Field
            label={text.statuses}
            help={text.statusesHelp}
            value={statuses.value}
            isOptional
            set={value => {
              statuses.value = value;
            }}
          />
        )}
        {error.value && <SetupTrouble error={error.value} />}
        <button type="submit" class="primary">
          {text.takeAccount}
        </button>
      </form>
    </section>
  );
}
