/**
 * A dictionary asked by a name that may come from outside: what it has under just that name, never what every object inherits
 * (`constructor`). Pure.
 */
export const ownValue = <Value>(dictionary: Readonly<Record<string, Value>> | undefined, name: string): Value | undefined =>
  dictionary !== undefined && Object.hasOwn(dictionary, name) ? dictionary[name] : undefined
