/** Tab 条件: one row a field, joined by AND. */
import { Button, Select } from 'antd'
import { useState } from 'react'
import type { ConditionCode, FieldDefinition } from '../../declare/wire.ts'
import { feedback } from '../api/feedback.ts'
import { t } from '../i18n/t.ts'
import { ConditionValue } from './condition-value.tsx'
import { conditionName } from './condition-names.ts'
import { RowTable } from './row-table.tsx'
import { newCondition, takenFields, withCondition, withField, type ConditionRow } from '../table/scheme-rules.ts'

interface ConditionTabProps {
  /** the filterable ones */
  readonly fields: readonly FieldDefinition[]
  readonly rows: readonly ConditionRow[]
  readonly onRows: (rows: readonly ConditionRow[]) => void
}

/**
 * The operators of the field, and one a scheme was saved with that the field no longer has: it is read by its name until another is chosen.
 */
function operatorsOf(field: FieldDefinition | undefined, { condition }: ConditionRow): readonly ConditionCode[] {
  const all = field?.conditions ?? []
  return condition === null || all.includes(condition) ? all : [...all, condition]
}

export function ConditionTab({ fields, rows, onRows }: ConditionTabProps) {
  const [selected, setSelected] = useState<number | null>(null)
  const at = rows.findIndex(row => row.id === selected)
  const add = (place: number): void => {
    if (rows.length >= fields.length) return feedback.warning(t('条件数量不能超过字段数量！'))
    const row = newCondition(rows)
    onRows(rows.toSpliced(place, 0, row))
    setSelected(row.id)
  }
  const insert = (): void => (at < 0 ? feedback.warning(t('请先选择一行')) : add(at))
  const remove = (): void => (at < 0 ? feedback.warning(t('请先选择一个条件')) : onRows(rows.toSpliced(at, 1)))
  const change = (row: ConditionRow): void => onRows(rows.map(one => (one.id === row.id ? row : one)))
  return (
    <>
      <div className="zg-scheme-tools">
        <Button onClick={() => add(rows.length)}>{t('新增条件')}</Button>
        <Button onClick={insert}>{t('插入条件')}</Button>
        <Button onClick={remove}>{t('删除条件')}</Button>
      </div>
      <RowTable
        heads={[t('字段'), t('条件'), t('值')]}
        empty={t('还没有条件，列表显示全部数据')}
        selected={selected === null ? null : String(selected)}
        onSelect={key => setSelected(Number(key))}
        rows={rows.map(row => {
          const field = fields.find(one => one.field === row.field)
          const taken = takenFields(rows, row.id)
          return {
            key: String(row.id),
            name: field?.title ?? '',
            cells: [
              <Select
                key="field"
                className="zg-scheme-field"
                aria-label={t('字段')}
                placeholder={t('请选择字段')}
                showSearch={{ optionFilterProp: 'label' }}
                value={row.field === '' ? null : row.field}
                options={fields.map(one => ({ value: one.field, label: one.title, disabled: taken.has(one.field) }))}
                onChange={(name: string) => {
                  const next = fields.find(one => one.field === name)
                  if (next !== undefined) change(withField(row, next))
                }}
              />,
              <Select
                key="condition"
                className="zg-scheme-condition"
                aria-label={t('条件')}
                disabled={field === undefined}
                value={row.condition}
                options={operatorsOf(field, row).map(code => ({ value: code, label: conditionName(code, field) }))}
                onChange={(code: ConditionCode | null) => code !== null && change(withCondition(row, code))}
              />,
              field === undefined ? null : <ConditionValue key="value" field={field} row={row} onRow={change} />,
            ],
          }
        })}
      />
    </>
  )
}
