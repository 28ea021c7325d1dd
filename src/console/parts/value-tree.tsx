/** A JSON value as a tree that folds. Values are text and nothing else. */
export function ValueTree({ value, name }: { readonly value: unknown; readonly name?: string | undefined }) {
  const label = name === undefined ? null : <span class="key">{name}</span>;
  if (typeof value !== 'object' || value === null) {
    return (
      <div class="leaf">
        {label} <span class={`value ${value === null ? 'null' : typeof value}`}>{textOf(value)}</span>
      </div>
    );
  }
  const entries = Object.entries(value);
  return (
    <details class="branch" open={entries.length <= 60}>
      <summary>
        {label ?? <span class="key">{Array.isArray(value) ? '[ ]' : '{ }'}</span>}{' '}
        <span class="quiet">{entries.length}</span>
      </summary>
      {entries.map(([key, child]) => (
        <ValueTree key={key} name={key} value={child} />
      ))}
    </details>
  );
}

function textOf(value: unknown): string {
  return typeof value === 'string' ? value : JSON.stringify(value);
}
