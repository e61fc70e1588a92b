/**
 * A layout that a person taught: the heads of a file, remembered for its owner as a record. Its fields are those of every sheet layout;
 * an area names the owner and the texts of its lines. Pure: `layoutOf` makes the layout that the import reads by.
 */
import { choice, reference, text, type Field, type Fields } from './fields.ts'
import { ownValue } from './own-value.ts'
import type { AccessWords } from './chapters.ts'
import { resource, type Resource, type ResourceDefinition } from './resource.ts'
import { through } from './scope.ts'
import type { SheetLayout } from './sheet-layout.ts'
import type { Title } from './title.ts'

/** One text of the lines: the field that takes its head, and how a head that means it is written (source of a regular expression). */
export interface TaughtText {
  readonly field: string
  readonly title: Title
  readonly heads: string
}
/** Whose layouts these are, and which texts their lines have. */
export interface TaughtWords {
  readonly ownerField: string
  readonly ownerTitle: Title
  readonly owner: string
  readonly texts: Readonly<Record<string, TaughtText>>
}
export type TaughtValues = Readonly<Record<string, string | null | undefined>>

const headMax = 60
const head = (zh: string, en: string, help?: Title): Field => text(zh, en, { max: headMax, optional: true, ...(help ? { help } : {}) })

export const taughtFields = (words: TaughtWords): Fields => ({
  name: text('名称', 'Name', { max: 60, filter: 'contains', sort: true, width: 180 }),
  [words.ownerField]: reference(words.ownerTitle[0], words.ownerTitle[1], words.owner, { filter: 'select', width: 180 }),
  dayHead: text('日期列', 'Day', { max: headMax }),
  timeHead: head('时间列', 'Time'),
  dayOrder: choice(
    '日期写法',
    'Order of the day',
    { told: [0, '自动判断', 'Told by the days'], dmy: [1, '日/月/年', 'd/m/y'], mdy: [2, '月/日/年', 'm/d/y'] },
    { default: 0 },
  ),
  amountHead: head('金额列', 'Amount', ['收支在同一列，支出为负；或另有借贷列', 'In and out in one column']),
  outIsPositive: choice('正数表示', 'A positive amount is', { in: [0, '收入', 'In'], out: [1, '支出', 'Out'] }, { default: 0 }),
  incomeHead: head('收入列', 'In', ['收入、支出各占一列时填写', 'Where in and out have columns of their own']),
  outgoHead: head('支出列', 'Out'),
  sideHead: head('借贷列', 'Debit or credit', ['用文字说明收支的列', 'The column that says in or out']),
  inWord: text('表示收入的字', 'Word for in', { max: 20, optional: true }),
  outWord: text('表示支出的字', 'Word for out', { max: 20, optional: true }),
  balanceHead: head('余额列', 'Balance'),
  currencyHead: head('币种列', 'Currency', ['没有这一列时按账户的币种', 'Absent: the currency of the account']),
  ...Object.fromEntries(Object.values(words.texts).map(({ field, title }) => [field, head(...title)])),
  numberWord: text('账号前的字', 'Before the number', {
    max: 30,
    optional: true,
    help: ['表头上方写着账号时填写，如“账号”；别的账户的文件会被拒绝', 'Where the number stands above the heads: other files are refused'],
  }),
  closingWord: text('合计行开头', 'Closing line begins with', {
    max: 30,
    optional: true,
    help: ['文件最后有合计行时填写', 'Where sums stand below the lines'],
  }),
})

type Definition = Pick<ResourceDefinition<Fields>, 'type' | 'title' | 'list'> & { readonly access: Pick<AccessWords, 'permission'> }

/** Records of layouts, seen with their owner. */
export const taughtLayouts = (table: string, words: TaughtWords, definition: Definition): Resource =>
  resource(table, {
    ...definition,
    access: { ...definition.access, scope: through(words.ownerField) },
    fields: taughtFields(words),
    list: { ...definition.list, sort: { field: 'name', way: 'ASC' } },
    record: { label: 'name' },
    storage: { kind: 'reference', key: ['name'] },
  })

/** A number as it is written, also in groups of digits. */
const numberPattern = String.raw`[^\s:：]+(?: (?:[\dA-Z*]{4}|[\d*]{1,6}|\d[\dA-Z]{0,3})(?!\S))*`
const escaped = (word: string): string => word.replaceAll(/[\\^$.*+?()[\]{}|]/g, String.raw`\$&`)

/**
 * What the record says, by names of fields, as a layout. `currency`: of the owner, for files without a column of it. `source`: the bank of
 * the owner, whose accounts share the layout; absent: it is the owner's alone.
 */
export function layoutOf(
  values: TaughtValues,
  words: TaughtWords,
  of: { readonly code: string; readonly currency: string | null; readonly source?: string },
): SheetLayout {
  const said = (name: string): string => ownValue(values, name) ?? ''
  const name = said('name')
  const [amount, side, dayOrder] = [said('amountHead'), said('sideHead'), Number(said('dayOrder'))]
  const texts = Object.entries(words.texts).flatMap(([field, one]) => (said(one.field) === '' ? [] : [[field, said(one.field)] as const]))
  return {
    code: of.code,
    title: [name, name],
    ...(of.source === undefined ? { source: '', ownerId: said(words.ownerField) } : { source: of.source }),
    ...(of.source !== undefined && said('currencyHead') === '' ? { ownerCurrency: of.currency } : {}),
    taught: true,
    day: said('dayHead'),
    ...(said('timeHead') === '' ? {} : { time: said('timeHead') }),
    ...(dayOrder === 1 ? { dayOrder: 'dmy' } : dayOrder === 2 ? { dayOrder: 'mdy' } : {}),
    amount:
      amount === ''
        ? { in: said('incomeHead'), out: said('outgoHead') }
        : side === ''
          ? { column: amount, ...(Number(said('outIsPositive')) === 1 ? { outIsPositive: true } : {}) }
          : { column: amount, by: side, inWords: [said('inWord')], outWords: [said('outWord')] },
    ...(said('balanceHead') === '' ? {} : { balance: said('balanceHead') }),
    currency: said('currencyHead') === '' ? { is: of.currency ?? 'CNY' } : { column: said('currencyHead') },
    texts: Object.fromEntries(texts),
    ...(said('numberWord') === '' ? {} : { owner: { find: `${escaped(said('numberWord'))}[:：]?\\s*(${numberPattern})` } }),
    ...(said('closingWord') === '' ? {} : { closing: said('closingWord') }),
  }
}
