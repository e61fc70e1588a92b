/** `?begin=add` in the address of a list: the search over everything leads to what is begun there, once. */
import { useEffect, useEffectEvent } from 'react'
import { useSearchParams } from 'react-router'
import { beginName } from '../values/list-state.ts'

export function useBegin(begin: (name: string, search: URLSearchParams) => void): void {
  const [search, setSearch] = useSearchParams()
  const name = search.get(beginName)
  const start = useEffectEvent((one: string) => begin(one, search))
  useEffect(() => {
    if (name === null) return
    // gone from the address at once: neither a reload nor the way back begins it anew
    setSearch(
      before => {
        const rest = new URLSearchParams(before)
        rest.delete(beginName)
        return rest
      },
      { replace: true },
    )
    start(name)
  }, [name, setSearch])
}
