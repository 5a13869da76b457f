/** A person's initial; in their colour where they have one. */
export function Avatar({ name, color }: { readonly name: string; readonly color?: string | undefined }) {
  const initial = [...name.trim()][0]?.toUpperCase() ?? '';
  return (
    <span
      className={color === undefined ? 'avatar quiet' : 'avatar'}
      style={color === undefined ? {} : { '--player': color }}
      aria-hidden="true"
    >
      {initial}
    </span>
  );
}
