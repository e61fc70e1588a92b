/** Questions and answers of the demo company. */
import type { Context } from '#platform/server/area.ts'
import { createEach, addRecord } from '#platform/server/records.ts'
import { takeSteps } from '#platform/server/steps.ts'
import { addComment } from '#platform/server/notices.ts'
import { noteOwnSearch, openDoc } from './qa/read.ts'
import { qaForm, qaItem } from './qa/tables.ts'
import { qaType } from './type-tables.ts'
import { typesOf } from './types.ts'

const types: readonly (readonly [name: string, nameEn: string, parent: string | null])[] = [
  ['系统使用', 'Using the system', null],
  ['登录与账号', 'Signing in', '系统使用'],
  ['导入导出', 'Imports and exports', '系统使用'],
  ['业务规则', 'Business rules', null],
  ['财务口径', 'Figures of finance', '业务规则'],
  ['商品与店铺', 'Products and shops', '业务规则'],
]
const items: readonly (readonly [type: string, question: string, answer: string, keywords: string])[] = [
  ['登录与账号', '忘记密码怎么办？', '在登录页点“忘记密码”，用手机或邮箱验证码重设；收不到验证码请找管理员重置。', '重置密码 验证码'],
  ['登录与账号', '账号被锁定多久能恢复？', '连续输错密码后锁定 15 分钟，到时自动恢复，也可以请管理员立即解锁。', '锁定 解锁'],
  ['导入导出', '同一个文件导入两次会不会重复？', '不会。系统按内容识别已有的行，第二次导入会跳过，不产生重复数据。', '重复导入'],
  ['导入导出', '导出的文件在哪里下载？', '较小的文件直接下载，较大的在右上角任务中心里，完成后会有提示。', '下载 任务中心'],
  ['导入导出', '导入提示“无法识别店铺”怎么处理？', '到“店铺别名”新增文件里出现的名称，再重新导入。', '识别 店铺'],
  ['财务口径', '利润里的汇率用哪一天的？', '用销售所在月份的月汇率，在“汇率”页维护；已月结的月份不再变化。', '汇率 换算'],
  ['财务口径', '退款算在哪个月？', '退款按发生日期计入当月，不追溯到原订单的月份。', '退款 月份'],
  ['财务口径', '为什么利润显示“计算中”？', '相关日期的数据刚刚变化，系统正在重算，一般几分钟内完成，页面会自动更新。', '计算中 重算'],
  ['商品与店铺', '新品上架前要维护哪些资料？', '建商品、做 SKU 对应、维护成本和归属业务员，四项齐全后统计才完整。', '新品 上架'],
  ['商品与店铺', '一个平台 SKU 能对应两个商品吗？', '不能。组合销售时先建组合商品，再把平台 SKU 对应到组合商品。', '组合 SKU'],
  ['系统使用', '怎么把常看的列表放到首页？', '在列表的更多菜单里选“钉到首页”，当前的筛选和列会一起保存。', '首页 钉住'],
  ['系统使用', '有哪些快捷键？', '按问号键查看全部快捷键；Ctrl+K 搜索页面和记录，F1 打开当前页面的帮助。', '快捷键 键盘'],
]

export async function makeQuestions(writer: Context, asker: Context): Promise<void> {
  for (const level of [true, false]) {
    const known = new Map((await typesOf(writer, qaType)).map(row => [String(row['name']), row.id]))
    await createEach(
      writer,
      qaType,
      types.flatMap(([name, nameEn, parent], i) =>
        (parent === null) === level
          ? [{ name, nameEn, parentId: parent === null ? null : (known.get(parent) ?? null), sort: (i + 1) * 10 }]
          : [],
      ),
    )
  }
  const ofName = new Map((await typesOf(writer, qaType)).map(row => [String(row['name']), row.id]))
  const ids: { id: string }[] = []
  for (const [type, question, answer, keywords] of items)
    ids.push(await addRecord(writer, qaItem.draft, { question, answer: `<p>${answer}</p>`, typeId: ofName.get(type), keywords }))
  await takeSteps(writer, qaItem.draft, { ids: ids.slice(0, -1).map(({ id }) => ({ id })), pick: { step: 'publish' }, input: {} })
  for (const [at, times] of [
    [0, 6],
    [2, 4],
    [5, 3],
    [8, 1],
  ] as const)
    for (let i = 0; i < times; i++) await openDoc(asker, ids[at]?.id)
  await noteOwnSearch(asker, { keywords: '忘记密码', results: 1 })
  await noteOwnSearch(asker, { keywords: '导出', results: 2 })
  const ask = (question: string, detail: string, type: string): Promise<{ id: string }> =>
    addRecord(asker, qaForm, { question, detail, typeId: ofName.get(type) })
  await ask('云帆德国站的增值税要不要从利润里扣？', '看到利润里没有单独一列，想确认口径。', '财务口径')
  const answered = await ask('结算报告一般几号可以下载？', '想知道每期结算后多久导入合适。', '导入导出')
  await addComment(writer, qaForm, { recordId: answered.id, content: '结算周期结束后的第二天就能下载，建议每周二统一导入。' })
}
