import { useSignal } from '@preact/signals';
import type { DestinationView } from '../../deliver/bridge.ts';
import { post } from '../api.ts';
import { ActDialog, mayAct } from '../parts/act.tsx';
import { stateWords } from '../parts/code-words.ts';
import { agoWords } from '../parts/time.tsx';
import { words } from '../words/words.ts';

/** Shows the state of a destination, its waiting calls, and its last faults. */
export function DestinationRow({
  destination,
  reload,
}: {
  readonly destination: DestinationView;
  readonly reload: () => void;
}) {
  const { state, now: text, fields } = words.value;
  const { name, catalog, waiting, faults } = destination;
  return (
    <li>
      <span class={`state ${destination.state}`}>{state[destination.state]}</span> <b>{name}</b>{' '}
      <span class="quiet">
        {text.waiting(waiting)} {catalog && <>{fields.fetched(agoWords(catalog.fetchedAt))}</>}
      </span>
      {faults && (
        <span class="warning">
          {text.attemptsFailed(faults.count)} <FaultWords faults={faults} />
        </span>
      )}
      {destination.state === 'open' && (
        <SwitchDestination destination={destination} to="pause" reload={reload} />
      )}
    </li>
  );
}

function FaultWords({ faults }: { readonly faults: NonNullable<DestinationView['faults']> }) {
  const { why, english } = stateWords(faults);
  return english === undefined ? <span lang="en">{why}</span> : <span title={english}>{why}</span>;
}

/** Pauses or resumes a destination after asking for the reason. */
export function SwitchDestination({
  destination: { name },
  to,
  reload,
}: {
  readonly destination: DestinationView;
  readonly to: 'pause' | 'resume';
  readonly reload: () => void;
}) {
  const isAsking = useSignal(false);
  const { now: text } = words.value;
  if (!mayAct()) return null;
  return (
    <>
      <button
        type="button"
        onClick={() => {
          isAsking.value = true;
        }}
      >
        {text[to]}
      </button>
      {isAsking.value && (
        <ActDialog
          title={`${text[to]}: ${name}`}
          explain={to === 'pause' ? text.pauseExplain : text.resumeExplain}
          button={text[to]}
          act={async reason => {
            await post(`destinations/${encodeURIComponent(name)}/${to}`, { reason });
            reload();
          }}
          close={() => {
            isAsking.value = false;
          }}
        />
      )}
    </>
  );
}
