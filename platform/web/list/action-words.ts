/** What is done to rows: which form is open, the body of the call, the sentence when it is done. */
import type { ActionDefinition, ListQuery, Row } from '../../declare/wire.ts'
import type { FormValues } from '../form/form-values.ts'
import { t } from '../i18n/t.ts'

export type OpenAction =
  | { readonly kind: 'add' }
  | { readonly kind: 'edit'; readonly row: Row }
  | { readonly kind: 'input'; readonly action: ActionDefinition; readonly rows: readonly Row[]; readonly over?: Filtered }

/** What a filter found when it was counted, as the call takes it. */
export interface Filtered {
  readonly query: ListQuery
  readonly expected: number
}

/**
 * Body of an action's call: over a row `{ id, version }`, over rows `{ ids }`, over the page nothing; then the declared part and what was
 * filled in.
 */
export function actionBody(action: ActionDefinition, rows: readonly Row[], input: FormValues = {}, filtered?: Filtered): FormValues {
  const first = rows[0]
  const over =
    action.over === 'rows'
      ? { ids: rows.map(one => one.id) }
      : action.over === 'row' && first !== undefined
        ? { id: first.id, ...(first.version === undefined ? {} : { version: first.version }) }
        : {}
  return { ...over, ...filtered, ...action.body, ...input }
}

export function doneText(action: ActionDefinition, rows: readonly Row[]): string {
  if (action.isJob === true) return t('{title}已开始，可在任务中心查看进度', { title: action.title })
  return rows.length > 1 ? t('{title}完成，共 {n} 行', { title: action.title, n: rows.length }) : t('{title}完成', { title: action.title })
}
