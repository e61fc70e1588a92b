/** The menu of a column: order, place, visibility, its filter, its sum. Comes when a person opens one. */
import {
  EyeInvisibleOutlined,
  FilterOutlined,
  PushpinOutlined,
  SortAscendingOutlined,
  SortDescendingOutlined,
  VerticalLeftOutlined,
  VerticalRightOutlined,
} from '@ant-design/icons'
import { Dropdown, Popover, type MenuProps } from 'antd'
import { useState } from 'react'
import type { FieldDefinition, ListDefinition } from '../../declare/wire.ts'
import type { GridOrder } from '../grid/grid-order.ts'
import { t } from '../i18n/t.ts'
import { FilterControl } from '../filters/filter-control.tsx'
import { boundOf } from '../values/list-query.ts'
import { joinValues, presentOrders, withFilters, withOrders, type ListState } from '../values/list-state.ts'
import { today } from '../page/today.ts'
import type { ColumnLayout } from './use-column-layout.ts'
import { useDebounced } from '../values/use-debounced.ts'
import { isFigure } from '../values/value.ts'

/** Specification, section 9: filter search. */
const filterDelayMs = 800

/** What a menu was opened for. */
export interface OpenedHead {
  readonly field: string
  readonly at: { readonly left: number; readonly top: number; readonly width: number }
  /** marks the cells of the column, which shows their sum */
  readonly mark: () => void
}

interface HeadMenuProps {
  readonly definition: ListDefinition
  readonly state: ListState
  readonly layout: ColumnLayout
  readonly head: OpenedHead
  readonly onState: (state: ListState) => void
  readonly onClose: () => void
}

type Item = NonNullable<MenuProps['items']>[number]

/** The filter of a column as the bar has it, the bound as well; null: nothing filters by it. */
function filterOf(definition: ListDefinition, name: string): FieldDefinition | null {
  const found = definition.filterList.find(one => one.field === name)
  if (found === undefined) return null
  if (definition.bound?.field === name) return { ...found, filterKind: 'range', filterAs: 'dateRange' }
  return found.filterKind === null ? null : found
}

interface ItemsOf {
  readonly definition: ListDefinition
  readonly state: ListState
  readonly layout: ColumnLayout
  readonly field: FieldDefinition
  /** something filters by it */
  readonly isFiltered: boolean
  /** how it orders the rows */
  readonly way: GridOrder['way'] | undefined
}

function itemsOf({ definition, state, layout, field, isFiltered, way }: ItemsOf): Item[] {
  const sortable = definition.sortList.some(one => one.field === field.field)
  return [
    ...(sortable
      ? [
          { key: 'ASC', icon: <SortAscendingOutlined aria-hidden />, label: t('升序'), disabled: way === 'ASC' },
          { key: 'DESC', icon: <SortDescendingOutlined aria-hidden />, label: t('降序'), disabled: way === 'DESC' },
          ...(state.sort?.field === field.field ? [{ key: 'unsort', label: t('取消排序') }] : []),
          { type: 'divider' as const },
        ]
      : []),
    ...(!isFiltered ? [] : [{ key: 'filter', icon: <FilterOutlined aria-hidden />, label: t('按此列筛选') }]),
    ...(isFigure(field) ? [{ key: 'sum', label: t('本页合计与平均') }] : []),
    { key: 'pin', icon: <PushpinOutlined aria-hidden />, label: layout.frozen.has(field.field) ? t('取消固定') : t('固定在左侧') },
    {
      key: 'left',
      icon: <VerticalRightOutlined aria-hidden />,
      label: t('左移一列'),
      disabled: layout.beside(field.field, -1) === undefined,
    },
    {
      key: 'right',
      icon: <VerticalLeftOutlined aria-hidden />,
      label: t('右移一列'),
      disabled: layout.beside(field.field, 1) === undefined,
    },
    { type: 'divider' },
    {
      key: 'hide',
      icon: <EyeInvisibleOutlined aria-hidden />,
      label: t('隐藏此列'),
      disabled: field.isDisabled || layout.columns.length === 1,
    },
  ]
}

export default function HeadMenu({ definition, state, layout, head, onState, onClose }: HeadMenuProps) {
  const [isFiltering, setFiltering] = useState(false)
  const field = definition.result.find(one => one.field === head.field)
  const filter = filterOf(definition, head.field)
  if (field === undefined) return null
  const orders = presentOrders(state, definition.defaultSort)
  const way = orders.find(one => one.field === field.field)?.way
  const order = (next: GridOrder): void => onState(withOrders(state, [next]))
  const isPinned = layout.frozen.has(field.field)
  const before = layout.beside(field.field, -1)
  const behind = layout.beside(field.field, 1)
  const items = itemsOf({ definition, state, layout, field, isFiltered: filter !== null, way })
  const acts: Readonly<Record<string, () => void>> = {
    ASC: () => order({ field: field.field, way: 'ASC' }),
    DESC: () => order({ field: field.field, way: 'DESC' }),
    unsort: () => onState(withOrders(state, [])),
    sum: head.mark,
    pin: () => layout.setFrozen(field.field, !isPinned),
    left: () => before !== undefined && layout.move(field.field, before),
    right: () => behind !== undefined && layout.move(field.field, behind),
    hide: () => layout.hide(field.field),
  }
  const place = <span className="zg-head-place" style={{ left: head.at.left, top: head.at.top, width: head.at.width }} />
  if (isFiltering && filter !== null)
    return (
      <Popover
        open
        trigger="click"
        placement="bottomLeft"
        title={t('按“{title}”筛选', { title: field.title })}
        onOpenChange={open => !open && onClose()}
        content={<ColumnFilter definition={definition} field={filter} state={state} onState={onState} />}
      >
        {place}
      </Popover>
    )
  return (
    <Dropdown
      open
      autoFocus
      trigger={['click']}
      placement="bottomLeft"
      menu={{
        items,
        onClick: ({ key }) => {
          if (key === 'filter') return setFiltering(true)
          acts[key]?.()
          onClose()
        },
      }}
      onOpenChange={(open, { source }) => !open && source === 'trigger' && onClose()}
    >
      {place}
    </Dropdown>
  )
}

interface ColumnFilterProps {
  readonly definition: ListDefinition
  readonly field: FieldDefinition
  readonly state: ListState
  readonly onState: (state: ListState) => void
}

/** What is typed stands until it has been asked for. */
function ColumnFilter({ definition, field, state, onState }: ColumnFilterProps) {
  const [typed, setTyped] = useState<string | null>(null)
  const ask = useDebounced((value: string) => onState(withFilters(state, { [field.field]: value })), filterDelayMs)
  const isBound = definition.bound?.field === field.field
  const bound = isBound ? boundOf(definition, state, today()) : null
  return (
    <div className="zg-filter-drawer zg-head-filter">
      <FilterControl
        field={field}
        value={typed ?? (bound === null ? (state.filters[field.field] ?? '') : joinValues(bound))}
        open
        required={isBound}
        onChange={(value, soon) => {
          setTyped(value)
          if (soon) ask.later(value)
          else ask.now(value)
        }}
      />
    </div>
  )
}
