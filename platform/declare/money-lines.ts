/**
 * Lines of money of an owner, from sheets and by hand: a statement of a bank, a wallet, a prepaid account. The word brings day, in and out,
 * balance and what the import needs; an area adds the texts of its lines. Pure.
 */
import type { CodeWords } from './code-words.ts'
import { bigInteger, choice, date, hash, integer, money, reference, referenceBy, text, type Field, type Fields } from './fields.ts'
import type { AccessWords } from './chapters.ts'
import type { Adding } from './on-add.ts'
import { resource, type Resource, type ResourceDefinition } from './resource.ts'
import { through } from './scope.ts'
import type { Title } from './title.ts'

const said = (value: unknown): string => (typeof value === 'string' || typeof value === 'number' ? String(value) : '')
const filled = (value: unknown): boolean => /[1-9]/.test(said(value))
const directionOf = ({ values }: Adding): number => (filled(values['income']) ? 1 : filled(values['outgo']) ? 2 : 3)
const printedAmount = ({ values: { income, outgo } }: Adding): string => said((filled(income) ? income : outgo) ?? '0')
const amount = (zh: string, en: string) =>
  money(zh, en, { currency: 'currency', total: true, default: '0', min: 0, filter: 'range', sort: true, width: 120 })

/** What wallets and banks call the state of a line. */
const moneyStates: CodeWords = {
  Completed: ['已完成', 'Completed'],
  COMPLETED: ['已完成', 'Completed'],
  Pending: ['处理中', 'Pending'],
  Cancelled: ['已取消', 'Cancelled'],
  Denied: ['已拒绝', 'Denied'],
}

export const moneyDirections = { in: [1, '收入', 'In'], out: [2, '支出', 'Out'], neutral: [3, '不计收支', 'Neither'] } as const

/** What a line of a sheet fills beside the texts of the area. */
export const moneyFills = ['postedOn', 'postedTime', 'income', 'outgo', 'amount', 'direction', 'currency', 'balance', 'status'] as const

type Definition = Omit<ResourceDefinition<Fields>, 'access'> & {
  readonly access: Omit<AccessWords, 'scope'>
  /** the field that names the owner, and its table */
  readonly owner: { readonly field: string; readonly title: Title; readonly table: string }
  readonly fields: Fields
}

export const moneyLines = (table: string, { owner, fields, ...definition }: Definition): Resource =>
  resource(table, {
    ...definition,
    access: { ...definition.access, scope: through(owner.field) },
    fields: {
      postedOn: date('记账日期', 'Posted on', { filter: 'range', sort: true, width: 110 }),
      [owner.field]: reference(...owner.title, owner.table, { filter: 'select', width: 160, editDisabled: true }),
      income: amount('收入', 'In'),
      outgo: amount('支出', 'Out'),
      balance: money('余额', 'Balance', { currency: 'currency', optional: true, width: 120 }),
      currency: referenceBy('币种', 'Currency', 'currency', 'code', { filter: 'select', width: 70 }),
      ...fields,
      postedTime: text('时间', 'Time', { max: 8, optional: true, width: 90, help: ['时:分:秒，如 09:30:00', 'HH:MM:SS'] }),
      direction: choice('收支', 'In or out', moneyDirections, { filter: 'select', computed: true, set: { onAdd: directionOf }, width: 90 }),
      amount: money('票面金额', 'Amount as printed', { currency: 'currency', computed: true, show: false, set: { onAdd: printedAmount } }),
      status: text('交易状态', 'State', { default: '', computed: true, show: false, codes: moneyStates }),
      remark: text('备注', 'Remark', { max: 200, default: '', inline: true, width: 160 }),
      lineKey: hash('行标识', 'Line key', { optional: true }),
      ordinal: integer('同行序号', 'Ordinal', { default: 1, hidden: true }),
      /** null: entered by hand */
      importId: bigInteger('导入', 'Import', { optional: true, computed: true, show: false }),
    } as Record<string, Field>,
    list: {
      ...definition.list,
      shownAs: { card: { amount: 'amount' } },
      sort: { field: 'postedOn', way: 'DESC' },
      batchDelete: { by: owner.field, date: 'postedOn' },
    },
    storage: {
      ...definition.storage,
      unique: [[owner.field, 'lineKey', 'ordinal']],
      index: [['orgId', '-postedOn'], [owner.field, '-postedOn'], ['importId'], ...(definition.storage?.index ?? [])],
    },
  })
