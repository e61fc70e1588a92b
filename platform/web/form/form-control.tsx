/** The control of a form item, by its type. Values are what form-values.ts says. */
import { Checkbox, Flex, Input, InputNumber, Radio, Skeleton, Switch } from 'antd'
import dayjs from 'dayjs'
import { Suspense, useCallback, useContext } from 'react'
import type { UploadedFile } from '../../declare/wire-values.ts'
import { FilesControl } from '../files/files-control.tsx'
import { LinesPart } from '../lines/lines-part.ts'
import { RichText } from '../rich-text/rich-text.tsx'
import { ScanButton } from '../widgets/barcode-scan.tsx'
import { DatePicker, RangePicker } from '../widgets/date-pickers.tsx'
import { Choose, ChooseInTree, ChooseLines } from './choose.tsx'
import { FormScopeContext, type ControlProps } from '../values/form-scope.ts'
import { SensitiveControl } from './sensitive-control.tsx'

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

function RangeInput({ item, disabled, id, value, onChange }: ControlProps) {
  const [from, to] = Array.isArray(value) ? value : []
  const day = (text: unknown): dayjs.Dayjs | null => (typeof text === 'string' && text !== '' ? dayjs(text) : null)
  return (
    <RangePicker
      {...(id === undefined ? {} : { id: { start: id, end: `${id}_end` } })}
      className="zg-form-wide"
      disabled={disabled}
      allowEmpty={item.isOpenEnded === true ? [false, true] : !item.required}
      allowClear={!item.required}
      format={calendarFormats.date}
      value={[day(from), day(to)]}
      onChange={days => onChange?.(days === null ? undefined : days.map(one => one?.format(calendarFormats.date) ?? null))}
    />
  )
}

function Figure({ disabled, id, value, onChange }: ControlProps) {
  return (
    <InputNumber<string>
      {...(id === undefined ? {} : { id })}
      className="zg-form-wide"
      // decimal strings from end to end: a JS number would round money. No precision either: too many decimals are told (item-rules.ts),
      // not rounded.
      stringMode
      controls={false}
      inputMode="decimal"
      disabled={disabled}
      value={typeof value === 'string' ? value : null}
      onChange={next => onChange?.(next ?? undefined)}
    />
  )
}

function Files({ item, disabled, id, value, onChange }: ControlProps) {
  const { setBusy } = useContext(FormScopeContext)
  const onBusy = useCallback((isBusy: boolean) => setBusy(item.field, isBusy), [setBusy, item.field])
  return (
    <FilesControl
      {...(id === undefined ? {} : { id })}
      value={Array.isArray(value) ? (value as UploadedFile[]) : []}
      onChange={files => onChange?.(files)}
      {...(item.max === null ? {} : { max: item.max })}
      accept={item.accept ?? 'any'}
      {...(item.crop === undefined ? {} : { crop: item.crop })}
      disabled={disabled}
      onBusy={onBusy}
    />
  )
}

/** The control of an item. */
export function FormControl(props: ControlProps) {
  const control = <Control {...props} />
  return props.item.sensitive === true ? <SensitiveControl {...props}>{control}</SensitiveControl> : control
}

function Control(props: ControlProps) {
  const { item, disabled, value, onChange } = props
  const named = props.id === undefined ? {} : { id: props.id }
  const text = typeof value === 'string' ? value : ''
  const options = item.options.map(one => ({ ...one }))
  switch (item.type) {
    case 'text': {
      const input = <Input {...named} disabled={disabled} value={text} onChange={event => onChange?.(event.target.value)} />
      return item.scan === undefined ? (
        input
      ) : (
        <Flex gap={8}>
          {input}
          <ScanButton disabled={disabled} onScan={code => onChange?.(code)} />
        </Flex>
      )
    }
    case 'textarea':
      return options.length > 0 ? (
        <ChooseLines {...props} />
      ) : (
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
        <div {...named}>
          <Checkbox.Group
            disabled={disabled}
            value={Array.isArray(value) ? value : []}
            options={options}
            onChange={next => onChange?.(next)}
          />
        </div>
      )
    case 'switch':
      return <Switch {...named} disabled={disabled} checked={value === true} onChange={next => onChange?.(next)} />
    case 'richText':
      return <RichText {...named} disabled={disabled} value={text} onChange={html => onChange?.(html)} />
    case 'treeSelect':
      return <ChooseInTree {...props} />
    case 'file':
      return <Files {...props} />
    case 'lines':
      return item.lines === undefined ? null : (
        <Suspense fallback={<Skeleton active paragraph={{ rows: 6 }} title={false} />}>
          <LinesPart definition={item.lines} disabled={disabled} value={value} onChange={next => onChange?.(next)} Control={FormControl} />
        </Suspense>
      )
  }
}
