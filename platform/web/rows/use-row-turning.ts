/** From row to row of a list with the drawer open, by buttons and by J and K: across its pages, in its order. */
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect, useEffectEvent } from 'react'
import type { ListDefinition, ListQuery, Neighbours, Row } from '../../declare/wire.ts'
import { api } from '../api/client.ts'
import { recordQuery } from '../values/record-query.ts'
import { ignoreShownRefusal } from '../api/ignore-shown-refusal.ts'

export interface RowTurning {
  /** null: the end of the list */
  readonly previous: (() => void) | null
  readonly next: (() => void) | null
}

/** Where one is in a list: the rows of the page, and what the list is asked for, without its page. */
export interface RowPlace {
  readonly rows: readonly Row[]
  readonly query: ListQuery
}

const none: Neighbours = { previous: null, next: null }
const taken = 'textarea, select, [contenteditable="true"], .ant-modal, input:not([type="checkbox"]):not([type="radio"])'

/** `row` null: nothing is open. */
export function useRowTurning(
  { type, record }: ListDefinition,
  row: Row | null,
  place: RowPlace | undefined,
  onTurn: (row: Row) => void,
): RowTurning | null {
  const client = useQueryClient()
  const at = row === null ? -1 : (place?.rows.findIndex(one => one.id === row.id) ?? -1)
  const [before, after] = [place?.rows[at - 1], at < 0 ? undefined : place?.rows[at + 1]]
  const isOpen = row !== null && place !== undefined && record !== undefined
  // within the page its rows are there; at its ends the list says what comes
  const { data = none } = useQuery({
    queryKey: ['neighbours', type, row?.id, place?.query],
    queryFn: ({ signal }) =>
      api.post<Neighbours>('/listField/neighbours', { type, id: row?.id, query: place?.query }, { signal, quiet: true }),
    enabled: isOpen && (before === undefined || after === undefined),
    throwOnError: false,
  })
  const to = (known: Row | undefined, id: string | null): (() => void) | null => {
    if (known !== undefined) return () => onTurn(known)
    return id === null ? null : () => void ignoreShownRefusal(client.fetchQuery(recordQuery(type, id)).then(onTurn))
  }
  const turning = isOpen ? { previous: to(before, data.previous), next: to(after, data.next) } : null
  const onKey = useEffectEvent((event: KeyboardEvent): void => {
    if (event.ctrlKey || event.metaKey || event.altKey || event.shiftKey || event.isComposing || event.defaultPrevented) return
    if (event.target instanceof Element && event.target.closest(taken) !== null) return
    const key = event.key.toLowerCase()
    const go = key === 'j' ? turning?.next : key === 'k' ? turning?.previous : null
    if (go === null || go === undefined) return
    event.preventDefault()
    go()
  })
  useEffect(() => {
    if (!isOpen) return
    const hear = (event: KeyboardEvent): void => onKey(event)
    document.addEventListener('keydown', hear)
    return () => document.removeEventListener('keydown', hear)
  }, [isOpen])
  return turning
}
