/** The control of a form item, by its type. Values are what form-values.ts says. */
import { Alert, Checkbox, DatePicker, Input, InputNumber, Radio, Select, Switch } from 'antd'
import dayjs from 'dayjs'
import type { FormItem } from '../../declare/wire.ts'
import { t } from '../i18n/t.ts'
import { ReferenceSelect } from '../list/reference-select.tsx'
import { RichText } from '../rich-text/rich-text.tsx'

interface ControlProps {
  readonly item: FormItem
  readonly disabled: boolean
  /** given by antd's Form.Item */
  readonly id?: string
  readonly value?: unknown
  readonly onChange?: (value: unknown) => void
}

const calendarFormats = { date: 'YYYY-MM-DD', month: 'YYYY-MM', dateTime: 'YYYY-MM-DD HH:mm:ss' } as const

function CalendarInput({ item, kind, disabled, id, value, onChange }: ControlProps & { kind: keyof typeof calendarFormats }) {
  const format = calendarFormats[kind]
  return (
    <DatePicker
      {...(id === undefined ? {} : { id })}
      className="zg-form-wide"
      disabled={disabled}
      format={format}
      {...(kind === 'month' ? { picker: 'month' as const } : {})}
      {...(kind === 'dateTime' ? { showTime: true } : {})}
      allowClear={!item.required}
      value={typeof value === 'string' && value !== '' ? dayjs(value) : null}
      // an instant goes out with its offset, a day or a month as it is written
      onChange={day => onChange?.(day === null ? undefined : kind === 'dateTime' ? day.format() : day.format(format))}
    />
  )
}

function RangeInput({ disabled, value, onChange }: ControlProps) {
  const [from, to] = Array.isArray(value) ? value : []
  const day = (text: unknown): dayjs.Dayjs | null => (typeof text === 'string' && text !== '' ? dayjs(text) : null)
  return (
    <DatePicker.RangePicker
      className="zg-form-wide"
      disabled={disabled}
      format={calendarFormats.date}
      value={[day(from), day(to)]}
      onChange={days => onChange?.(days === null ? undefined : days.map(one => one?.format(calendarFormats.date)))}
    />
  )
}

function Choose({ item, disabled, id, value, onChange }: ControlProps) {
  if (item.target !== null) {
    return (
      <ReferenceSelect
        {...(id === undefined ? {} : { id })}
        target={item.target}
        by={item.targetBy}
        multiple={item.multiple}
        disabled={disabled}
        allowClear={!item.required}
        value={Array.isArray(value) ? value.map(String) : typeof value === 'string' ? value : null}
        onChange={ids => onChange?.(item.multiple ? ids : ids[0])}
      />
    )
  }
  return (
    <Select
      {...(id === undefined ? {} : { id })}
      {...(item.multiple ? { mode: 'multiple' as const } : {})}
      disabled={disabled}
      allowClear={!item.required}
      {...(item.searchable ? { showSearch: { optionFilterProp: 'label' } } : {})}
      value={value}
      options={item.options.map(one => ({ ...one }))}
      onChange={next => onChange?.(next)}
    />
  )
}

function Figure({ disabled, id, value, onChange }: ControlProps) {
  return (
    <InputNumber<string>
      {...(id === undefined ? {} : { id })}
      className="zg-form-wide"
      // decimal strings from end to end: a JS number would round money. No precision either: too many decimals are told (item-rules.ts), not rounded.
      stringMode
      controls={false}
      inputMode="decimal"
      disabled={disabled}
      value={typeof value === 'string' ? value : null}
      onChange={next => onChange?.(next ?? undefined)}
    />
  )
}

/** The control; a type that this version can't edit says so in its place. */
export function FormControl(props: ControlProps) {
  const { item, disabled, value, onChange } = props
  const named = props.id === undefined ? {} : { id: props.id }
  const text = typeof value === 'string' ? value : ''
  const options = item.options.map(one => ({ ...one }))
  switch (item.type) {
    case 'text':
      return <Input {...named} disabled={disabled} value={text} onChange={event => onChange?.(event.target.value)} />
    case 'textarea':
      return (
        <Input.TextArea
          {...named}
          autoSize={{ minRows: 4, maxRows: 6 }}
          disabled={disabled}
          value={text}
          onChange={event => onChange?.(event.target.value)}
        />
      )
    case 'number':
      return <Figure {...props} />
    case 'date':
    case 'month':
    case 'dateTime':
      return <CalendarInput {...props} kind={item.type} />
    case 'dateRange':
      return <RangeInput {...props} />
    case 'select':
      return <Choose {...props} />
    case 'radio':
      return (
        <Radio.Group {...named} disabled={disabled} value={value} options={options} onChange={event => onChange?.(event.target.value)} />
      )
    case 'checkbox':
      return (
        <Checkbox.Group
          disabled={disabled}
          value={Array.isArray(value) ? value : []}
          options={options}
          onChange={next => onChange?.(next)}
        />
      )
    case 'switch':
      return <Switch {...named} disabled={disabled} checked={value === true} onChange={next => onChange?.(next)} />
    case 'richText':
      return <RichText {...named} disabled={disabled} value={text} onChange={html => onChange?.(html)} />
    case 'treeSelect':
    case 'file':
      return (
        <Alert
          type="warning"
          showIcon
          title={t('“{title}”的录入方式（{type}）此版本还不支持，请联系系统管理员。', { title: item.title, type: item.type })}
        />
      )
  }
}
