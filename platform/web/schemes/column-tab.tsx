/** Tab 显示列: which columns show, in which order, how wide, which stay at the left. */
import { Button, Checkbox, Input } from 'antd'
import { useState } from 'react'
import type { ColumnSetting, ListDefinition } from '../../declare/wire.ts'
import { feedback } from '../api/feedback.ts'
import { t } from '../i18n/t.ts'
import { defaultWidth, changed, movedTo } from '../table/layout-rules.ts'
import { ColumnSets } from './column-sets.tsx'
import { RowTable } from './row-table.tsx'
import { WidthControl } from './width-control.tsx'
import { moved, type Move } from '../table/scheme-rules.ts'

interface ColumnTabProps {
  readonly definition: ListDefinition
  readonly rows: readonly ColumnSetting[]
  readonly onRows: (rows: readonly ColumnSetting[]) => void
}

export function ColumnTab({ definition, rows, onRows }: ColumnTabProps) {
  const [selected, setSelected] = useState<string | null>(null)
  const shownCount = rows.filter(row => row.isShow).length
  const titles = new Map(definition.result.map(one => [one.field, one]))
  const set = (field: string, change: Partial<ColumnSetting>): void => onRows(changed(rows, field, change))
  return (
    <>
      <div className="zg-scheme-bars">
        <Mover rows={rows} at={rows.findIndex(row => row.field === selected)} onRows={onRows} />
        <ColumnSets definition={definition} columns={rows} onColumns={onRows} />
      </div>
      <RowTable
        heads={[t('列'), t('宽度'), t('固定在左侧')]}
        empty=""
        selected={selected}
        onSelect={setSelected}
        onMove={(from, to) => onRows(movedTo(rows, from, to) ?? rows)}
        rows={rows.flatMap(row => {
          const field = titles.get(row.field)
          if (field === undefined) return []
          return [
            {
              key: row.field,
              name: field.title,
              cells: [
                // one column must stay, and columns that the definition fixes too
                <Checkbox
                  key="show"
                  checked={row.isShow || field.isDisabled}
                  disabled={field.isDisabled || (row.isShow && shownCount === 1)}
                  onChange={event => set(row.field, { isShow: event.target.checked })}
                >
                  {field.title}
                </Checkbox>,
                <WidthControl
                  key="width"
                  title={field.title}
                  width={row.width ?? defaultWidth(field)}
                  onWidth={width => set(row.field, { width })}
                />,
                <Checkbox
                  key="frozen"
                  aria-label={t('{title} 固定在左侧', { title: field.title })}
                  checked={row.frozen}
                  onChange={event => set(row.field, { frozen: event.target.checked })}
                />,
              ],
            },
          ]
        })}
      />
    </>
  )
}

interface MoverProps {
  readonly rows: readonly ColumnSetting[]
  /** place of the selected row; -1: none */
  readonly at: number
  readonly onRows: (rows: readonly ColumnSetting[]) => void
}

/** Moves the selected row. */
function Mover({ rows, at, onRows }: MoverProps) {
  const [target, setTarget] = useState('')
  const isPicked = (): boolean => {
    if (at < 0) feedback.warning(t('请选择要移动的行！'))
    return at >= 0
  }
  const move = (way: Move): void => {
    if (!isPicked()) return
    const next = moved(rows, at, way)
    if (next === 'first') feedback.warning(t('已经到达第一行！'))
    else if (next === 'last') feedback.warning(t('已经到达最后一行！'))
    else onRows(next)
  }
  const moveTo = (): void => {
    if (!isPicked()) return
    const next = /^\d+$/.test(target.trim()) ? movedTo(rows, at, Number(target) - 1) : null
    if (next === null) feedback.warning(t('请输入 1 到 {max} 的行号', { max: rows.length }))
    else onRows(next)
  }
  return (
    <div className="zg-scheme-tools">
      <Button onClick={() => move('up')}>{t('上移')}</Button>
      <Button onClick={() => move('down')}>{t('下移')}</Button>
      <Button onClick={() => move('top')}>{t('置顶')}</Button>
      <Button onClick={() => move('bottom')}>{t('置底')}</Button>
      <Input
        className="zg-scheme-number"
        aria-label={t('移动到第几行')}
        inputMode="numeric"
        placeholder={t('行号')}
        value={target}
        onChange={event => setTarget(event.target.value)}
        onPressEnter={moveTo}
      />
      <Button onClick={moveTo}>{t('移动到该行')}</Button>
    </div>
  )
}
