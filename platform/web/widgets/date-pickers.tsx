/**
 * antd's date pickers as they are used everywhere here: a day under the mouse is not previewed in the field.
 * The popup opens below the field, often under the resting mouse, and the preview would replace what is being typed.
 */
import { DatePicker as AntdDatePicker, TimePicker as AntdTimePicker, type DatePickerProps, type TimePickerProps } from 'antd'
import type { Dayjs } from 'dayjs'
import type { ComponentProps } from 'react'

/** One day, month or year, or a day with its time. */
export function DatePicker(props: DatePickerProps<Dayjs, false>) {
  return <AntdDatePicker previewValue={false} {...props} />
}

/** A first and a last day or month. */
export function RangePicker(props: ComponentProps<typeof AntdDatePicker.RangePicker>) {
  return <AntdDatePicker.RangePicker previewValue={false} {...props} />
}

/** A time of day. */
export function TimePicker(props: TimePickerProps) {
  return <AntdTimePicker previewValue={false} {...props} />
}
