/** Sheets of advertising invoices as the import knows them, and what a sheet that people fill in must hold to. */
import { sql } from 'kysely'
import { listed, sentence, type Wording } from '#platform/declare/sentence.ts'
import { isSite, shopOfFile } from '#areas/reference/index.ts'
import type { Tx, FileFamily } from '#platform/server/area.ts'
import { refuseFile, shopSheetFamily } from '#platform/server/imports.ts'
import { adInvoice } from './sheet.ts'

const facts = sql.table(adInvoice.facts.table)
const namedMax = 5

interface Fault {
  readonly no: string
  readonly campaign: string
  readonly lines: number
  readonly days: number
  readonly currencies: number
  readonly turned: boolean
}
function reasonOf({ no, campaign, lines, days, currencies, turned }: Fault): Wording {
  if (turned) return sentence`发票“${no}”的账期结束早于账期开始，请改正后再导入`
  if (days > 1) return sentence`发票“${no}”有 ${days} 个发票日期，一张发票只能有一个，请改正后再导入`
  if (currencies > 1) return sentence`发票“${no}”有 ${currencies} 种币种，一张发票只能有一种，请改正后再导入`
  return campaign === ''
    ? sentence`发票“${no}”有 ${lines} 行，没有广告活动的发票只能有一行，请合并后再导入`
    : sentence`发票“${no}”的广告活动“${campaign}”有 ${lines} 行，请合并后再导入`
}

/** An invoice has one day, one currency and one line a campaign, in whatever files it stands. Throws ImportRefused. */
async function hold(tx: Tx, shopId: string): Promise<void> {
  const { rows } = await sql<Fault>`
    with lines as (select i.invoice_no as no, i.campaign, count(*)::int as lines, bool_or(i.period_to < i.period_from) as turned
        from ${facts} i where i.shop_id = ${shopId} group by 1, 2),
      whole as (select i.invoice_no as no, count(distinct i.invoiced_on)::int as days, count(distinct i.currency)::int as currencies
        from ${facts} i where i.shop_id = ${shopId} group by 1)
    select l.no, l.campaign, l.lines, w.days, w.currencies, l.turned from lines l join whole w on w.no = l.no
    where l.lines > 1 or l.turned or w.days > 1 or w.currencies > 1 order by l.no, l.campaign limit ${namedMax}`.execute(tx)
  const [first] = rows
  if (first !== undefined) throw refuseFile(reasonOf(first))
}

export const advertisingFamily: FileFamily = shopSheetFamily({
  sheet: adInvoice,
  reader: new URL('./reader.ts', import.meta.url).href,
  shopOf: ask => {
    const sites = ask.survey.marketplaces
    return shopOfFile(ask, {
      fits: ({ marketplaceCode }) => sites.every(said => isSite(said, marketplaceCode)),
      unfit: ({ name, marketplaceCode }) =>
        sentence`文件的站点为 ${listed(sites.slice(0, 3))}，店铺“${name}”的站点为 ${marketplaceCode}，请改选店铺或更换文件`,
      several: names => sentence`有多个店铺（${names}）可以导入这个文件，请选择店铺后再导入`,
      none: sentence`没有找到站点为 ${listed(sites.slice(0, 3))} 的店铺，请核对“站点”一列或选择店铺后再导入`,
    })
  },
  follow: (tx, shopId) => hold(tx, shopId),
})
