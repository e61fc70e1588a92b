/** The chronicle of the demo company: ten years of events, one of them not yet published and one scheduled. */
import { dictionaryItem } from '#areas/reference/index.ts'
import type { DemoPeople } from '#platform/server/area.ts'
import { addRecord } from '#platform/server/records.ts'
import { takeSteps } from '#platform/server/steps.ts'
import { listOf } from '#platform/server/lists.ts'
import { chronicle, eventKinds } from './tables.ts'

const events: readonly (readonly [day: string, kind: string, title: string, content: string])[] = [
  [
    '2016-03-18',
    '公司发展',
    '杭州云帆贸易有限公司成立',
    '公司在杭州滨江注册成立，三位创始人租下 60 平方米的办公室，第一款产品是不锈钢保温杯。',
  ],
  ['2017-06-09', '市场与渠道', '亚马逊美国站首家店铺开业', '第一家店铺上线，当月售出 1,240 件。'],
  ['2018-11-23', '市场与渠道', '黑色星期五单日订单突破一万', '全公司连续 36 小时轮班发货，单日订单 10,386 单。'],
  ['2019-09-02', '市场与渠道', '德国、英国、日本站点开通', '欧洲与日本团队组建，产品说明书增加德文、英文和日文版本。'],
  ['2020-05-15', '公司发展', '义乌仓库启用', '面积 3,000 平方米，入库、质检和发货从此由自己的团队完成。'],
  ['2021-08-20', '荣誉与资质', '获评省级跨境电商示范企业', '通过省商务厅评审，成为当年全省 30 家示范企业之一。'],
  ['2022-04-11', '公司发展', '深圳启明智造有限公司成立', '自有工厂投产，保温杯和厨房小家电开始自主研发与制造。'],
  ['2023-07-07', '产品与研发', '研发中心获得首批发明专利', '双层真空结构等 4 项发明专利获得授权。'],
  ['2024-10-31', '荣誉与资质', '年销售额突破两亿元', '全年累计销售额 2.06 亿元人民币，员工增至 40 人。'],
  ['2025-12-12', '市场与渠道', '沃尔玛与速卖通渠道上线', '四个平台统一由掌柜系统管理订单、库存和利润。'],
  ['2026-09-01', '团队与活动', '十周年庆典', '全体员工在千岛湖举行十周年活动，为 12 位满五年的同事颁奖。'],
]
/** days until the scheduled one is published */
const scheduledInDays = 20
const dayMs = 86_400_000

export async function makeChronicle({ now, as }: DemoPeople): Promise<void> {
  const writer = await as('admin')
  const kinds = await listOf(writer, dictionaryItem, {
    pageNum: 1,
    pageSize: 100,
    conditionList: [{ field: 'dictionaryCode', condition: 'EQ', value: String(eventKinds) }],
  })
  const write = (eventDate: string, kind: string, title: string, content: string): Promise<{ id: string }> => {
    const typeId = kinds.list.find(row => row['label'] === kind)?.id ?? null
    return addRecord(writer, chronicle.draft, { eventDate, title, typeId, content: `<p>${content}</p>` })
  }
  const ids: { id: string }[] = []
  for (const event of events) ids.push(await write(...event))
  await takeSteps(writer, chronicle.draft, { ids, pick: { step: 'publish' }, input: {} })
  const day = now.toISOString().slice(0, 10)
  const later = await write(day, '公司发展', '新工厂奠基', '位于德清的新工厂占地 40 亩，预计 2027 年底投产。')
  const publishAt = new Date(now.getTime() + scheduledInDays * dayMs).toISOString()
  await takeSteps(writer, chronicle.draft, { ids: [later], pick: { step: 'schedule' }, input: { publishAt } })
  await write(day, '荣誉与资质', '年度优秀员工评选（草稿）', '名单确定后发布。')
}
