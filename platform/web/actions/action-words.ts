/** What is done to rows: which form is open, the body of the call, the sentence when it is done. */
import type { BatchResult } from '../../declare/wire-batch.ts'
import type { ActionDefinition, ListQuery, Row } from '../../declare/wire.ts'
import type { FormValues } from '../form/form-values.ts'
import { t } from '../i18n/t.ts'

export type OpenAction =
  | { readonly kind: 'add'; readonly prefill?: FormValues }
  | { readonly kind: 'edit' | 'copy'; readonly row: Row }
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

/** What became of rows of which some may have to stay as they are. */
const isBatch = (answer: unknown): answer is BatchResult =>
  typeof answer === 'object' && answer !== null && 'changed' in answer && 'reasons' in answer && Array.isArray(answer.reasons)

export const addedText = (added: number): string => (added === 0 ? t('已经都有了，没有新增') : t('已新增 {count} 项', { count: added }))

export function doneText(action: ActionDefinition, rows: readonly Row[], answer?: unknown): string {
  const { title } = action
  if (isBatch(answer)) {
    const [first] = answer.reasons
    const left = answer.reasons.reduce((sum, one) => sum + one.rows, 0)
    if (first === undefined) return t('{title}完成，共 {n} 行', { title, n: answer.changed })
    return t('{title}：{n} 行完成，{m} 行没有处理：{reason}', { title, n: answer.changed, m: left, reason: first.reason })
  }
  if (action.isUsual === true && typeof answer === 'object' && answer !== null && 'added' in answer) return addedText(Number(answer.added))
  if (action.isJob === true) return t('{title}已开始，可在任务中心查看进度', { title: action.title })
  return rows.length > 1 ? t('{title}完成，共 {n} 行', { title: action.title, n: rows.length }) : t('{title}完成', { title: action.title })
}
