type Key = string;

/**
 * Puts a value into multipart form data: nested objects and arrays by bracket keys (`recipe[steps][1]`), files as they are.
 * `undefined` is left out, `null` and an empty list are sent as an empty field, dates as ISO 8601, booleans as 1 and 0.
 * @param value a plain object
 * @param skip keys of the outermost object that are left out
 */
export function toFormData(value: Record<string, unknown>, skip: readonly Key[] = []): FormData {
  const form = new FormData();
  for (const [key, part] of Object.entries(value)) if (!skip.includes(key)) append(form, key, part);
  return form;
}

function append(form: FormData, key: Key, value: unknown): void {
  if (value === undefined) return;
  if (value instanceof Blob) form.append(key, value);
  else if (value === null || (Array.isArray(value) && value.length === 0)) form.append(key, '');
  else if (value instanceof Date) form.append(key, value.toISOString());
  else if (typeof value === 'boolean') form.append(key, value ? '1' : '0');
  else if (Array.isArray(value)) value.forEach((part, index) => append(form, `${key}[${index}]`, part));
  else if (typeof value === 'object') for (const [name, part] of Object.entries(value)) append(form, `${key}[${name}]`, part);
  else form.append(key, String(value as string | number | bigint));
}
