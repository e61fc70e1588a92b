/** The lines of a document in its form: a grid that is written in like a spreadsheet. Its value is what stands in it (lines-value.ts). */
import { DeleteOutlined, PlusOutlined } from '@ant-design/icons'
import { Button } from 'antd'
import { useMemo, useState, type ComponentType } from 'react'
import type { LinesDefinition } from '../../declare/wire-form.ts'
import type { FormItem, Row } from '../../declare/wire.ts'
import { feedback } from '../api/feedback.ts'
import type { ControlProps } from '../form/form-scope.ts'
import { DataGrid } from '../grid/data-grid.tsx'
import type { Box } from '../grid/grid-range.ts'
import { t } from '../i18n/t.ts'
import { useIsMobile } from '../shell/layout/use-is-mobile.ts'
import LineEditor from './line-editor.tsx'
import { faultsOf, type CellFault } from './line-faults.ts'
import { linesColumns, numberKey } from './lines-columns.tsx'
import { asLines, cellKey, isBlank, newLine, totalsOf, withCells, without, type LinesValue } from './lines-value.ts'
import { pastedLines, valueOfText } from './paste.ts'
import './lines.css'

/** faults that are named above the grid; all of them are marked in it */
const namedMax = 3

interface LinesControlProps {
  readonly definition: LinesDefinition
  readonly disabled: boolean
  readonly value: unknown
  readonly onChange: (value: LinesValue) => void
  /** the controls of a form, for cells that are chosen */
  readonly Control: ComponentType<ControlProps>
}

interface Open {
  readonly row: Row
  readonly item: FormItem
  readonly value: unknown
  readonly isTyped: boolean
}

/** The lines with an empty one behind them, to be written in. */
function useRows(definition: LinesDefinition, value: LinesValue, disabled: boolean) {
  const [spare, setSpare] = useState(() => newLine(definition))
  const isUsed = value.rows.some(({ id }) => id === spare.id)
  if (isUsed) setSpare(newLine(definition))
  const hasSpare = !disabled && !isUsed && value.rows.length < definition.max
  const rows = useMemo(() => (hasSpare ? [...value.rows, spare] : value.rows), [value.rows, hasSpare, spare])
  return { rows, spare }
}

interface ToolsProps {
  readonly filled: number
  readonly max: number
  readonly canAdd: boolean
  readonly hasChosen: boolean
  readonly disabled: boolean
  readonly isMobile: boolean
  readonly onAdd: () => void
  readonly onRemove: () => void
}

function Tools({ filled, max, canAdd, hasChosen, disabled, isMobile, onAdd, onRemove }: ToolsProps) {
  const size = isMobile ? 'middle' : 'small'
  return (
    <div className="zg-lines-tools">
      <span className="zg-lines-count">{t('共 {n} 行，最多 {max} 行', { n: filled, max })}</span>
      {!disabled && (
        <>
          <Button size={size} icon={<PlusOutlined aria-hidden />} disabled={!canAdd} onClick={onAdd}>
            {t('添加一行')}
          </Button>
          <Button size={size} icon={<DeleteOutlined aria-hidden />} disabled={!hasChosen} onClick={onRemove}>
            {t('删除所选行')}
          </Button>
          {!isMobile && <span className="zg-lines-hint">{t('可从 Excel 粘贴；双击或按 F2 修改')}</span>}
        </>
      )}
    </div>
  )
}

function Faults({ faults }: { readonly faults: readonly CellFault[] }) {
  if (faults.length === 0) return null
  return (
    <div className="zg-lines-faults" role="status">
      {faults.slice(0, namedMax).map(one => (
        <div key={cellKey(one.id, one.field ?? '')}>{t('第 {at} 行：{message}', { at: one.at, message: one.message })}</div>
      ))}
      {faults.length > namedMax && <div>{t('另有 {n} 处，已在表格中标出', { n: faults.length - namedMax })}</div>}
    </div>
  )
}

const noOrders: readonly never[] = []

export default function LinesControl({ definition, disabled, value: given, onChange, Control }: LinesControlProps) {
  const value = asLines(given)
  const isMobile = useIsMobile()
  const { rows, spare } = useRows(definition, value, disabled)
  const [checked, setChecked] = useState<ReadonlySet<string>>(new Set())
  const [open, setOpen] = useState<Open | null>(null)
  const [widths, setWidths] = useState<Readonly<Record<string, number>>>({})
  const items = useMemo(() => new Map(definition.form.map(item => [item.field, item])), [definition])
  const faults = useMemo(() => faultsOf(definition, value), [definition, value])
  const columns = useMemo(() => {
    const byCell = new Map(faults.map(one => [cellKey(one.id, one.field ?? ''), one.message]))
    const found = linesColumns({
      definition,
      places: new Map(value.rows.map(({ id }, at) => [id, at + 1])),
      faultOf: (id, field) => byCell.get(cellKey(id, field)),
      totals: totalsOf(definition, value.rows),
      isMobile,
      canEdit: field => !disabled && items.has(field),
    })
    return found.map(one => (widths[one.key] === undefined ? one : { ...one, width: widths[one.key] ?? one.width, isSet: true }))
  }, [definition, value, faults, isMobile, disabled, items, widths])

  const set = (cells: ReadonlyMap<string, Readonly<Record<string, unknown>>>, added: readonly Row[] = []): void => {
    const more = cells.has(spare.id) && !added.includes(spare) ? [spare] : []
    onChange(withCells(value, cells, [...more, ...added]))
  }
  const keep = ({ row, item }: Open, raw: unknown): void => {
    setOpen(null)
    const next = typeof raw === 'string' ? valueOfText(item, raw) : raw
    if (next === row[item.field]) return
    // the name of what stood there before
    const label = item.target === null ? {} : { [`${item.field}Label`]: undefined }
    set(new Map([[row.id, { [item.field]: next, ...label }]]))
  }
  const end = (isKept: boolean): void => {
    if (open !== null && isKept) keep(open, open.value)
    else setOpen(null)
  }
  const begin = (row: Row, key: string, typed?: string): boolean => {
    const item = items.get(key)
    if (item === undefined || disabled || (item.editDisabled && value.base.some(({ id }) => id === row.id))) return false
    setOpen({ row, item, value: typed ?? row[key], isTyped: typed !== undefined })
    return true
  }
  const clear = (box: Box): void => {
    const fields = columns.slice(box.left - 1, box.right).flatMap(one => items.get(one.key) ?? [])
    const emptied = Object.fromEntries(fields.map(item => [item.field, undefined]))
    const cells = rows.slice(box.top, box.bottom + 1).filter(row => row !== spare)
    if (!disabled && fields.length > 0) set(new Map(cells.map(row => [row.id, emptied])))
  }
  const paste = (box: Box, text: string): void => {
    if (disabled || text === '') return
    // the check boxes stand before the columns
    const from = columns.slice(Math.max(0, box.left - 1)).find(one => one.key !== numberKey)?.key ?? ''
    const { lines } = pastedLines(definition, from, text)
    const room = definition.max - box.top
    if (lines.length > room) {
      feedback.warning(t('最多 {max} 行，粘贴的内容放不下', { max: definition.max }))
      return
    }
    const cells = new Map<string, Readonly<Record<string, unknown>>>()
    const added: Row[] = []
    // one pasted line fills the rows that are marked
    const count = lines.length === 1 ? Math.max(1, box.bottom - box.top + 1) : lines.length
    for (let at = 0; at < count; at += 1) {
      const place = box.top + at
      const row = place < value.rows.length ? value.rows[place] : place === value.rows.length ? spare : newLine(definition)
      if (row === undefined) continue
      if (place >= value.rows.length) added.push(row)
      cells.set(row.id, lines[lines.length === 1 ? 0 : at] ?? {})
    }
    set(cells, added)
  }
  const hasTotals = definition.fields.some(one => one.isTotal)
  return (
    <div className="zg-lines">
      <Tools
        filled={value.rows.filter(row => !isBlank(definition, row)).length}
        max={definition.max}
        canAdd={value.rows.length < definition.max}
        hasChosen={checked.size > 0}
        disabled={disabled}
        isMobile={isMobile}
        onAdd={() => onChange({ ...value, rows: [...value.rows, spare] })}
        onRemove={() => {
          onChange(without(value, checked))
          setChecked(new Set())
        }}
      />
      <Faults faults={faults} />
      <div className="zg-lines-grid">
        <DataGrid<Row>
          label={definition.title}
          rows={rows}
          columns={columns}
          density={isMobile ? 'comfortable' : 'compact'}
          totalRows={hasTotals ? 1 : 0}
          orders={noOrders}
          onOrders={() => undefined}
          onWidth={(key, width) => setWidths(before => ({ ...before, [key]: width }))}
          selection={
            disabled
              ? null
              : {
                  ids: checked,
                  nameOf: row => String(value.rows.indexOf(row) + 1),
                  onRows: (chosen, on) =>
                    setChecked(before => {
                      const ids = chosen.filter(row => row !== spare).map(({ id }) => id)
                      return on ? new Set([...before, ...ids]) : new Set([...before].filter(id => !ids.includes(id)))
                    }),
                }
          }
          isNarrow={isMobile}
          onEdit={begin}
          edits={{ onClear: clear, onPaste: paste, onEnd: end }}
          editing={
            open === null
              ? null
              : {
                  id: open.row.id,
                  key: open.item.field,
                  node: (
                    <LineEditor
                      key={`${open.row.id} ${open.item.field}`}
                      item={open.item}
                      value={open.value}
                      isTyped={open.isTyped}
                      Control={Control}
                      onChange={next => setOpen(before => (before === null ? null : { ...before, value: next }))}
                      onPick={next => keep(open, next)}
                      onDone={() => end(true)}
                    />
                  ),
                }
          }
        />
      </div>
    </div>
  )
}
