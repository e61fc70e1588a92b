/** 移到…: the columns that a card can be put into, for whoever does not drag. One menu for all cards. */
import { Dropdown } from 'antd'
import { useCallback, useMemo, useState, type ReactNode } from 'react'
import type { ListDefinition, Row, ShownAsDefinition } from '../../../declare/wire.ts'
import { t } from '../../i18n/t.ts'
import { columnOfRow, openColumns } from './move.ts'
import type { ColumnValue } from './use-columns.ts'

type Columns = NonNullable<ShownAsDefinition['board']>['columns']

interface OpenMenu {
  readonly row: Row
  readonly beside: HTMLElement
}

interface MoveMenu {
  readonly isMovable: (row: Row) => boolean
  readonly open: (row: Row, beside: HTMLElement) => void
  readonly list: ReactNode
}

export function useMoveMenu(definition: ListDefinition, by: string, columns: Columns, move: (row: Row, to: ColumnValue) => void): MoveMenu {
  const [asked, setAsked] = useState<OpenMenu | null>(null)
  const columnsFor = useMemo(() => {
    const values = columns.map(one => one.value)
    return (row: Row) => {
      const open = openColumns(definition, by, row, values)
      const own = columnOfRow(row, by)
      return columns.filter(one => one.value !== own && open.has(one.value))
    }
  }, [definition, by, columns])
  const isMovable = useCallback((row: Row) => columnsFor(row).length > 0, [columnsFor])
  const open = useCallback((row: Row, beside: HTMLElement) => setAsked({ row, beside }), [])
  const close = (): void => {
    setAsked(null)
    asked?.beside.focus()
  }
  return { isMovable, open, list: asked === null ? null : <Menu {...asked} columns={columnsFor(asked.row)} {...{ move, close }} /> }
}

interface MenuProps extends OpenMenu {
  readonly columns: Columns
  readonly move: (row: Row, to: ColumnValue) => void
  readonly close: () => void
}

function Menu({ row, beside, columns, move, close }: MenuProps) {
  const { left, top, width, height } = beside.getBoundingClientRect()
  return (
    <Dropdown
      open
      autoFocus
      trigger={['click']}
      placement="bottomRight"
      onOpenChange={isOpen => {
        if (!isOpen) close()
      }}
      menu={{
        items: [
          {
            key: 'to',
            type: 'group',
            label: t('移到'),
            children: columns.map(one => ({ key: String(one.value), label: one.title })),
          },
        ],
        onClick: ({ key }) => {
          const to = columns.find(one => String(one.value) === key)
          close()
          if (to !== undefined) move(row, to.value)
        },
      }}
    >
      <span className="zg-move-place" style={{ left, top, width, height }} />
    </Dropdown>
  )
}
