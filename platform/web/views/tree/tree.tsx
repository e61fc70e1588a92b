/** The table of a list with its records below each other. */
import { CaretDownOutlined, CaretRightOutlined } from '@ant-design/icons'
import { Button } from 'antd'
import { useMemo, type ReactNode } from 'react'
import type { Row } from '../../../declare/wire.ts'
import { DataGrid } from '../../grid/data-grid.tsx'
import type { GridColumn } from '../../grid/grid-columns.ts'
import type { RowState } from '../../grid/grid-row.tsx'
import { t } from '../../i18n/t.ts'
import { heightOf } from '../../grid/row-heights.ts'
import { hasItem } from '../../table/auto-size.ts'
import { dataColumns } from '../../table/columns.tsx'
import { NoRows, RowsFailed, RowsLoading } from '../../values/list-notices.tsx'
import { isNarrowed, presentOrders, withOrders, withoutFilters } from '../../values/list-state.ts'
import { useRecordUrls } from '../../values/record-link.tsx'
import { useIsMobile } from '../../page/use-is-mobile.ts'
import type { ViewProps } from '../view-props.ts'
import { useLevels, type TreeLine } from './use-levels.ts'
import '../views.css'
import './tree.css'

/** px of a level */
const indent = 20
/** the first column has room for the marks of the levels */
const firstMin = 260

export default function Tree(props: ViewProps) {
  // another question closes what was open
  return <Levels key={JSON.stringify(props.query)} {...props} />
}

function Levels({ definition, title, query, state, isReady, onState, onOpen, layout, actionColumn }: ViewProps) {
  const isMobile = useIsMobile()
  const urlOf = useRecordUrls()
  const { lines, isPending, error, retry, toggle, more } = useLevels(definition, query, isReady)
  const columns = useMemo(() => {
    const data = dataColumns({
      definition,
      shown: layout.columns,
      state,
      layout,
      answer: undefined,
      isMobile,
      onOpen,
      canEdit: () => false,
      urlOf,
    })
    return (actionColumn === null ? data : [...data, actionColumn]).map((column, at) => ofLine(column, at === 0, isMobile))
    function ofLine(column: GridColumn<Row>, isFirst: boolean, isNarrow: boolean): GridColumn<TreeLine> {
      const { render, plain, copy, shown, menu, ...rest } = column
      return {
        ...rest,
        ...(isFirst && !isNarrow ? { width: Math.max(column.width, firstMin) } : {}),
        ...(plain === undefined || isFirst ? {} : { plain: line => (line.kind === 'row' ? plain(line.row) : null) }),
        ...(copy === undefined ? {} : { copy: line => (line.kind === 'row' ? copy(line.row) : { text: '', isText: true }) }),
        ...(menu === undefined ? {} : { menu: line => (line.kind === 'row' ? menu(line.row) : []) }),
        ...(shown === undefined ? {} : { shown: line => (line.kind === 'row' ? shown(line.row) : '') }),
        render: line => {
          if (line.kind === 'row')
            return isFirst ? (
              <First line={line} onToggle={toggle}>
                {render(line.row)}
              </First>
            ) : (
              render(line.row)
            )
          return isFirst ? <More line={line} onMore={more} /> : null
        },
      }
    }
  }, [definition, layout, state, isMobile, onOpen, urlOf, actionColumn, toggle, more])
  const notice =
    error !== null ? (
      <RowsFailed error={error} onRetry={retry} />
    ) : isPending ? (
      <RowsLoading />
    ) : lines.length === 0 ? (
      <NoRows text={definition.empty} isFiltered={isNarrowed(state)} begin={null} onReset={() => onState(withoutFilters(state))} />
    ) : null
  return (
    <DataGrid<TreeLine>
      label={title}
      rows={lines}
      columns={columns}
      density={heightOf(isMobile ? 'comfortable' : layout.density, hasItem(layout.columns))}
      notice={notice}
      orders={presentOrders(state, definition.defaultSort)}
      onOrders={orders => onState(withOrders(state, orders))}
      onWidth={layout.setWidth}
      isNarrow={isMobile}
      stateOf={stateOf}
      onEnter={line => (line.kind === 'row' ? onOpen(line.row) : more(line.under))}
      onSpace={line => (line.kind === 'row' && line.isOpen !== null ? toggle(line.id) : undefined)}
    />
  )
}

const stateOf = (line: TreeLine): RowState => ({
  level: line.level,
  ...(line.kind === 'row' && line.isOpen !== null ? { isOpen: line.isOpen } : {}),
})

type RowLine = Extract<TreeLine, { kind: 'row' }>

function First({ line, onToggle, children }: { line: RowLine; onToggle: (id: string) => void; children: ReactNode }) {
  return (
    <span className="zg-tree-first" style={{ paddingInlineStart: (line.level - 1) * indent }}>
      {line.isOpen === null ? (
        <span className="zg-tree-mark" />
      ) : (
        <button
          type="button"
          tabIndex={-1}
          className="zg-tree-mark"
          aria-label={line.isOpen ? t('收起') : t('展开')}
          onClick={() => onToggle(line.id)}
        >
          {line.isOpen ? <CaretDownOutlined aria-hidden /> : <CaretRightOutlined aria-hidden />}
        </button>
      )}
      {children}
    </span>
  )
}

function More({ line, onMore }: { line: Extract<TreeLine, { kind: 'more' }>; onMore: (under: string | null) => void }) {
  return (
    <span className="zg-tree-first" style={{ paddingInlineStart: line.level * indent }}>
      {line.left === 0 ? (
        <span className="zg-tree-wait">{t('加载中')}</span>
      ) : (
        <Button type="link" size="small" tabIndex={-1} onClick={() => onMore(line.under)}>
          {t('还有 {n} 条，显示更多', { n: line.left })}
        </Button>
      )}
    </span>
  )
}
