/**
 * Columns of the inventory planning report and of the inventory age report before it: stock by age, and the aged inventory surcharge as
 * Amazon states it, in eight bands. Pure.
 */
import { ownValue } from '#platform/declare/own-value.ts'
import type { SheetColumn } from '#platform/declare/shop-sheet.ts'
import { conditions } from './codes.ts'
import { amount, asin, aside, count, currency, day, fnsku, needed, rate, title, word } from './words.ts'

const bands = ['0-to-90', '91-to-180', '181-to-270', '271-to-365', '366-to-455', '456-plus'] as const
/** finer, and older, divisions of the same stock */
const otherBands = ['0-to-30', '31-to-60', '61-to-90', '181-to-330', '331-to-365', '365-plus'] as const
export const surchargeBands = ['181-210', '211-240', '241-270', '271-300', '301-330', '331-365', '366-455', '456-plus'] as const

const camel = (text: string): string => text.replaceAll(/-(\w)/g, (_, letter: string) => letter.toUpperCase())
const shown = (band: string): string => (band.endsWith('-plus') ? `${band.slice(0, -'-plus'.length)}+` : band.replace('-to-', '-'))
/** Amazon calls the last bands otherwise in some months, and misspells one. */
const otherNames: Readonly<Record<string, readonly string[]>> = { '331-365': ['331-356'], '456-plus': ['456-and-more', '456plus'] }

export function ageingColumns(): { readonly columns: Readonly<Record<string, SheetColumn>>; readonly state: readonly string[] } {
  const columns: Record<string, SheetColumn> = {
    snapshotOn: day('snapshot-date', '快照日期', 'Snapshot day'),
    sku: needed('sku', 'MSKU', 'Seller SKU', { filter: 'contains', sort: true, width: 150 }),
    fnsku: fnsku(),
    asin: asin(),
    title: title(),
    condition: word('condition', '成色', 'Condition', { codes: conditions, ...aside }),
    marketplace: word('marketplace', '站点', 'Marketplace', { ...aside, filter: 'equals' }),
    available: count(['available', 'avaliable-quantity(sellable)', 'available-quantity(sellable)'], '可售数量', 'Available'),
    pendingRemoval: count(['pending-removal-quantity', 'qty-with-removals-in-progress'], '待移除', 'Pending removal', {
      optional: true,
      ...aside,
    }),
  }
  for (const band of bands)
    columns[`age${camel(`-${band}`)}`] = count(`inv-age-${band}-days`, `${shown(band)} 天`, `${shown(band)} days`, {
      optional: band !== '0-to-90' && band !== '91-to-180',
    })
  for (const band of otherBands)
    columns[`age${camel(`-${band}`)}`] = count(`inv-age-${band}-days`, `${shown(band)} 天`, `${shown(band)} days`, {
      optional: true,
      ...aside,
    })
  columns['currency'] = currency()
  for (const band of surchargeBands) {
    const names = [band, ...(ownValue(otherNames, band) ?? [])]
    columns[`chargeable${camel(`-${band}`)}`] = count(
      names.map(name => `quantity-to-be-charged-ais-${name}-days`),
      `${shown(band)} 天收费数量`,
      `${shown(band)} days, charged`,
      { optional: true, ...aside },
    )
    columns[`surcharge${camel(`-${band}`)}`] = amount(
      names.map(name => `estimated-ais-${name}-days`),
      `${shown(band)} 天附加费`,
      `${shown(band)} days, surcharge`,
      { optional: true },
    )
  }
  Object.assign(columns, {
    nextStorage: amount('estimated-storage-cost-next-month', '下月仓储费', 'Storage next month', { optional: true }),
    shipped7: count(['units-shipped-t7', 'units-shipped-last-7-days'], '7 天销量', 'Shipped, 7 days', { optional: true, ...aside }),
    shipped30: count(['units-shipped-t30', 'units-shipped-last-30-days'], '30 天销量', 'Shipped, 30 days', { optional: true }),
    shipped90: count(['units-shipped-t90', 'units-shipped-last-90-days'], '90 天销量', 'Shipped, 90 days', { optional: true, ...aside }),
    excess: count('estimated-excess-quantity', '预计冗余数量', 'Excess', { optional: true }),
    daysOfSupply: rate(['days-of-supply', 'days of cover'], '可售天数', 'Days of supply', aside),
    inbound: count('inbound-quantity', '入库中', 'Inbound', { optional: true, ...aside }),
    reserved: count('reserved-quantity', '预留', 'Reserved', { optional: true, ...aside }),
    unfulfillable: count('unfulfillable-quantity', '不可售', 'Unfulfillable', { optional: true, ...aside }),
    itemVolume: rate('item-volume', '单件体积', 'Item volume', aside),
    storageType: word('storage-type', '存储类型', 'Storage type', aside),
    action: word('recommended-action', '建议操作', 'Recommended action', aside),
  } satisfies Record<string, SheetColumn>)
  const known = ['snapshotOn', 'sku', 'fnsku', 'asin', 'condition', 'marketplace']
  return { columns, state: Object.keys(columns).filter(name => !known.includes(name)) }
}
