/** What one run of the bench measures, from the command line. */
import { parseArgs } from 'node:util'

export const partNames = [
  'import',
  'list',
  'paging',
  'listImport',
  'latency',
  'beside',
  'profit',
  'export',
  'http',
  'flood',
  'web',
  'grid',
  'rights',
  'shell',
  'boards',
  'scale',
  'scopes',
  'workOrders',
  'search',
  'sales',
  'approvals',
  'help',
  'families',
  'allocation',
  'layers',
  'matching',
  'close',
  'marketplaces',
  'floor',
  'people',
  'attendance',
  'purchase',
  'research',
  'paper',
  'goods',
  'files',
  'logistics',
  'production',
  'usage',
  'memory',
] as const
export type PartName = (typeof partNames)[number]
/** Only when asked for: they fill databases of their own. */
export const partsApart = [
  'scale',
  'scopes',
  'workOrders',
  'search',
  'sales',
  'approvals',
  'help',
  'families',
  'allocation',
  'layers',
  'matching',
  'close',
  'marketplaces',
  'floor',
  'people',
  'attendance',
  'purchase',
  'research',
  'paper',
  'goods',
  'files',
  'logistics',
  'production',
  'usage',
  'memory',
] as const
export type PartApart = (typeof partsApart)[number]
export const isApart = (name: PartName): name is PartApart => partsApart.some(apart => apart === name)
const usualParts = partNames.filter(name => !isApart(name))

export interface Options {
  readonly parts: readonly PartName[]
  /** transaction lines that lie in the table before anything is measured */
  readonly lines: number
  /** lines of the settlement file */
  readonly importLines: number
  readonly exportRows: number
  /** lines of orders that statistics of sales are read over */
  readonly orderLines: number
  /** rows of the workbook that fills a list */
  readonly listRows: number
  /**
   * records of the probe that is seen in several ways (two members and three replies each); work orders; products searched; counters of use
   */
  readonly records: number
  /** Amazon shops of the company, and SKUs of each */
  readonly shops: number
  readonly skus: number
  /** how often each import is repeated; the median counts */
  readonly rounds: number
  /** folder of a database to keep and use again; absent: a scratch folder, removed at the end */
  readonly data: string | null
  /** all parts at full size: the only run that is written down */
  readonly isComplete: boolean
}

const full = { lines: 5_000_000, importLines: 1_000_000, exportRows: 500_000, listRows: 100_000, orderLines: 10_000_000 }
const usualRecords = 20_000
const usualWidth = { shops: 20, skus: 1_000 }
const quickDivisor = 10

/** Throws a sentence where the command line can't be understood. */
export function optionsOf(args: readonly string[]): Options {
  const { values, positionals } = parseArgs({
    args: [...args],
    allowPositionals: true,
    options: {
      lines: { type: 'string' },
      'import-lines': { type: 'string' },
      'export-rows': { type: 'string' },
      'list-rows': { type: 'string' },
      'order-lines': { type: 'string' },
      records: { type: 'string' },
      shops: { type: 'string' },
      skus: { type: 'string' },
      rounds: { type: 'string' },
      data: { type: 'string' },
      quick: { type: 'boolean' },
    },
  })
  const parts = positionals.map(p => {
    const found = partNames.find(name => name === p)
    if (!found) throw new Error(`没有“${p}”这一部分，可选：${partNames.join(' ')}`)
    return found
  })
  const divisor = values.quick === true ? quickDivisor : 1
  const options = {
    parts: parts.length === 0 ? usualParts : parts,
    lines: whole('lines', values.lines, full.lines / divisor),
    importLines: whole('import-lines', values['import-lines'], full.importLines / divisor),
    exportRows: whole('export-rows', values['export-rows'], full.exportRows / divisor),
    orderLines: whole('order-lines', values['order-lines'], full.orderLines / divisor),
    listRows: whole('list-rows', values['list-rows'], full.listRows / divisor),
    records: whole('records', values.records, usualRecords),
    shops: whole('shops', values.shops, usualWidth.shops),
    skus: whole('skus', values.skus, usualWidth.skus / divisor),
    rounds: whole('rounds', values.rounds, values.quick === true ? 1 : 3),
    data: values.data ?? null,
  }
  const isWide = options.shops >= usualWidth.shops && options.skus >= usualWidth.skus
  const isFull = isWide && options.lines >= full.lines && options.importLines >= full.importLines && options.exportRows >= full.exportRows
  return { ...options, isComplete: isFull && usualParts.every(name => options.parts.includes(name)) }
}

function whole(name: string, text: string | undefined, absent: number): number {
  if (text === undefined) return absent
  const value = Number(text)
  if (!Number.isInteger(value) || value < 1) throw new Error(`--${name} 应为正整数，现在是 ${text}`)
  return value
}
