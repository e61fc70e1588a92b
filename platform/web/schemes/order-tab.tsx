/** Tab 排序: the first row goes before the second. */
import { Button, Select } from 'antd'
import { useState } from 'react'
import type { FieldDefinition } from '../../declare/wire.ts'
import { feedback } from '../api/feedback.ts'
import { t } from '../i18n/t.ts'
import { movedTo } from '../table/layout-rules.ts'
import { RowTable } from './row-table.tsx'
import { moved, nextId, takenFields, type OrderRow } from '../table/scheme-rules.ts'

interface OrderTabProps {
  /** the sortable ones */
  readonly fields: readonly FieldDefinition[]
  readonly rows: readonly OrderRow[]
  readonly onRows: (rows: readonly OrderRow[]) => void
}

export function OrderTab({ fields, rows, onRows }: OrderTabProps) {
  const [selected, setSelected] = useState<number | null>(null)
  const at = rows.findIndex(row => row.id === selected)
  const add = (): void => {
    const free = fields.find(one => !rows.some(row => row.field === one.field))
    if (free === undefined) return feedback.warning(t('可排序的字段都已在列表中'))
    const row: OrderRow = { id: nextId(rows), field: free.field, orderBy: 'ASC' }
    onRows([...rows, row])
    setSelected(row.id)
  }
  const remove = (): void => (at < 0 ? feedback.warning(t('请先选择一行')) : onRows(rows.toSpliced(at, 1)))
  const move = (way: 'up' | 'down'): void => {
    if (at < 0) return feedback.warning(t('请先选择一行'))
    const next = moved(rows, at, way)
    if (next === 'first') feedback.warning(t('已经是第一个了'))
    else if (next === 'last') feedback.warning(t('已经是最后一个了'))
    else onRows(next)
  }
  const change = (row: OrderRow): void => onRows(rows.map(one => (one.id === row.id ? row : one)))
  return (
    <>
      <div className="zg-scheme-tools">
        <Button onClick={add}>{t('新增排序')}</Button>
        <Button onClick={remove}>{t('删除排序')}</Button>
        <Button onClick={() => move('up')}>{t('上移')}</Button>
        <Button onClick={() => move('down')}>{t('下移')}</Button>
      </div>
      <RowTable
        heads={[t('字段'), t('顺序')]}
        empty={t('还没有排序，列表按默认顺序显示')}
        selected={selected === null ? null : String(selected)}
        onSelect={key => setSelected(Number(key))}
        onMove={(from, to) => onRows(movedTo(rows, from, to) ?? rows)}
        rows={rows.map(row => {
          const taken = takenFields(rows, row.id)
          return {
            key: String(row.id),
            name: fields.find(one => one.field === row.field)?.title ?? '',
            cells: [
              <Select
                key="field"
                className="zg-scheme-field"
                aria-label={t('字段')}
                showSearch={{ optionFilterProp: 'label' }}
                value={row.field}
                options={fields.map(one => ({ value: one.field, label: one.title, disabled: taken.has(one.field) }))}
                onChange={(field: string) => change({ ...row, field })}
              />,
              <Select
                key="way"
                className="zg-scheme-condition"
                aria-label={t('顺序')}
                value={row.orderBy}
                options={[
                  { value: 'ASC', label: t('升序') },
                  { value: 'DESC', label: t('降序') },
                ]}
                onChange={(orderBy: 'ASC' | 'DESC') => change({ ...row, orderBy })}
              />,
            ],
          }
        })}
      />
    </>
  )
}
