import { useSignal } from '@preact/signals';
import { useEffect } from 'preact/hooks';
import { Loading, Trouble } from '../parts/pieces.tsx';
import { useTask } from '../parts/use-task.ts';

/** The bench with its editor is loaded when a person opens it. */
export function Bench() {
  const page = useSignal<typeof import('../bench/bench-page.tsx') | undefined>(undefined);
  const loading = useTask();
  const load = () =>
    loading.run(async () => {
      page.value = await import('../bench/bench-page.tsx');
    });
  useEffect(() => void load(), []);
  const Loaded = page.value?.BenchPage;
  if (loading.error.value) return <Trouble error={loading.error.value} retry={() => void load()} />;
  return Loaded ? <Loaded /> : <Loading />;
}
