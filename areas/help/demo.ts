/** The help centre of the demo company: an article of each page, some on their way, questions and answers. */
import { sql } from 'kysely'
import type { DemoPeople } from '#platform/server/area.ts'
import { addDays } from '#platform/format/dates.ts'
import { anyTable } from '#platform/server/database.ts'
import { createEach, addRecord, updateRecord, oneRecord } from '#platform/server/records.ts'
import { takeSteps } from '#platform/server/steps.ts'
import { helpArticle, helpSynonym } from './article-tables.ts'
import { addBuiltIn } from './built-in.ts'
import { makeQuestions } from './demo-questions.ts'
import { browse } from './read-articles.ts'
import { searchArticles } from './search/find-articles.ts'

const synonyms: readonly (readonly [string, readonly string[]])[] = [
  ['结算', ['回款', '打款', '放款']],
  ['密码', ['口令', 'password']],
  ['店铺', ['门店', '账号店铺', 'shop']],
  ['工单', ['报修', '服务单', 'ticket']],
  ['审批', ['审核流', 'OA', '走流程']],
  ['导出', ['下载表格', '另存为 Excel']],
]
/** opened by colleagues: title, times */
const opened: readonly (readonly [string, number])[] = [
  ['结算单', 9],
  ['工单：提出、处理与评价', 8],
  ['SKU 配对', 7],
  ['账号设置：密码、头像与登录设备', 6],
  ['我的审批', 5],
  ['银行流水', 4],
  ['汇率', 3],
  ['产品成本', 3],
  ['帮助中心怎么用', 2],
  ['订单明细', 2],
  ['借书', 1],
]
const searched = ['考勤打卡', '食堂菜单', '结算', '密码', '发票抬头']
/** days until articles are reviewed */
const reviewDays = 180

export async function makeHelp({ now, as }: DemoPeople): Promise<void> {
  const [writer, reader] = [await as('hr'), await as('sales')]
  await addBuiltIn(writer)
  const day = addDays(now.toISOString().slice(0, 10), reviewDays)
  const rows = await anyTable(writer.db)
    .selectFrom('help_article')
    .select([sql<string>`id::text`.as('id'), sql<string>`title`.as('title')])
    .orderBy(sql`id`)
    .execute()
  await createEach(
    writer,
    helpSynonym,
    synonyms.map(([name, words]) => ({ name, words })),
  )
  const idOf = (title: string): string => String(rows.find(row => row['title'] === title)?.['id'])
  for (const [title, times] of opened) for (let i = 0; i < times; i++) await browse(reader, idOf(title))
  for (const keyword of searched) await searchArticles(reader, { keyword })
  // a revision that waits, and a draft
  const revised = await oneRecord(writer, helpArticle.draft, idOf('汇率'))
  await updateRecord(writer, helpArticle.draft, {
    id: revised.id,
    version: revised.version,
    reviewOn: day,
    content: `${String(revised['content'])}<p>节假日没有牌价时，取前一个工作日的汇率。</p>`,
  })
  await takeSteps(writer, helpArticle.draft, { ids: [{ id: revised.id }], pick: { step: 'submit' }, input: {} })
  await addRecord(writer, helpArticle.draft, {
    title: '考勤与请假（草稿）',
    typeId: revised['typeId'],
    content: '<p>考勤规则确定后补充。</p>',
    keywords: '打卡 请假 考勤',
  })
  await makeQuestions(writer, reader)
}
