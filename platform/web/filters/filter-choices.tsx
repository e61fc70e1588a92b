/** Few choices, seen at a glance: round buttons, boxes or tags below the filter. */
import { Checkbox, Radio } from 'antd'
import type { FieldDefinition } from '../../declare/wire.ts'
import { t } from '../i18n/t.ts'
import type { FilterControlProps } from './filter-props.ts'
import { ChoiceTag, FilterPopup, toggled } from './filter-popup.tsx'
import { joinValues, splitValues } from '../values/list-state.ts'

interface Choice {
  readonly value: string
  readonly label: string
}

/** Choices of a field by their text on the wire. */
export function choicesOf(field: FieldDefinition): readonly Choice[] {
  if (field.kind !== 'flag' || field.keyValueList.length > 0)
    return field.keyValueList.map(one => ({ value: String(one.value), label: one.label }))
  return [
    { value: '1', label: t('是') },
    { value: '0', label: t('否') },
  ]
}

interface ChoicesProps {
  readonly field: FieldDefinition
  readonly choices: readonly Choice[]
  readonly values: readonly string[]
  readonly onValues: (values: readonly string[]) => void
}

function Choices({ field, choices, values, onValues }: ChoicesProps) {
  if (field.filterAs === 'radio')
    return (
      <Radio.Group
        className="zg-choices"
        value={values[0] ?? ''}
        options={[{ value: '', label: t('全部') }, ...choices]}
        onChange={event => onValues(event.target.value === '' ? [] : [String(event.target.value)])}
      />
    )
  if (field.filterAs === 'checkbox')
    return <Checkbox.Group className="zg-choices" value={[...values]} options={[...choices]} onChange={next => onValues(next)} />
  return (
    <div className="zg-choice-tags">
      {choices.map(one => (
        <ChoiceTag
          key={one.value}
          label={one.label}
          isOn={values.includes(one.value)}
          onToggle={() => onValues(toggled(values, one.value))}
        />
      ))}
    </div>
  )
}

export function ChoiceFilter({ field, value, open = false, onChange }: FilterControlProps) {
  const choices = choicesOf(field)
  const values = splitValues(value)
  const chosen = choices.filter(one => values.includes(one.value))
  const isOne = field.filterAs === 'radio'
  return (
    <FilterPopup title={field.title} summary={chosen.map(one => one.label).join(t('、'))} open={open} onClear={() => onChange('', false)}>
      {/* of several, more may come */}
      <Choices field={field} choices={choices} values={values} onValues={next => onChange(joinValues(next), !isOne)} />
    </FilterPopup>
  )
}
