import { useSignal } from '@preact/signals';
import { type ApiError, apiErrorOf, signIn } from '../api.ts';
import { Trouble } from '../parts/pieces.tsx';
import { words } from '../words/words.ts';

/** Shows the reason why the sign-in failed, in a plain sentence. */
function Refused({ error, wasLink }: { readonly error: ApiError; readonly wasLink: boolean }) {
  const { signIn: text } = words.value;
  if (error.status !== 401 && error.status !== 429) return <Trouble error={error} />;
  const said = error.status === 429 ? text.tooMany : wasLink ? text.wrongLink : text.wrongToken;
  return (
    <p class="trouble" role="alert">
      {said}
    </p>
  );
}

/** Asks for the admin token. */
export function SignIn({ refused }: { readonly refused: ApiError | undefined }) {
  const { signIn: text } = words.value;
  const token = useSignal('');
  const error = useSignal(refused);
  const isPlain = location.protocol === 'http:' && !/^(localhost|127\.|\[::1\])/.test(location.hostname);

  async function submit(event: Event): Promise<void> {
    event.preventDefault();
    try {
      await signIn({ token: token.value });
    } catch (caught) {
      error.value = apiErrorOf(caught);
    }
  }

  return (
    <main class="sign-in" id="content">
      <form onSubmit={submit} class="card">
        <h1>{text.title}</h1>
        {isPlain && <p class="trouble">{text.notEncrypted}</p>}
        <label for="token">{text.token}</label>
        <input
          id="token"
          type="password"
          required
          autocomplete="current-password"
          aria-describedby="token-help"
          value={token.value}
          onInput={event => {
            token.value = event.currentTarget.value;
          }}
        />
        <p class="quiet" id="token-help">
          {text.explain}
        </p>
        {error.value && <Refused error={error.value} wasLink={error.value === refused} />}
        <div class="buttons">
          <button type="submit" class="primary">
            {text.button}
          </button>
        </div>
      </form>
    </main>
  );
}
