/**
 * Below the table: what is selected and what can be done with it at the left, the pages at the right. Its height is fixed, nothing moves.
 */
import { Button, Pagination } from 'antd'
import type { ActionDefinition, ListAnswer, ListDefinition, Row, StepDefinition } from '../../declare/wire.ts'
import { t } from '../i18n/t.ts'
import { useIsMobile } from '../shell/layout/use-is-mobile.ts'
import { pageSizes, type ListState } from './list-state.ts'
import { totalText } from './list-texts.ts'
import { batchActions } from './operation-rule.ts'
import { actionsOfSeveral, stepsOfSeveral } from './row-steps.ts'
import type { Selection } from './use-selection.ts'
import { pageSteps } from '../widgets/page-steps.tsx'

/** The batch-delete button stands from two selected rows on (specification, Shared list page). */
const batchDeleteMin = 2

interface ListFooterProps {
  readonly state: ListState
  readonly answer: ListAnswer | undefined
  readonly selection: Selection
  readonly definition: ListDefinition
  readonly onAction: (action: ActionDefinition, rows: readonly Row[]) => void
  readonly onStep: (step: StepDefinition, rows: readonly Row[]) => void
  /** null: rows can't be deleted here */
  readonly onRemove: (() => void) | null
  readonly onPage: (pageNum: number, pageSize: number) => void
}

export function ListFooter({ state, answer, selection, definition, onAction, onStep, onRemove, onPage }: ListFooterProps) {
  const count = selection.ids.length
  return (
    <div className="zg-list-footer">
      <div className="zg-list-selected" aria-live="polite">
        {count > 0 && (
          <>
            <span>{t('已选 {count} 行', { count })}</span>
            {actionsOfSeveral(batchActions(definition), selection.rows).map(({ action, rows }) => (
              <Button key={action.name} size="small" onClick={() => onAction(action, rows)}>
                {rows.length === count ? action.title : t('{title}（{n} 行）', { title: action.title, n: rows.length })}
              </Button>
            ))}
            {stepsOfSeveral(definition, selection.rows).map(({ step, rows }) => (
              <Button key={`step ${step.name}`} size="small" danger={step.tone === 'danger'} onClick={() => onStep(step, rows)}>
                {rows.length === count ? step.title : t('{title}（{n} 行）', { title: step.title, n: rows.length })}
              </Button>
            ))}
            {onRemove !== null && count >= batchDeleteMin && (
              <Button danger size="small" onClick={onRemove}>
                {t('批量删除')}
              </Button>
            )}
            <Button type="text" size="small" onClick={selection.clear}>
              {t('取消选择')}
            </Button>
          </>
        )}
      </div>
      <ListPages state={state} answer={answer} onPage={onPage} />
    </div>
  )
}

/** The pages of a list, and how many rows there are. */
export function ListPages({ state, answer, onPage }: Pick<ListFooterProps, 'state' | 'answer' | 'onPage'>) {
  const isMobile = useIsMobile()
  if (answer === undefined || answer.total === 0) return null
  return (
    <Pagination
      itemRender={pageSteps}
      size="small"
      current={state.pageNum}
      pageSize={state.pageSize}
      total={answer.total}
      pageSizeOptions={[...pageSizes]}
      showSizeChanger={!isMobile}
      showQuickJumper={!isMobile}
      showLessItems
      simple={isMobile}
      showTotal={() => totalText(answer)}
      onChange={onPage}
    />
  )
}
