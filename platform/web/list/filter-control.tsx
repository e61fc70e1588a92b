/** One filter of the bar, by the kind the definition names. Values are text as the list state keeps them. */
import { DatePicker, Input, Select, Space } from 'antd'
import dayjs from 'dayjs'
import { useRef } from 'react'
import { DATE_SHORTCUTS, isRelativeCondition, relativeDays, type RelativeCondition } from '#platform/format/date-ranges.ts'
import type { FieldDefinition } from '../../declare/wire.ts'
import { t, titleOf } from '../i18n/t.ts'
import { joinValues, splitValues } from './list-state.ts'
import { ReferenceSelect } from './reference-select.tsx'
import { today } from './today.ts'

export interface FilterControlProps {
  readonly field: FieldDefinition
  readonly value: string
  /** the bound of the list is never empty */
  readonly required?: boolean
  /** `soon`: more may come (typing); otherwise the choice is made */
  readonly onChange: (value: string, soon: boolean) => void
}

const isCalendar = (field: FieldDefinition): boolean => field.kind === 'date' || field.kind === 'dateTime' || field.kind === 'month'

/** A range of days or months. A shortcut is kept as its condition, not as days: a link with 本月 means the month in which it is opened. */
function CalendarRange({ field, value, required = false, onChange }: FilterControlProps) {
  const clicked = useRef<RelativeCondition | null>(null)
  const relative = isRelativeCondition(value) ? value : null
  const [from = '', to = ''] = relative === null ? splitValues(value) : relativeDays(relative, today())
  const isMonth = field.kind === 'month'
  const format = isMonth ? 'YYYY-MM' : 'YYYY-MM-DD'
  const day = (text: string): dayjs.Dayjs | null => (text === '' ? null : dayjs(text))
  const presets = DATE_SHORTCUTS.flatMap(({ title, condition }) => {
    if (condition === null || !field.conditions.includes(condition)) return []
    const [first, last] = relativeDays(condition, today())
    // antd says which days were chosen, not by which shortcut: its label does, before the choice arrives
    const label = (
      <span className="zg-shortcut" onClickCapture={() => (clicked.current = condition)}>
        {titleOf(title)}
      </span>
    )
    return [{ label, value: [dayjs(first), dayjs(last)] as [dayjs.Dayjs, dayjs.Dayjs] }]
  })
  const shortcut = DATE_SHORTCUTS.find(one => one.condition !== null && one.condition === relative)
  return (
    <DatePicker.RangePicker
      className="zg-filter zg-filter-range"
      aria-label={field.title}
      {...(isMonth ? { picker: 'month' as const } : { presets })}
      prefix={<span className="zg-control-title">{shortcut === undefined ? field.title : titleOf(shortcut.title)}</span>}
      format={format}
      value={[day(from), day(to)]}
      allowClear={!required}
      allowEmpty={required ? [false, false] : [true, true]}
      placeholder={[t('开始'), t('结束')]}
      onOpenChange={() => (clicked.current = null)}
      onChange={days => {
        const condition = clicked.current
        clicked.current = null
        if (condition !== null) onChange(condition, false)
        else onChange(days === null ? '' : joinValues([days[0]?.format(format) ?? '', days[1]?.format(format) ?? '']), false)
      }}
    />
  )
}

function CalendarDay({ field, value, onChange }: FilterControlProps) {
  const isMonth = field.kind === 'month'
  const format = isMonth ? 'YYYY-MM' : 'YYYY-MM-DD'
  return (
    <DatePicker
      className="zg-filter"
      aria-label={field.title}
      {...(isMonth ? { picker: 'month' as const } : {})}
      prefix={<span className="zg-control-title">{field.title}</span>}
      format={format}
      value={value === '' ? null : dayjs(value)}
      onChange={day => onChange(day === null ? '' : day.format(format), false)}
    />
  )
}

function NumberRange({ field, value, onChange }: FilterControlProps) {
  const [from = '', to = ''] = splitValues(value)
  const set = (nextFrom: string, nextTo: string): void =>
    onChange(nextFrom.trim() === '' && nextTo.trim() === '' ? '' : joinValues([nextFrom, nextTo]), true)
  return (
    <Space.Compact className="zg-filter zg-filter-range">
      <Input
        prefix={<span className="zg-control-title">{field.title}</span>}
        aria-label={t('{title} 最小', { title: field.title })}
        inputMode="decimal"
        value={from}
        placeholder={t('最小')}
        onChange={event => set(event.target.value, to)}
        onPressEnter={() => onChange(value, false)}
      />
      <Input
        aria-label={t('{title} 最大', { title: field.title })}
        inputMode="decimal"
        value={to}
        placeholder={t('最大')}
        onChange={event => set(from, event.target.value)}
        onPressEnter={() => onChange(value, false)}
      />
    </Space.Compact>
  )
}

function Choice({ field, value, onChange }: FilterControlProps) {
  const options =
    field.kind === 'flag' && field.keyValueList.length === 0
      ? [
          { value: 'true', label: t('是') },
          { value: 'false', label: t('否') },
        ]
      : field.keyValueList
  const isMultiple = field.conditions.includes('IN')
  const values = splitValues(value)
  return (
    <Select
      className="zg-filter"
      {...(isMultiple ? { mode: 'multiple' as const, maxTagCount: 1 } : {})}
      allowClear
      aria-label={field.title}
      prefix={<span className="zg-control-title">{field.title}</span>}
      value={isMultiple ? values : (values[0] ?? null)}
      showSearch={{ optionFilterProp: 'label' }}
      options={options.map(one => ({ value: String(one.value), label: one.label }))}
      onChange={(next: string | string[] | null | undefined) => onChange(joinValues(next == null ? [] : [next].flat()), true)}
    />
  )
}

/** The control of a filter. */
export function FilterControl(props: FilterControlProps) {
  const { field, value, onChange } = props
  if (field.kind === 'reference' && field.target !== null && field.filterKind !== 'contains') {
    return (
      <ReferenceSelect
        className="zg-filter"
        aria-label={field.title}
        target={field.target}
        by={field.targetBy}
        multiple={field.filterKind === 'select'}
        title={field.title}
        value={splitValues(value)}
        onChange={ids => onChange(joinValues(ids), true)}
      />
    )
  }
  if (field.filterKind !== 'range' && isCalendar(field)) return <CalendarDay {...props} />
  if (field.filterKind === 'range') return isCalendar(field) ? <CalendarRange {...props} /> : <NumberRange {...props} />
  if (field.keyValueList.length > 0 || field.kind === 'flag') return <Choice {...props} />
  return (
    <Input
      className="zg-filter"
      aria-label={field.title}
      prefix={<span className="zg-control-title">{field.title}</span>}
      allowClear
      value={value}
      onChange={event => onChange(event.target.value, event.type !== 'click')}
      onPressEnter={() => onChange(value, false)}
    />
  )
}
