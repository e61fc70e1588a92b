/** Whether two values of a form are the same, however empty is written. */
export const isEmptyValue = (value: unknown): boolean =>
  value === null || value === undefined || value === '' || (Array.isArray(value) && value.length === 0)
export const isSameValue = (a: unknown, b: unknown): boolean =>
  a === b || (isEmptyValue(a) && isEmptyValue(b)) || JSON.stringify(a) === JSON.stringify(b)
