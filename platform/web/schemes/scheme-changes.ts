/** What hands have changed since a scheme was applied: it belongs to the person alone until he saves it. Pure. */
import type { ColumnSetting, Condition, ListDefinition, Scheme } from '../../declare/wire.ts'
import type { ListState } from '../values/list-state.ts'
import { tabContent } from '../filters/tab-rules.ts'
import { columnList, conditionRows } from '../table/scheme-rules.ts'

const keyOf = (conditions: readonly Condition[]): string =>
  conditionRows(conditions)
    .map(({ field, condition, value }) => JSON.stringify([field, condition, value]))
    .toSorted()
    .join('\n')

/** The conditions as they hold: one that was asked for by hand takes the place of the scheme's for the same field. */
export function contentNow(definition: ListDefinition, state: ListState, today: string): Pick<Scheme, 'conditionList' | 'orderByList'> {
  const { conditionList, orderByList } = tabContent(definition, state, today)
  return {
    conditionList: conditionList.filter((one, at) => conditionList.findIndex(other => other.field === one.field) === at),
    orderByList,
  }
}

/** Whether the list is another than the scheme says. A scheme without columns or view leaves them as they are. */
export function isUnsaved(
  definition: ListDefinition,
  scheme: Scheme,
  state: ListState,
  columns: readonly ColumnSetting[],
  today: string,
): boolean {
  const now = contentNow(definition, state, today)
  const order = (list: Scheme['orderByList']): string => list.map(one => `${one.field}.${one.orderBy}`).join()
  const widths = (list: readonly { readonly field: string; readonly width: number | null }[]): string =>
    list.map(one => `${one.field}.${one.width ?? ''}`).join()
  return (
    keyOf(now.conditionList) !== keyOf(scheme.conditionList) ||
    order(now.orderByList) !== order(scheme.orderByList) ||
    (scheme.columnList.length > 0 && widths(columnList(columns)) !== widths(scheme.columnList)) ||
    (scheme.view != null && state.view !== scheme.view)
  )
}
