/** Which cards had nothing to show the last time: they stand behind the others from the start, so that nothing moves. */
import { localStore } from '../api/storage.ts'

const storeKey = 'home.empty'

const known = (): readonly string[] => (localStore.get(storeKey) ?? '').split('\n').filter(one => one !== '')

export function rememberEmpty(key: string, isEmpty: boolean): void {
  const before = known()
  if (before.includes(key) === isEmpty) return
  localStore.set(storeKey, (isEmpty ? [...before, key] : before.filter(one => one !== key)).join('\n'))
}

/** Cards that had something first, each part in its own order. */
export function emptyLast<C extends { readonly key: string }>(cards: readonly C[]): readonly C[] {
  const empty = new Set(known())
  return [...cards.filter(one => !empty.has(one.key)), ...cards.filter(one => empty.has(one.key))]
}
