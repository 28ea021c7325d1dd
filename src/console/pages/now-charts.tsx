import type { ActivityAnswer } from '../../server/api/routes/activity.ts';
import { get } from '../api.ts';
import { Loading, Section, Trouble } from '../parts/pieces.tsx';
import { clockWords, spanWords } from '../parts/time.tsx';
import { useResource } from '../parts/use-resource.ts';
import { address, query } from '../router.ts';
import { words } from '../words/words.ts';

type Series = ActivityAnswer['series'];
const spans = ['6', '24', '168'] as const;
const names = ['accepted', 'delivered', 'failed', 'oldestSeconds'] as const;

/** Shows the recently accepted and delivered events, as charts and as a table. */
export function Charts() {
  const { charts: text } = words.value;
  const hours = spans.find(each => each === query.value.get('hours')) ?? '6';
  const asked = useResource(`activity ${hours}`, abort =>
    get<ActivityAnswer>(`activity?hours=${hours}`, abort),
  );
  const series = asked.value.value?.series;
  return (
    <Section
      title={text.title}
      aside={
        <span class="buttons">
          {spans.map(each => (
            <a
              key={each}
              class="button"
              href={address([], { hours: each === '6' ? undefined : each })}
              aria-current={each === hours ? 'true' : undefined}
            >
              {text.spans[each]}
            </a>
          ))}
        </span>
      }
    >
      {asked.error.value && <Trouble error={asked.error.value} retry={asked.reload} />}
      {!series && !asked.error.value && <Loading />}
      {series && (
        <>
          <div class="charts">
            {names.map(each => (
              <Chart key={each} name={each} series={series} />
            ))}
          </div>
          <Table series={series} />
        </>
      )}
    </Section>
  );
}

function Chart({ name, series }: { readonly name: (typeof names)[number]; readonly series: Series }) {
  const { charts: text } = words.value;
  const values = series[name];
  const most = values.reduce<number>((max, each) => Math.max(max, each ?? 0), 0);
  const whole = name === 'oldestSeconds' ? most : values.reduce<number>((sum, each) => sum + (each ?? 0), 0);
  const shown = name === 'oldestSeconds' ? spanWords(whole) : whole.toLocaleString(words.value.locale);
  return (
    <figure class={`chart ${name}`}>
      <figcaption>
        {text[name]} <b>{shown}</b>
      </figcaption>
      <svg
        viewBox={`0 0 ${values.length} 40`}
        preserveAspectRatio="none"
        role="img"
        aria-label={`${text[name]}: ${shown}`}
      >
        <path d={areaOf(values, most)} />
      </svg>
      <p class="quiet ends">
        <span>{clockWords(series.startedAt)}</span> <span>{text.now}</span>
      </p>
    </figure>
  );
}

/** Returns the SVG path of columns without gaps, in an area that is 40 high. */
function areaOf(values: readonly (number | null)[], most: number): string {
  const tops = values.map((each, at) => {
    const top = most === 0 ? 40 : 40 - (38 * (each ?? 0)) / most;
    return `L${at} ${top.toFixed(1)}L${at + 1} ${top.toFixed(1)}`;
  });
  return `M0 40${tops.join('')}L${values.length} 40Z`;
}

const mostRows = 24;

/** Shows the series in at most 24 rows, the newest first. */
function Table({ series }: { readonly series: Series }) {
  const { charts: text } = words.value;
  const { startedAt, stepSeconds, accepted } = series;
  const together = Math.max(1, Math.ceil(accepted.length / mostRows));
  const rows = Array.from(
    { length: Math.ceil(accepted.length / together) },
    (_, at) => at * together,
  ).reverse();
  const sum = (values: readonly (number | null)[], from: number) =>
    values.slice(from, from + together).reduce<number>((all, each) => all + (each ?? 0), 0);
  const oldest = (from: number) =>
    Math.max(...series.oldestSeconds.slice(from, from + together).map(each => each ?? 0));
  return (
    <details>
      <summary>{text.table}</summary>

      <table>
        <thead>
          <tr>
            <th scope="col">{text.from}</th>
            {names.map(each => (
              <th key={each} scope="col">
                {text[each]}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map(from => (
            <tr key={from}>
              <th scope="row">
                {clockWords(new Date(Date.parse(startedAt) + from * stepSeconds * 1000).toISOString())}
              </th>
              <td>{sum(accepted, from)}</td>
              <td>{sum(series.delivered, from)}</td>
              <td>{sum(series.failed, from)}</td>
              <td>{spanWords(oldest(from))}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </details>
  );
}
