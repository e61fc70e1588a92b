import { useCallback, useState } from 'react'

/** State that belongs to `key`: under another key it begins anew. */
export function useStateFor<Value>(key: string, first: Value): [Value, (next: Value | ((before: Value) => Value)) => void] {
  const [held, setHeld] = useState({ key, value: first })
  const set = useCallback(
    (next: Value | ((before: Value) => Value)) =>
      setHeld(before => {
        const value = before.key === key ? before.value : first
        return { key, value: typeof next === 'function' ? (next as (before: Value) => Value)(value) : next }
      }),
    [key, first],
  )
  return [held.key === key ? held.value : first, set]
}
