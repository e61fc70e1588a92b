/**
 * Below the table: what is selected and what can be done with it at the left, the pages at the right. Its height is fixed, nothing moves.
 */
import { Button, Pagination, Switch } from 'antd'
import { Suspense, lazy, useState, useSyncExternalStore } from 'react'
import type { ActionDefinition, ListAnswer, ListDefinition, Row, StepDefinition } from '../../declare/wire.ts'
import { t } from '../i18n/t.ts'
import { useIsMobile } from '../page/use-is-mobile.ts'
import { pageSizes, type ListState } from '../values/list-state.ts'
import { totalText } from '../values/list-texts.ts'
import { batchActions } from '../values/operation-rule.ts'
import { actionsOfSeveral, stepsOfSeveral } from '../values/row-steps.ts'
import type { Selection } from './use-selection.ts'
import type { Observable } from '../api/observable.ts'
import type { MarkedCells } from '../grid/data-grid.tsx'
import { withReload } from '../page/chunk-load.ts'
import { ColumnHeightOutlined } from '@ant-design/icons'
import { saveSettings, useSettings } from '../theme/settings.ts'
import { fitsComfortably, hasItem } from './auto-size.ts'
import { useViewportHeight } from './use-viewport-height.ts'
import { ignoreShownRefusal } from '../api/ignore-shown-refusal.ts'
import type { ColumnLayout } from './use-column-layout.ts'
import { pageSteps } from '../widgets/page-steps.tsx'

/** The batch-delete button stands from two selected rows on (specification, Shared list page). */
const batchDeleteMin = 2

const MarkedFigures = lazy(withReload(() => import('./marked-figures.tsx')))

interface ListFooterProps {
  /** the cells that are marked in the table */
  readonly marked: Observable<MarkedCells<Row> | null>
  readonly layout: Pick<ColumnLayout, 'columns' | 'density' | 'setDensity'>
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

/** Nothing is loaded until several cells are marked or rows ticked. */
function Marked({
  layout,
  marked,
  answer,
  selection,
  ...of
}: Pick<ListFooterProps, 'definition' | 'layout' | 'marked' | 'answer' | 'selection'>) {
  const isMarked = useSyncExternalStore(marked.subscribe, () => marked.get() !== null) || selection.rows.length > 1
  const [isMet, setMet] = useState(false)
  if (isMarked && !isMet) setMet(true)
  return isMet ? (
    <Suspense fallback={null}>
      <MarkedFigures {...of} {...{ marked, answer }} columns={layout.columns} ticked={selection.rows} />
    </Suspense>
  ) : null
}

export function ListFooter({ marked, layout, state, answer, selection, definition, onAction, onStep, onRemove, onPage }: ListFooterProps) {
  const count = selection.ids.length
  const settings = useSettings()
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
      <Marked {...{ definition, layout, marked, answer, selection }} />
      {count === 0 && <PageSize state={state} answer={answer} layout={layout} />}
      <ListPages
        state={state}
        answer={answer}
        onPage={(pageNum, pageSize) => {
          // a size chosen by hand ends the automatic one
          if (pageSize !== state.pageSize && settings.autoRows) void ignoreShownRefusal(saveSettings({ ...settings, autoRows: false }))
          onPage(pageNum, pageSize)
        }}
      />
    </div>
  )
}

/** Beside the pages: rows that fill the table, and with ten of them more room for each. */
function PageSize({ state, answer, layout }: Pick<ListFooterProps, 'state' | 'answer' | 'layout'>) {
  const isMobile = useIsMobile()
  const settings = useSettings()
  const height = useViewportHeight()
  if (isMobile || answer === undefined || answer.total === 0) return null
  const isRoomOffered =
    state.pageSize === pageSizes[0] && layout.density === 'compact' && !hasItem(layout.columns) && fitsComfortably(height)
  return (
    <span className="zg-page-size">
      {isRoomOffered && (
        <Button type="text" size="small" icon={<ColumnHeightOutlined aria-hidden />} onClick={() => layout.setDensity('comfortable')}>
          {t('宽松行高')}
        </Button>
      )}
      <label title={t('每页行数自动适应表格高度')}>
        <Switch
          size="small"
          checked={settings.autoRows}
          onChange={autoRows => void ignoreShownRefusal(saveSettings({ ...settings, autoRows }))}
        />
        {t('自动')}
      </label>
    </span>
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
