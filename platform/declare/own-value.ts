/**
 * The dictionary's own value under a name that may come from outside, never an inherited one (`constructor`). Pure.
 */
export const ownValue = <Value>(dictionary: Readonly<Record<string, Value>> | undefined, name: string): Value | undefined =>
  dictionary !== undefined && Object.hasOwn(dictionary, name) ? dictionary[name] : undefined
