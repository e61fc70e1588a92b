/** Codes of choices by their names. Pure. */
import type { Choices } from './fields.ts'

/** `{ draft: [0, '草稿', 'Draft'] }` -> `{ draft: 0 }`: what is compared and written, where the words are not asked for. */
export const codesOf = <const S extends Choices>(choices: S): { readonly [K in keyof S]: S[K][0] } =>
  Object.fromEntries(Object.entries(choices).map(([name, [code]]) => [name, code])) as never
