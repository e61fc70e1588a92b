/** What a person has chosen in the switches of a subject: kept in this browser. */
import { localStore } from '../api/storage.ts'
import type { Chosen } from '../page/subjects.ts'

const keyOf = (person: string, subject: string): string => `chosen.${person}.${subject}`

export function chosenIn(person: string, subject: string): Chosen {
  try {
    const kept: unknown = JSON.parse(localStore.get(keyOf(person, subject)) ?? '{}')
    if (typeof kept !== 'object' || kept === null) return {}
    return Object.fromEntries(Object.entries(kept).filter((one): one is [string, string] => typeof one[1] === 'string'))
  } catch (error) {
    if (error instanceof SyntaxError) return {}
    throw error
  }
}

/** The values of a page that is shown, beside those of axes it does not have. */
export function keepChosen(person: string, subject: string, chosen: Chosen): void {
  const before = chosenIn(person, subject)
  if (Object.entries(chosen).every(([axis, value]) => before[axis] === value)) return
  localStore.set(keyOf(person, subject), JSON.stringify({ ...before, ...chosen }))
}
