/** Conditions of a flow, joined by AND: a field, how it compares, and with what. */
import { DeleteOutlined, PlusOutlined } from '@ant-design/icons'
import { Button, Input, InputNumber, Select } from 'antd'
import dayjs from 'dayjs'
import type { FlowCondition, FlowOperator } from '#platform/declare/flow.ts'
import { flowOperators } from '#platform/format/flow-graph.ts'
import { t } from '#platform/web/i18n/t.ts'
import { ReferenceSelect } from '#platform/web/values/reference-select.tsx'
import { DatePicker } from '#platform/web/widgets/date-pickers.tsx'
import { operatorTitle, type ConditionField } from './flow-words.tsx'

const numbers = new Set(['money', 'decimal', 'integer', 'bigInteger'])
const dates = new Set(['date', 'dateTime'])
const many = new Set<FlowOperator>(['IN', 'NOT_IN'])
const none = new Set<FlowOperator>(['EMPTY', 'NOT_EMPTY'])

export function operatorsOf(field: ConditionField | undefined): readonly FlowOperator[] {
  if (field === undefined) return flowOperators
  if (field.to !== null || field.choices.length > 0) return ['EQ', 'NE', 'IN', 'NOT_IN', 'EMPTY', 'NOT_EMPTY']
  if (field.kind === 'flag') return ['EQ']
  if (numbers.has(field.kind) || dates.has(field.kind)) return ['EQ', 'NE', 'GT', 'GE', 'LT', 'LE', 'BETWEEN', 'EMPTY', 'NOT_EMPTY']
  return ['EQ', 'NE', 'LIKE', 'EMPTY', 'NOT_EMPTY']
}

interface ConditionsProps {
  readonly title: string
  readonly fields: readonly ConditionField[]
  readonly value: readonly FlowCondition[]
  readonly onChange: (value: readonly FlowCondition[]) => void
  readonly disabled: boolean
}

export function ConditionsControl({ title, fields, value, onChange, disabled }: ConditionsProps) {
  const put = (at: number, one: FlowCondition): void => onChange(value.map((old, i) => (i === at ? one : old)))
  return (
    <div className="zg-conditions" role="group" aria-label={title}>
      {disabled && value.length === 0 && t('无')}
      {value.map((one, i) => {
        const field = fields.find(each => each.field === one.field)
        return (
          // conditions have no id, and none but the last is put in or taken out while it is typed into
          // oxlint-disable-next-line react/no-array-index-key
          <div key={i} className="zg-condition">
            <Select
              aria-label={t('第 {n} 个条件的字段', { n: i + 1 })}
              showSearch={{ optionFilterProp: 'label' }}
              disabled={disabled}
              placeholder={t('字段')}
              value={one.field === '' ? null : one.field}
              options={fields.map(each => ({ value: each.field, label: each.title }))}
              onChange={(next: string) => {
                const [first = 'EQ'] = operatorsOf(fields.find(each => each.field === next))
                put(i, { field: next, condition: first })
              }}
            />
            <Select
              aria-label={t('第 {n} 个条件怎样比较', { n: i + 1 })}
              disabled={disabled}
              value={one.condition}
              options={operatorsOf(field).map(each => ({ value: each, label: operatorTitle(each) }))}
              onChange={(condition: FlowOperator) => {
                const isAlike = many.has(condition) === many.has(one.condition) && condition !== 'BETWEEN' && one.condition !== 'BETWEEN'
                put(i, isAlike && !none.has(condition) ? { ...one, condition } : { field: one.field, condition })
              }}
            />
            <Button
              type="text"
              disabled={disabled}
              icon={<DeleteOutlined aria-hidden />}
              aria-label={t('删除第 {n} 个条件', { n: i + 1 })}
              onClick={() => onChange(value.filter((_, at) => at !== i))}
            />
            {!none.has(one.condition) && (
              <span className="zg-condition-value">
                <Value
                  label={t('第 {n} 个条件的值', { n: i + 1 })}
                  field={field}
                  one={one}
                  disabled={disabled}
                  onChange={next => put(i, next === undefined ? { field: one.field, condition: one.condition } : { ...one, value: next })}
                />
              </span>
            )}
          </div>
        )
      })}
      {!disabled && (
        <Button
          size="small"
          type="dashed"
          icon={<PlusOutlined aria-hidden />}
          onClick={() => onChange([...value, { field: '', condition: 'EQ' }])}
        >
          {t('添加条件')}
        </Button>
      )}
    </div>
  )
}

interface ValueProps {
  readonly label: string
  readonly field: ConditionField | undefined
  readonly one: FlowCondition
  readonly disabled: boolean
  readonly onChange: (value: FlowCondition['value']) => void
}

function Value({ label, field, one, disabled, onChange }: ValueProps) {
  const list = [one.value ?? []].flat() as readonly (string | number)[]
  const isMany = many.has(one.condition)
  const common = { 'aria-label': label, disabled }
  if (field !== undefined && field.to !== null)
    return (
      <ReferenceSelect
        {...common}
        target={field.to}
        multiple={isMany}
        value={list.map(String)}
        onChange={ids => onChange(ids.length === 0 ? undefined : isMany ? ids : ids[0])}
      />
    )
  const choices = field?.kind === 'flag' ? flags() : (field?.choices ?? [])
  if (choices.length > 0)
    return isMany ? (
      <Select {...common} mode="multiple" value={[...list]} options={[...choices]} onChange={next => onChange(next)} />
    ) : (
      <Select {...common} value={list[0] ?? null} options={[...choices]} onChange={next => onChange(next)} />
    )
  if (one.condition === 'BETWEEN')
    return (
      <>
        {[0, 1].map(at => (
          <Single
            key={at}
            {...common}
            label={at === 0 ? t('从') : t('到')}
            field={field}
            value={list[at]}
            onChange={next => onChange([0, 1].map(i => (i === at ? (next ?? '') : (list[i] ?? ''))))}
          />
        ))}
      </>
    )
  return <Single disabled={disabled} label={label} field={field} value={list[0]} onChange={onChange} />
}

const flags = () => [
  { value: 1, label: t('是') },
  { value: 0, label: t('否') },
]

interface SingleProps {
  readonly label: string
  readonly field: ConditionField | undefined
  readonly disabled: boolean
  readonly value: string | number | undefined
  readonly onChange: (value: string | undefined) => void
}

function Single({ label, field, disabled, value, onChange }: SingleProps) {
  const text = value === undefined ? '' : String(value)
  if (field !== undefined && numbers.has(field.kind))
    return (
      <InputNumber<string>
        controls={false}
        stringMode
        aria-label={label}
        disabled={disabled}
        value={text === '' ? null : text}
        onChange={next => onChange(next === null ? undefined : String(next))}
      />
    )
  if (field !== undefined && dates.has(field.kind))
    return (
      <DatePicker
        aria-label={label}
        disabled={disabled}
        value={text === '' ? null : dayjs(text)}
        onChange={day => onChange(day === null ? undefined : day.format('YYYY-MM-DD'))}
      />
    )
  return (
    <Input
      aria-label={label}
      disabled={disabled}
      maxLength={500}
      value={text}
      onChange={event => onChange(event.target.value === '' ? undefined : event.target.value)}
    />
  )
}
