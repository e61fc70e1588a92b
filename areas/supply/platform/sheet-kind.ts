/**
 * The order sheet of 1688 (买家中心, 导出订单) as a file kind: an order stands on its first row, its further goods below it with the cells of
 * the order empty. No genuine sheet was seen: heads are those that public programs read. Pure.
 */
import { hash } from 'node:crypto'
import type { FileKind, FileMatch, LineReader, LineSink, SourceRow } from '#platform/declare/file-kind.ts'
import { ownValue } from '#platform/declare/own-value.ts'
import { sentence, type Wording } from '#platform/declare/sentence.ts'
import { add, canonical, isDecimal, negate, roundTo } from '#platform/format/decimal.ts'
import { isDate } from '#platform/format/dates.ts'

/** heads of a column, as sheets of several years write them */
const heads = {
  platformNo: ['订单编号', '订单号'],
  seller: ['卖家公司名', '卖家公司', '供应商'],
  member: ['卖家会员名', '卖家会员登录名'],
  goodsTotal: ['货品总价(元)', '货品总价', '货品总价(单位：元)'],
  freight: ['运费(元)', '运费'],
  change: ['涨价或折扣(元)', '涨价或折扣'],
  paid: ['实付款(元)', '实付款', '实付金额'],
  status: ['订单状态'],
  orderedOn: ['订单创建时间', '下单时间'],
  paidOn: ['订单付款时间', '付款时间'],
  title: ['货品标题', '货品名称'],
  price: ['单价(元)', '单价'],
  quantity: ['数量'],
  articleNo: ['货号', '单品货号'],
  model: ['型号', '规格', '货品规格'],
  offerId: ['Offer ID', 'OfferID', '货品ID'],
  skuId: ['SKU ID', 'SKUID'],
  carrier: ['物流公司'],
  trackingNo: ['运单号', '物流单号'],
} as const satisfies Readonly<Record<string, readonly string[]>>
type Column = keyof typeof heads
const needed: readonly Column[] = ['platformNo', 'paid', 'status', 'orderedOn', 'title', 'price', 'quantity']
/** what stands on the first row of an order alone */
const ofOrder = ['seller', 'member', 'goodsTotal', 'freight', 'change', 'paid', 'status', 'orderedOn', 'paidOn'] as const
const ofWay = ['carrier', 'trackingNo'] as const

export interface OrderRow {
  readonly line: number
  readonly key: string
  readonly values: Readonly<Record<string, string | null>>
}

const bare = (cell: string): string =>
  cell
    .replaceAll('（', '(')
    .replaceAll('）', ')')
    .replaceAll(/[\s\uFEFF]+/g, '')
    .toLowerCase()

function recognise(rows: readonly SourceRow[]): FileMatch | null {
  for (const row of rows) {
    const cells = row.cells.map(bare)
    const columns: Record<string, number> = {}
    for (const [column, names] of Object.entries(heads)) {
      const at = names.map(name => cells.indexOf(bare(name))).find(place => place >= 0)
      if (at !== undefined) columns[column] = at
    }
    if (needed.every(column => columns[column] !== undefined)) return { headerLine: row.line, columns, language: null, confidence: 0.9 }
  }
  return null
}

const cellOf = (match: FileMatch, row: SourceRow, column: Column): string => (row.cells[match.columns[column] ?? -1] ?? '').trim()
const isLine = (match: FileMatch, row: SourceRow): boolean =>
  row.line > match.headerLine && (['platformNo', 'title', 'quantity'] as const).some(column => cellOf(match, row, column) !== '')

/** Days with or without a clock, as text or as a serial number of a workbook; null: none. */
export function dayIn(cell: string): string | null {
  const found = /^(\d{4})[-/.年](\d{1,2})[-/.月](\d{1,2})日?(?:[ T].*)?$/.exec(cell)
  if (found) {
    const day = `${found[1]}-${(found[2] ?? '').padStart(2, '0')}-${(found[3] ?? '').padStart(2, '0')}`
    return isDate(day) ? day : null
  }
  if (!/^\d{5}(?:\.\d+)?$/.test(cell)) return null
  return new Date(Date.UTC(1899, 11, 30 + Number(cell.slice(0, 5)))).toISOString().slice(0, 10)
}

/** Codes of `sheetStages`. */
export function stageOf(status: string): string {
  if (/关闭|取消|作废/.test(status)) return '5'
  if (/成功|完成/.test(status)) return '4'
  if (/等待买家收货|待收货|已发货|确认收货/.test(status)) return '3'
  if (/等待卖家发货|待发货|已付款/.test(status)) return '2'
  return /付款/.test(status) ? '1' : '0'
}

function numberIn(cell: string, scale: number): string | null {
  const plain = cell.replaceAll(/[\s,，¥￥元]/g, '')
  if (plain === '' || plain === '-' || plain === '--') return ''
  return isDecimal(plain) && plain.length <= 30 ? canonical(roundTo(plain, scale, 'halfUp')) : null
}

/** Excel turns numbers of more than 15 digits into others: they are no order. */
const isSpoilt = (cell: string): boolean => /^\d(?:\.\d+)?e\+?\d+$/i.test(cell)

export const platformSheet: FileKind<true, null, OrderRow> = {
  code: 'order1688',
  title: ['1688 订单导出', '1688 order sheet'],
  origin: 'described',
  family: 'platformOrders',
  month: 'crossing',
  template: Object.values(heads).map(([head]) => head),
  recognise,
  closes: () => true,
  survey: match => {
    let count = 0
    return {
      row(row) {
        if (isLine(match, row)) count += 1
      },
      end: () => ({
        format: count > 0 ? true : null,
        refusals: count > 0 ? [] : [{ line: null, column: null, value: null, reason: sentence`文件里没有订单，请确认导出的日期范围` }],
        marketplaces: [],
        currencies: [],
        firstDay: null,
        lastDay: null,
        firstAt: null,
        lastAt: null,
        lineCount: count,
        documentId: null,
      }),
    }
  },
  read: (match, _format, _ask, sink) => new OrderReader(match, sink),
}

class OrderReader implements LineReader<null> {
  readonly #match: FileMatch
  readonly #sink: LineSink<OrderRow>
  #order: Readonly<Record<string, string>> | null = null
  #way: Readonly<Record<string, string>> = {}
  #sum = '0'
  #lines = 0

  constructor(match: FileMatch, sink: LineSink<OrderRow>) {
    this.#match = match
    this.#sink = sink
  }

  row(row: SourceRow): void {
    if (!isLine(this.#match, row)) return
    const own = cellOf(this.#match, row, 'platformNo')
    const said = (columns: readonly Column[]) => Object.fromEntries(columns.map(one => [one, cellOf(this.#match, row, one)]))
    if (own !== '' && own !== this.#order?.['platformNo']) {
      this.#order = { platformNo: own, ...said(ofOrder) }
      this.#way = said(ofWay)
    } else if (cellOf(this.#match, row, 'trackingNo') !== '') this.#way = said(ofWay)
    const line = this.#lineOf(row)
    if (line !== null) {
      this.#lines += 1
      this.#sum = add(this.#sum, line.values['quantity'] ?? '0')
      this.#sink.line(line)
    }
  }

  end() {
    return {
      head: null,
      controlTotals: [{ name: 'quantity', currency: '', stated: null, summed: this.#sum }],
      linesRead: this.#lines,
    }
  }

  /** null: refused. */
  #lineOf(row: SourceRow): OrderRow | null {
    let isRefused = false
    const order = this.#order
    const refuse = (column: Column, value: string, reason: Wording): void => {
      isRefused = true
      this.#sink.refuse({ line: row.line, column: heads[column][0], value, reason })
    }
    const cell = (column: Column): string => cellOf(this.#match, row, column)
    const ofThis = (column: Column): string => (order === null ? '' : (ownValue(order, column) ?? ''))
    const no = ofThis('platformNo')
    if (no === '') refuse('platformNo', '', sentence`第一行没有订单编号，请从 1688 重新导出`)
    else if (isSpoilt(no)) refuse('platformNo', no, sentence`订单编号被 Excel 改成了科学计数，请直接导入下载的文件`)
    else if (no.length > 40) refuse('platformNo', no, sentence`太长`)
    const figure = (column: Column, value: string, scale: number): string => {
      const read = numberIn(value, scale)
      if (read === null) refuse(column, value, sentence`不是数字`)
      else if (read.startsWith('-') && column !== 'change') refuse(column, value, sentence`不能小于 0`)
      return read || '0'
    }
    const quantity = figure('quantity', cell('quantity'), 6)
    if (!isRefused && !(Number(quantity) > 0)) refuse('quantity', cell('quantity'), sentence`数量是空的`)
    const price = figure('price', cell('price'), 8)
    const [goodsTotal, freight, change, paid] = (['goodsTotal', 'freight', 'change', 'paid'] as const).map(one =>
      figure(one, ofThis(one), 4),
    )
    const orderedOn = dayIn(ofThis('orderedOn'))
    if (orderedOn === null) refuse('orderedOn', ofThis('orderedOn'), sentence`不是日期`)
    if (isRefused || order === null) return null
    const cut = (text: string, max: number): string => text.slice(0, max)
    const skuId = cut(cell('skuId'), 60)
    const offerId = cut(cell('offerId'), 40)
    const model = cut(cell('model'), 200)
    const title = cut(cell('title'), 300)
    const way = this.#way
    const status = ofThis('status')
    const values = {
      platformNo: no,
      seller: cut(ofThis('seller') || ofThis('member'), 120),
      title,
      model,
      quantity,
      price,
      stage: stageOf(status),
      statusText: cut(status, 60),
      carrier: cut(way['carrier'] ?? '', 60),
      trackingNo: cut(way['trackingNo'] ?? '', 200),
      orderedOn,
      paidOn: dayIn(ofThis('paidOn')),
      goodsTotal: goodsTotal ?? '0',
      freight: freight ?? '0',
      change: change ?? '0',
      paid: paid ?? '0',
      articleNo: cut(cell('articleNo'), 100),
      offerId,
      skuId,
    }
    // what may change from sheet to sheet (price, waybill, status) tells no line from another
    const key = hash('sha256', [no, offerId, skuId, title, model].join('\u001F'), 'hex').slice(0, 32)
    return { line: row.line, key, values }
  }
}

/** Freight and what was taken off of an order, from how 1688 states a change of its price. */
export const changed = (freight: string, change: string): { readonly freight: string; readonly discount: string } =>
  change.startsWith('-') ? { freight, discount: negate(change) } : { freight: add(freight, change), discount: '0' }
