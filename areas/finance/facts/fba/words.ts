/** Columns that many of Amazon's FBA reports have. Pure. */
import { date, dateTime, decimal, integer, longText, money, referenceBy, text, type Field } from '#platform/declare/fields.ts'
import { dispositions } from './codes.ts'
import type { SheetColumn } from '#platform/declare/shop-sheet.ts'

type Heads = string | readonly string[]
/** FBA reports by the subject of the menus that their pages stand in. */
export const fbaPermissions = {
  stock: 'finance.fba.stock',
  storage: 'finance.fba.storage',
  returns: 'finance.fba.return',
  vat: 'finance.fba.vat',
} as const

/** Many columns stand in the column chooser alone. */
export const aside = { show: false } as const

export const word = (heads: Heads, zh: string, en: string, options: object = {}): SheetColumn => [
  heads,
  text(zh, en, { default: '', ...options }) as Field,
]
/** a text that must stand there */
export const needed = (heads: Heads, zh: string, en: string, options: object = {}): SheetColumn => [heads, text(zh, en, options) as Field]
export const count = (heads: Heads, zh: string, en: string, options: object = {}): SheetColumn => [
  heads,
  integer(zh, en, { total: true, sort: true, width: 100, ...options }) as Field,
]
export const amount = (heads: Heads, zh: string, en: string, options: object = {}): SheetColumn => [
  heads,
  money(zh, en, { currency: 'currency', total: true, sort: true, width: 120, ...options }) as Field,
]
export const rate = (heads: Heads, zh: string, en: string, options: object = {}): SheetColumn => [
  heads,
  decimal(zh, en, 10, { optional: true, ...options }) as Field,
]
export const day = (heads: Heads, zh: string, en: string, options: object = {}): SheetColumn => [
  heads,
  date(zh, en, { filter: 'range', sort: true, ...options }) as Field,
]
export const instant = (heads: Heads, zh: string, en: string, options: object = {}): SheetColumn => [
  heads,
  dateTime(zh, en, { sort: true, width: 170, ...options }) as Field,
]
export const currency = (heads: Heads = 'currency'): SheetColumn => [
  heads,
  referenceBy('币种', 'Currency', 'currency', 'code', { width: 70, computed: true }) as Field,
]
export const comment = (heads: Heads, zh: string, en: string): SheetColumn => [
  heads,
  longText(zh, en, { default: '', show: false }) as Field,
]

export const sku = (heads: Heads = 'sku', options: object = {}): SheetColumn =>
  word(heads, 'MSKU', 'Seller SKU', { filter: 'contains', sort: true, width: 150, ...options })
export const fnsku = (heads: Heads = 'fnsku'): SheetColumn => word(heads, 'FNSKU', 'FNSKU', { filter: 'equals', width: 120 })
export const asin = (heads: Heads = 'asin'): SheetColumn => word(heads, 'ASIN', 'ASIN', { filter: 'equals', width: 120 })
export const title = (heads: Heads = 'product-name'): SheetColumn => word(heads, '商品名称', 'Product name', { width: 220 })
export const orderId = (heads: Heads): SheetColumn => word(heads, '订单号', 'Order id', { filter: 'equals', width: 180, linkTo: 'order' })
export const disposition = (heads: Heads = 'disposition'): SheetColumn =>
  word(heads, '库存状况', 'Disposition', { filter: 'equals', width: 130, codes: dispositions })
