const isSame = (value: unknown, before: unknown): boolean =>
  value === before || (!(value instanceof File) && JSON.stringify(value) === JSON.stringify(before));

/** The fields of a form that differ from what it began with (`first`), as they stand now; one that has been emptied is among them. */
export function changesIn<Values extends object>(values: Values, first: object): Partial<Values> {
  const before = new Map<string, unknown>(Object.entries(first));
  return Object.fromEntries(Object.entries(values).filter(([name, value]) => !isSame(value, before.get(name)))) as Partial<Values>;
}
