/** Lines of a checklist by group, in the order of the choices, each with what is open and what is done. Pure. */
import type { ListDefinition, Row, ShownAsDefinition } from '../../../declare/wire.ts'
import { asText } from '#platform/format/text.ts'
import { showValue } from '../../values/value.ts'

export interface CheckGroup {
  readonly key: string
  readonly title: string
  readonly open: readonly Row[]
  readonly done: readonly Row[]
}

export function checkGroups(
  { result, states }: ListDefinition,
  { checklist, card }: ShownAsDefinition,
  rows: readonly Row[],
): CheckGroup[] {
  const by = result.find(one => one.field === checklist?.by)
  if (checklist === undefined || by === undefined) return []
  const state = states?.field ?? ''
  const isDone = (row: Row): boolean => checklist.done.includes(Number(row[state]))
  const due = (row: Row): string => (card.due === null ? '' : asText(row[card.due] ?? '9999'))
  const keyOf = (row: Row): string => asText(row[by.field] ?? '')
  const order = by.keyValueList.map(one => String(one.value))
  const groups = [...Map.groupBy(rows, keyOf)]
  if (order.length > 0) groups.sort(([a], [b]) => order.indexOf(a) - order.indexOf(b))
  return groups.map(([key, of]) => ({
    key,
    title: of[0] === undefined ? key : (showValue(by, of[0], ['', '']).text ?? key),
    open: of.filter(row => !isDone(row)).toSorted((a, b) => due(a).localeCompare(due(b))),
    done: of.filter(isDone),
  }))
}
