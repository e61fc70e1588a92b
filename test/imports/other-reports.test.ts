/** Files that are uploaded in place of the report that is read: the refusal says what they are, what is wanted and where it is. */
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { adSheets } from '#areas/sales/advertising/sheets.ts'
import { trafficSheet } from '#areas/sales/traffic/sheet.ts'
import { carrierLayouts } from '#areas/finance/costs/freight/carrier-layouts.ts'
import type { FileKind } from '#platform/declare/file-kind.ts'
import { inChinese } from '#platform/declare/sentence.ts'
import { sheetKind } from '#platform/server/imports/sheet-kind.ts'
import { shopSheetKind } from '#platform/server/imports/shop-sheet-kind.ts'
import { openSource } from '#platform/server/imports/source.ts'
import { workbookOfRows } from '../setup/made-workbook.ts'

const folder = mkdtempSync(join(tmpdir(), 'zhanggui-others-'))
afterAll(() => rmSync(folder, { recursive: true }))
const advertising = adSheets.map(({ sheet }) => shopSheetKind(sheet) as FileKind)
const traffic = [shopSheetKind(trafficSheet) as FileKind]
const carriers = carrierLayouts.map(layout => sheetKind('finalLeg', layout) as FileKind)

async function toldOf(content: string | Buffer, kinds: readonly FileKind[]): Promise<string> {
  const path = join(folder, 'file')
  writeFileSync(path, content)
  const opened = await openSource(path, kinds)
  return opened.ok ? opened.source.kind.code : inChinese(opened.reason)
}

const bulk = [
  'Product',
  'Entity',
  'Operation',
  'Campaign ID',
  'Ad Group ID',
  'Portfolio ID',
  'Campaign Name',
  'State',
  'Impressions',
  'Clicks',
  'Spend',
]
const bulkChinese = ['产品', '实体层级', '操作', '广告活动编号', '广告组编号', '广告活动名称（仅供参考）', '展示量', '点击量', '支出']
const portfolios = ['Product', 'Entity', 'Operation', 'Portfolio ID', 'Portfolio Name', 'Budget Amount']
const custom = [
  'Date',
  'Campaign name',
  'Campaign ID',
  'Ad group name',
  'Impressions',
  'Clicks',
  'Total cost (USD)',
  'Purchases',
  'Sales (USD)',
]
const customChinese = ['日期', '广告活动名称', '展示量', '点击量', '总成本', '销售额']
const byAsin = [
  '(Parent) ASIN',
  '(Child) ASIN',
  'Title',
  'SKU',
  'Sessions - Total',
  'Page Views - Total',
  'Units Ordered',
  'Ordered Product Sales',
]
const byDay = ['Date', 'Ordered Product Sales', 'Units Ordered', 'Page Views - Total', 'Sessions - Total']
const byAsinChinese = ['（父）ASIN', '（子）ASIN', '标题', '会话次数 – 总计', '页面浏览量 – 总计', '已订购商品数量', '已订购商品销售额']
const grid = ['Order #', 'Age', 'Order Date', 'Notes', 'Item SKU', 'Item Name', 'Recipient', 'Quantity', 'Order Total']
const gridExport = ['Order - Number', 'Date - Order Date', 'Amount - Order Total', 'Ship To - Name', 'Item - SKU']

const files: readonly (readonly [string, readonly string[], readonly FileKind[], RegExp])[] = [
  ['a bulk sheet', bulk, advertising, /批量操作表格.*Sponsored ads reports.*每日/],
  ['a bulk sheet in Chinese', bulkChinese, advertising, /批量操作表格.*Sponsored ads reports.*每日/],
  ['its first sheet', portfolios, advertising, /批量操作表格/],
  ['a custom report', custom, advertising, /自定义报告.*Sponsored ads reports.*每日/],
  ['a custom report in Chinese', customChinese, advertising, /自定义报告.*English/],
  ['a business report by ASIN', byAsin, traffic, /业务报告（CSV）.*JSON.*GET_SALES_AND_TRAFFIC_REPORT/],
  ['a business report by day', byDay, traffic, /业务报告（CSV）.*JSON/],
  ['a business report in Chinese', byAsinChinese, traffic, /业务报告（CSV）.*JSON/],
  ['the order grid of ShipStation', grid, carriers, /ShipStation 的订单清单.*Data Archives.*Shipments/],
  ['its export', gridExport, carriers, /ShipStation 的订单清单.*Data Archives.*Shipments/],
]
test.each(files)('%s', async (_name, heads, kinds, expected) => {
  const rows = [heads, heads.map((_, at) => String(at + 1))].map(row => [...row])
  expect(await toldOf(rows.map(row => row.join(',')).join('\r\n'), kinds)).toMatch(expected)
  expect(await toldOf(rows.map(row => row.join('\t')).join('\r\n'), kinds)).toMatch(expected)
  expect(await toldOf(workbookOfRows(rows), kinds)).toMatch(expected)
})

test('a report of ours that lacks a column is told by the column, and one that is whole is read', async () => {
  const heads =
    'Date,Portfolio name,Campaign Name,Ad Group Name,Country,Currency,Impressions,Clicks,Spend,7 Day Total Orders (#),7 Day Total Sales'
  expect(await toldOf(`${heads}\r\n`, advertising)).toBe('amazonAdGroups')
  expect(await toldOf(`${heads.replace(',Spend', '')}\r\n`, advertising)).toMatch(/缺少列.*“Spend”/)
  const shipments =
    'ShipDate,CarrierFee,ShipmentID,TrackingNumber,OrderNumber,ProviderName,ServiceCode,Zone,Voided,IsReturnLabel,InsuranceCost,Weight'
  expect(await toldOf(`${shipments}\r\n`, carriers)).toBe('shipstation')
})
