/** One filter of the bar, by the control the definition names. Values are text as the list state keeps them. */
import { Input, Select, Space } from 'antd'
import type { FieldDefinition } from '../../declare/wire.ts'
import { t } from '../i18n/t.ts'
import { ChoiceFilter, choicesOf } from './filter-choices.tsx'
import { CalendarDay, CalendarRange } from './filter-dates.tsx'
import { GroupFilter } from './filter-groups.tsx'
import type { FilterControlProps } from './filter-props.ts'
import { joinValues, splitValues } from '../values/list-state.ts'
import { multiSelectProps } from '../values/multi-select-props.tsx'
import { ReferenceSelect } from '../values/reference-select.tsx'
import { TreeRecords } from '../values/tree-records.tsx'
import { clearable, clearableText } from '../widgets/clearable.tsx'

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

/** Several at once where the filter takes several. */
const isMultiple = (field: FieldDefinition): boolean => field.filterKind === 'select' && field.conditions.includes('IN')

function ChoiceSelect({ field, value, onChange }: FilterControlProps) {
  const values = splitValues(value)
  const isMany = isMultiple(field)
  return (
    <Select
      className="zg-filter"
      {...(isMany ? multiSelectProps : {})}
      allowClear={clearable()}
      aria-label={field.title}
      prefix={<span className="zg-control-title">{field.title}</span>}
      value={isMany ? values : (values[0] ?? null)}
      showSearch={{ optionFilterProp: 'label' }}
      options={[...choicesOf(field)]}
      onChange={(next: string | string[] | null | undefined) => onChange(joinValues(next == null ? [] : [next].flat()), isMany)}
    />
  )
}

function RecordSelect({ field, target, value, onChange }: FilterControlProps & { readonly target: string }) {
  if (field.isTree === true)
    return (
      <TreeRecords
        {...(isMultiple(field) ? multiSelectProps : {})}
        className={isMultiple(field) ? 'zg-filter zg-several' : 'zg-filter'}
        allowClear={clearable()}
        aria-label={field.title}
        title={field.title}
        target={target}
        multiple={isMultiple(field)}
        value={splitValues(value)}
        onChange={ids => onChange(joinValues(ids), isMultiple(field))}
      />
    )
  return (
    <ReferenceSelect
      className="zg-filter"
      aria-label={field.title}
      target={target}
      by={field.targetBy}
      where={field.among}
      multiple={isMultiple(field)}
      title={field.title}
      value={splitValues(value)}
      onChange={ids => onChange(joinValues(ids), isMultiple(field))}
    />
  )
}

function TextFilter({ field, value, onChange }: FilterControlProps) {
  return (
    <Input
      className="zg-filter"
      aria-label={field.title}
      prefix={<span className="zg-control-title">{field.title}</span>}
      allowClear={clearableText()}
      value={value}
      onChange={event => onChange(event.target.value, event.type !== 'click')}
      onPressEnter={() => onChange(value, false)}
    />
  )
}

/** The control of a filter. */
export function FilterControl(props: FilterControlProps) {
  const { field } = props
  switch (field.filterAs) {
    case 'dateRange':
      return <CalendarRange {...props} />
    case 'date':
      return <CalendarDay {...props} />
    case 'numberRange':
      return <NumberRange {...props} />
    case 'radio':
    case 'checkbox':
    case 'tags':
      return <ChoiceFilter {...props} />
    case 'groups':
      return field.target === null ? <TextFilter {...props} /> : <GroupFilter {...props} target={field.target} />
    case 'select':
      return field.target === null ? <ChoiceSelect {...props} /> : <RecordSelect {...props} target={field.target} />
    default:
      return <TextFilter {...props} />
  }
}
