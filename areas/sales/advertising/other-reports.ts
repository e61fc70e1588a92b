/** What the advertising console hands out beside the reports that are read. Pure. */
import type { OtherReport } from '#platform/declare/other-report.ts'
import { listed, sentence } from '#platform/declare/sentence.ts'

const where = sentence`请在广告后台“衡量和报告 > 赞助广告报告”（Measurement & Reporting > Sponsored ads reports）新建报告`
const which = sentence`类型选广告活动、广告组、投放、推广的商品或搜索词，时间单位选“每日”（Daily，搜索词选 Summary），后台语言选 English`
const wanted = listed([where, which], '；')

export const otherAdReports: readonly OtherReport[] = [
  {
    heads: [
      /^(?:product|产品|record type|记录类型)$/i,
      /^(?:entity|实体层级|实体|campaign)$/i,
      /^(?:operation|操作|campaign id|广告活动编号)$/i,
    ],
    say: sentence`这是批量操作表格（bulk sheet），里面是广告设置和一段时间的合计，没有每天的花费。${wanted}`,
  },
  {
    heads: [/^(?:campaign|广告活动)/i, /impressions|展示量|展示次数|曝光/i, /clicks|点击/i],
    say: sentence`这是广告后台的自定义报告或汇总报告，列与要导入的报告不同。${wanted}`,
  },
]
