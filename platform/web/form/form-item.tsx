/** One line of a form: label with its mark, control, help, message. */
import { Form } from 'antd'
import type { FormItem } from '../../declare/wire.ts'
import { FormControl } from './form-control.tsx'
import { isReadOnly, type FormStatus } from './form-values.ts'
import { linesCheck } from '../lines/line-faults.ts'
import { itemCheck } from '../values/item-rules.ts'
import { ItemsOf } from './items-of.tsx'
import { LinkedText } from './linked-text.tsx'

/** From this many on a form stands in two columns. */
const twoColumnsFrom = 8
const wideTypes: readonly FormItem['type'][] = ['textarea', 'richText', 'file', 'checkbox', 'lines']

export const isWide = (item: FormItem): boolean => wideTypes.includes(item.type)
export const hasTwoColumns = (items: readonly FormItem[]): boolean =>
  items.length >= twoColumnsFrom || items.some(item => item.type === 'lines')

/** px */
export function formWidth(items: readonly FormItem[]): number {
  if (items.some(item => item.type === 'lines')) return 1_080
  if (items.some(item => item.type === 'richText')) return 960
  return hasTwoColumns(items) ? 820 : 560
}

export function Item({ item, status }: { item: FormItem; status: FormStatus }) {
  const readOnly = isReadOnly(item, status)
  if (item.itemsOf !== undefined) return <ItemsOf item={item} disabled={readOnly} />
  return (
    <Form.Item
      name={item.field}
      label={item.title}
      required={item.required && item.type !== 'switch'}
      extra={item.help == null ? null : <LinkedText text={item.help} />}
      {...(isWide(item) ? { className: 'zg-form-span' } : {})}
      // what can't be changed here can't be mended here either
      rules={
        readOnly
          ? []
          : [{ validator: (_, value: unknown) => (item.lines === undefined ? itemCheck(item, value) : linesCheck(item.lines, value)) }]
      }
    >
      <FormControl item={item} disabled={readOnly} />
    </Form.Item>
  )
}
