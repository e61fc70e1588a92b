import { useState } from 'react'
import { localStore } from '../api/storage.ts'

/** On a phone rows are cards, unless this person wants the table: a habit, not part of what a link shows. */
const key = 'list.phoneTable'

export function useCards(): { readonly isOn: boolean; toggle(): void } {
  const [isOn, setOn] = useState(localStore.get(key) !== 'on')
  const toggle = (): void => {
    localStore.set(key, isOn ? 'on' : 'off')
    setOn(!isOn)
  }
  return { isOn, toggle }
}
