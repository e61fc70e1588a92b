/**
 * The search of the help centre over `--records` articles: how long one search takes, and how many of 40 queries made
 * by hand have the article that is meant among the first five. The articles of the product are among them; the others are made of words of
 * the trade. One database of its own.
 */
import { builtIn, htmlOf } from '../areas/help/articles/index.ts'
import { helpQueries } from '../areas/help/search/queries.ts'
import { indexArticles } from '../areas/help/keep-articles.ts'
import { searchArticles } from '../areas/help/search/find-articles.ts'
import { htmlToText } from '../platform/format/html-text.ts'
import { median, ms, percent, quantile, timed, type Figure } from './figures.ts'
import type { Options } from './options.ts'
import { openPlace, type Place } from './place.ts'
import type { Row } from '../platform/declare/wire.ts'

const part = 'help'
const aimMs = 100
const rounds = 3
const portion = 2_000
const firstMax = 5

const verbs = '新增 查询 导入 导出 修改 核对 撤回 审批 打印 归档 分配 合并 拆分 停用 复制 同步'.split(' ')
const things =
  '采购单 入库单 出库单 调拨单 发货计划 装箱单 报关资料 退货单 质检报告 生产工单 物料清单 合同 发票 付款申请 费用报销 培训记录 考核表 面试安排 设备台账 车辆使用 会议室 快递单 样品 模具 图纸 包装方案 广告活动 优惠券 评论 客服邮件'.split(
    ' ',
  )
const ways = '批量 按部门 按月份 在手机上 用模板 跨组织 分步 自动 手工 提前 补录 重新'.split(' ')
const body =
  '先在列表中选中要处理的记录，核对编号和日期，再点页面右上角的按钮。保存后系统会检查必填项，发现问题时在对应的格子里提示。处理完成后通知相关同事，必要时导出表格留存。'

const madeTitle = (n: number): string =>
  `${ways[n % 12] ?? ''}${verbs[Math.floor(n / 12) % 16] ?? ''}${things[Math.floor(n / 192) % 30] ?? ''}的第 ${Math.floor(n / 5_760) + 1} 种情况`

export async function helpPart({ records }: Options): Promise<Figure[]> {
  const place = await openPlace(null)
  try {
    await fill(place, records)
    return await figuresOf(place, records)
  } finally {
    await place.close()
  }
}

async function fill({ owner, orgId, house }: Place, articles: number): Promise<void> {
  const { rows } = await owner.query<{ id: string }>(`insert into help_type (org_id, name) values ($1, '测量') returning id::text`, [orgId])
  const typeId = rows[0]?.id
  const own = builtIn.map(one => ({ title: one.title[0], keywords: one.keywords, text: htmlToText(htmlOf(one)) }))
  const others = Array.from({ length: articles - own.length }, (_, n) => ({
    title: madeTitle(n),
    keywords: null,
    text: `${madeTitle(n)}。${body}`,
  }))
  const all = [...own, ...others]
  const system = await house.asSystem(orgId, 'bench')
  for (let at = 0; at < all.length; at += portion) {
    const some = all.slice(at, at + portion)
    const { rows: added } = await owner.query<{ id: string }>(
      `insert into help_article_published (org_id, title, keywords, content, content_text, type_id, published_at, revision)
       select $1, a.title, a.keywords, a.text, a.text, $3, now(), 1
         from jsonb_to_recordset($2::jsonb) a(title text, keywords text, text text)
       returning id::text`,
      [orgId, JSON.stringify(some), typeId],
    )
    const written = some.map((one, i): Row => ({ id: added[i]?.id ?? '', title: one.title, keywords: one.keywords, pageKeys: [] }))
    await system.write((_, inside) => indexArticles(inside, written))
  }
  await owner.query('vacuum analyze help_gram')
  await owner.query('vacuum analyze help_article_published')
}

async function figuresOf(place: Place, articles: number): Promise<Figure[]> {
  const context = await place.context()
  const took: number[] = []
  const missed: string[] = []
  // the first round warms
  for (let round = 0; round <= rounds; round++)
    for (const [keyword, title] of helpQueries) {
      let titles: readonly string[] = []
      const one = await timed(async () => {
        titles = (await searchArticles(context, { keyword, pageSize: firstMax })).list.map(found => found.title)
      })
      if (round > 0) took.push(one)
      else if (!titles.includes(title)) missed.push(`${keyword} (${title}): ${titles.join('、')}`)
    }
  for (const one of missed) console.log(`  not among the first ${firstMax}: ${one}`)
  const recall = (helpQueries.length - missed.length) / helpQueries.length
  const p95 = quantile(took, 0.95)
  return [
    {
      part,
      what: `search of ${articles.toLocaleString('en')} articles, p95`,
      value: ms(p95),
      against: `${ms(median(took))} median; slowest ${ms(Math.max(...took))}`,
      aim: `< ${aimMs} ms`,
      met: p95 < aimMs,
    },
    {
      part,
      what: `recall at ${firstMax} of ${helpQueries.length} queries made by hand`,
      value: percent(recall),
      against: `${missed.length} missed`,
    },
  ]
}
