/** The value of a condition, by the control of its field's kind. */
import { Input, Select } from 'antd'
import type { ReactNode } from 'react'
import type { FilterAs } from '../../declare/fields.ts'
import type { ConditionCode, FieldDefinition } from '../../declare/wire.ts'
import { t } from '../i18n/t.ts'
import { FilterControl } from '../filters/filter-control.tsx'
import { joinValues, splitValues } from '../values/list-state.ts'
import { holdsSeveral } from './condition-names.ts'
import { needsValue, withCondition, type ConditionRow } from '../table/scheme-rules.ts'
import { clearableText } from '../widgets/clearable.tsx'

const isMany = (field: FieldDefinition, code: ConditionCode | null): boolean =>
  code === 'IN' || code === 'NOT_IN' || (holdsSeveral(field) && (code === 'EQ' || code === 'NE'))

interface ConditionValueProps {
  readonly field: FieldDefinition
  readonly row: ConditionRow
  readonly onRow: (row: ConditionRow) => void
}

export function ConditionValue({ field, row, onRow }: ConditionValueProps) {
  const { condition, value } = row
  if (!needsValue(condition)) return null
  const set = (next: string): void => {
    // a range of the filter bar may be a period such as 本月: here it is the condition itself
    const period = field.conditions.find(code => code === next && !needsValue(code))
    onRow(period === undefined ? { ...row, value: next } : withCondition(row, period))
  }
  const isChosen =
    field.keyValueList.length > 0 ||
    field.kind === 'flag' ||
    ((field.kind === 'reference' || field.kind === 'links') && field.target !== null)
  const isCalendar = field.kind === 'date' || field.kind === 'dateTime' || field.kind === 'month'
  const as = (filterKind: FieldDefinition['filterKind'], filterAs: FilterAs): ReactNode => (
    <FilterControl field={{ ...field, filterKind, filterAs }} value={value} onChange={set} />
  )
  if (condition === 'BETWEEN') return as('range', isCalendar ? 'dateRange' : 'numberRange')
  if (isChosen) return as(isMany(field, condition) ? 'select' : 'equals', 'select')
  if (isCalendar) return as('equals', 'date')
  if (isMany(field, condition))
    return (
      <Select
        mode="tags"
        className="zg-filter"
        aria-label={t('{title} 的值', { title: field.title })}
        placeholder={t('逗号、空格或换行分隔')}
        open={false}
        suffixIcon={null}
        tokenSeparators={[',', '，', ' ', '\n']}
        value={splitValues(value)}
        onChange={(next: string[]) => set(joinValues(next))}
      />
    )
  return (
    <Input
      className="zg-filter"
      aria-label={t('{title} 的值', { title: field.title })}
      allowClear={clearableText()}
      value={splitValues(value)[0] ?? ''}
      onChange={event => set(event.target.value === '' ? '' : joinValues([event.target.value]))}
    />
  )
}
