/** Where a page of ten leaves the table half empty: one click fills it, here and in every other list. */
import { Button } from 'antd'
import type { ReactNode } from 'react'
import type { ListAnswer } from '../../declare/wire.ts'
import { t } from '../i18n/t.ts'
import { useIsMobile } from '../page/use-is-mobile.ts'
import { saveSettings, useSettings } from '../theme/settings.ts'
import { heightOf } from '../grid/row-heights.ts'
import { hasItem, offeredSize } from '../table/auto-size.ts'
import { ignoreShownRefusal } from '../api/ignore-shown-refusal.ts'
import { pageSizes, type ListState } from '../values/list-state.ts'
import { hasTotals } from '../table/totals.tsx'
import type { ColumnLayout } from '../table/use-column-layout.ts'
import { useViewportHeight } from '../table/use-viewport-height.ts'

interface AutoOfferProps {
  readonly state: ListState
  readonly answer: ListAnswer | undefined
  readonly layout: Pick<ColumnLayout, 'density' | 'columns'>
}

/** Null where nothing is offered: the grid then has no row for it. */
export function useAutoOffer({ state, answer, layout }: AutoOfferProps): ReactNode {
  const settings = useSettings()
  const size = offeredSize(useViewportHeight(), heightOf(layout.density, hasItem(layout.columns)), hasTotals(answer))
  const isLeft = answer !== undefined && answer.total > state.pageSize && answer.list.length === state.pageSize
  const isMobile = useIsMobile()
  if (isMobile || size === null || settings.autoRows || state.pageSize !== pageSizes[0] || !isLeft) return null
  return (
    <Button
      type="text"
      size="small"
      title={t('所有列表都按表格高度显示行数，可在下方关闭')}
      onClick={() => void ignoreShownRefusal(saveSettings({ ...settings, autoRows: true }))}
    >
      {t('自动：每页 {size} 条，填满表格', { size })}
    </Button>
  )
}
