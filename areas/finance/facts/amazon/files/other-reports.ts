/**
 * Reports of Amazon that hold no settled money and are uploaded by mistake: recognised by headings that only they have, so that the person
 * is told which report is wanted and where it is. Heads as in Amazon's report documentation and genuine files. Pure.
 */
import type { Title } from '#platform/declare/title.ts'
import { sentence, type Wording } from '#platform/declare/sentence.ts'
import type { SourceRow } from '#platform/declare/file-kind.ts'

interface OtherReport {
  readonly title: Title
  /** lower case; all of them stand in its header */
  readonly heads: readonly string[]
}

const other = (title: Title, heads: string): OtherReport => ({ title, heads: heads.split(' | ') })

const reports: readonly OtherReport[] = [
  other(['所有订单报告', 'All orders report'], 'amazon-order-id | purchase-date | order-status'),
  other(['未发货订单报告', 'Unshipped orders report'], 'order-id | purchase-date | payments-date | buyer-name'),
  other(['FBA 已配送货件报告', 'FBA shipments report'], 'amazon-order-id | shipment-id | shipment-date | carrier'),
  other(['FBA 退货报告', 'FBA customer returns report'], 'return-date | order-id | detailed-disposition'),
  other(['FBA 赔偿报告', 'FBA reimbursements report'], 'approval-date | reimbursement-id | amount-per-unit'),
  other(['FBA 月度仓储费报告', 'FBA storage fees report'], 'fnsku | month_of_charge | estimated_monthly_storage_fee'),
  other(['FBA 费用预览报告', 'FBA fee preview report'], 'fnsku | estimated-fee-total | product-size-tier'),
  other(['FBA 库存报告', 'FBA inventory report'], 'fnsku | afn-fulfillable-quantity'),
  other(['FBA 库存状况（库龄）报告', 'FBA inventory planning report'], 'snapshot-date | fnsku | inv-age-0-to-90-days'),
  other(['库存分类账报告', 'Inventory ledger report'], 'fnsku | msku | event type | disposition'),
  other(['库存分类账汇总报告', 'Inventory ledger summary report'], 'fnsku | msku | starting warehouse balance'),
  other(['移除订单报告', 'Removal orders report'], 'request-date | order-id | disposed-quantity'),
  other(['多国库存报告', 'Multi-country inventory report'], 'seller-sku | fulfillment-channel-sku | quantity-for-local-fulfillment'),
  other(['商品报告', 'Listings report'], 'item-name | listing-id | seller-sku'),
  other(['业务报告（流量与销量）', 'Business report (sales and traffic)'], 'sessions - total | page views - total'),
  other(['广告批量操作表格', 'Advertising bulk sheet'], 'product | entity | operation'),
  other(['广告搜索词报告', 'Search term report'], 'campaign name | customer search term | spend'),
  other(['广告活动报告', 'Campaign report'], 'campaign name | impressions | clicks | spend'),
]

/** Which report is wanted, and the way to it in Seller Central. */
export const wantedReports = sentence`请在卖家平台“报告 > 付款”下载：“所有结算”里的结算报告（Payments > All Statements，平面文件 V2），或“报告存储库”里的日期范围交易报告（Payments > Reports Repository，类型选“交易”）`

/** What to say of rows that are another report of Amazon; null where they are none of these. */
export function explainOtherReport(firstRows: readonly SourceRow[]): Wording | null {
  for (const row of firstRows.slice(0, 20)) {
    const heads = new Set(row.cells.map(cell => cell.replaceAll('\uFEFF', '').trim().toLowerCase()))
    const found = reports.find(report => report.heads.every(head => heads.has(head)))
    if (found) return sentence`这是“${found.title}”，里面没有结算金额。${wantedReports}`
  }
  return null
}
