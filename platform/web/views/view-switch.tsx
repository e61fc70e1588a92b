/** Table, board, checklist, calendar, Gantt, tree, grid: what the list says it can be seen as. */
import {
  ApartmentOutlined,
  AppstoreOutlined,
  BarsOutlined,
  CalendarOutlined,
  CheckSquareOutlined,
  ProjectOutlined,
  TableOutlined,
} from '@ant-design/icons'
import { Segmented } from 'antd'
import { useEffect, type ReactNode } from 'react'
import type { ListDefinition, ListView } from '../../declare/wire.ts'
import { textWidth } from '#platform/format/text.ts'
import { t } from '../i18n/t.ts'
import type { ListState } from '../values/list-state.ts'
import { viewOf } from './view-of.ts'
import { viewsAhead } from './view-parts.ts'
import { whenIdle } from '../theme/idle.ts'
import { useIsMobile } from '../page/use-is-mobile.ts'

const looks = (): Readonly<Record<ListView, { readonly title: string; readonly icon: ReactNode }>> => ({
  table: { title: t('表格'), icon: <TableOutlined aria-hidden /> },
  board: { title: t('看板'), icon: <ProjectOutlined aria-hidden /> },
  checklist: { title: t('清单'), icon: <CheckSquareOutlined aria-hidden /> },
  calendar: { title: t('日历'), icon: <CalendarOutlined aria-hidden /> },
  gantt: { title: t('甘特图'), icon: <BarsOutlined aria-hidden /> },
  tree: { title: t('树形'), icon: <ApartmentOutlined aria-hidden /> },
  grid: { title: t('月表'), icon: <AppstoreOutlined aria-hidden /> },
})

/** Half-width characters: longer titles leave the tools beside them no room, and the signs stand alone. */
const titlesMax = 24

export interface ViewSwitchProps {
  readonly definition: ListDefinition
  readonly state: ListState
  readonly onState: (state: ListState) => void
}

export function ViewSwitch({ definition, state, onState }: ViewSwitchProps) {
  const isMobile = useIsMobile()
  const { shownAs } = definition
  // the list is there first
  useEffect(() => (shownAs === undefined ? undefined : whenIdle(() => viewsAhead(shownAs.views))), [shownAs])
  if (shownAs === undefined) return null
  const named = looks()
  const isShort = isMobile || shownAs.views.reduce((sum, view) => sum + textWidth(named[view].title), 0) > titlesMax
  return (
    <Segmented<ListView>
      className="zg-view-switch"
      onPointerEnter={() => viewsAhead(shownAs.views, true)}
      onFocus={() => viewsAhead(shownAs.views, true)}
      aria-label={t('视图')}
      value={viewOf(definition, state)}
      options={shownAs.views.map(view => ({
        value: view,
        icon: named[view].icon,
        title: named[view].title,
        label: <span className={isShort ? 'zg-hidden' : 'zg-view-word'}>{named[view].title}</span>,
      }))}
      onChange={view => onState({ ...state, view: view === shownAs.first ? null : view, pageNum: 1 })}
    />
  )
}
