import { useSignal } from '@preact/signals';
import { useEffect } from 'preact/hooks';
import { Loading, Trouble } from '../parts/pieces.tsx';
import { useTask } from '../parts/use-task.ts';

/** The pages for setting up a bridge are loaded when a person opens them. */
export function SettingUp() {
  const page = useSignal<typeof import('../setup/setup-page.tsx') | undefined>(undefined);
  const loading = useTask();
  const load = () =>
    loading.run(async () => {
      page.value = await import('../setup/setup-page.tsx');
    });
  useEffect(() => void load(), []);
  const Loaded = page.value?.SetupPage;
  if (loading.error.value) return <Trouble error={loading.error.value} retry={() => void load()} />;
  return Loaded ? <Loaded /> : <Loading />;
}
