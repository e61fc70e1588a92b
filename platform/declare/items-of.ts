/**
 * Items that a record asks for by what it refers to: a type of work order has fields of its own. A table declares them by `itemFields`, a
 * field of kind `items` holds the values (`ItemValue` of wire-values.ts). Pure values; held against each other in
 * platform/server/records/items-of.ts.
 */
import { choice, flag, integer, text, texts } from './fields.ts'

export const itemKinds = {
  text: [1, '文字', 'Text'],
  number: [2, '数字', 'Number'],
  date: [3, '日期', 'Date'],
  choice: [4, '单选', 'Choice'],
} as const

/** Columns of a table of items, beside the reference to the record that asks for them. */
export const itemFields = {
  name: text('字段编码', 'Code', {
    max: 30,
    editDisabled: true,
    help: ['小写字母开头，保存后不能修改', 'Begins with a small letter; it stays'],
  }),
  title: text('字段名称', 'Title', { max: 30, filter: 'contains' }),
  kind: choice('字段类型', 'Kind', itemKinds, { default: 1, filter: 'select' }),
  required: flag('必填', 'Required', { default: false }),
  options: texts('选项', 'Options', { optional: true, help: ['单选的选项，输入后按回车', 'Of a choice; Enter after each'] }),
  sort: integer('排序', 'Order', { default: 0, min: 0, max: 9_999, sort: true }),
}
