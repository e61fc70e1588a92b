/** News and notices of the demo company, written by 人事 on different days, and read, liked and talked about by some. */
import { dictionaryItem } from '#areas/reference/index.ts'
import { type DemoPeople, type Context, defined } from '#platform/server/area.ts'
import { keepUpload, fileAddress } from '#platform/server/files.ts'
import { allOf } from '#platform/server/lists.ts'
import { confirmRead, likePublished, readPublished, addComment } from '#platform/server/notices.ts'
import { takeSteps } from '#platform/server/steps.ts'
import { addRecord } from '#platform/server/records.ts'
import { drawn, type Scene } from './demo-pictures.ts'
import { demoNews, demoNotices, type DemoNotice } from './demo-words.ts'
import { news, newsKinds, notice, noticeKinds } from './tables.ts'

const dayMs = 86_400_000
const hourMs = 3_600_000
const writer = 'hr'
const readers = ['boss', 'finance', 'sales', 'buyer', 'keeper', 'it', 'employee'] as const
const remarks = [
  ['sales', '最后那车货是凌晨两点到的，何平在月台上等着，辛苦了。'],
  ['keeper', '包子是自费的，特此声明。'],
  ['finance', '第二期能不能讲讲汇兑损益？我来出例子。'],
  ['it', '建议下次秋游带发电机，民宿的插座真的不够。'],
] as const

export async function makeNews(people: DemoPeople): Promise<void> {
  const { now, as } = people
  const at = (daysAgo: number, hours = 0): Date => new Date(now.getTime() - daysAgo * dayMs + hours * hourMs)
  const first = await as(writer, at(90))
  const kinds = new Map<string, string>()
  for (const code of [newsKinds, noticeKinds])
    for (const row of await allOf(first, dictionaryItem, [{ field: 'dictionaryCode', condition: 'EQ', value: String(code) }]))
      kinds.set(String(row['label']), row.id)
  const depts = new Map(
    (await allOf(first, defined(first.house.registry.types.get('department'), 'departments'), [])).map(row => [
      String(row['name']),
      row.id,
    ]),
  )
  const pictures = await drawAll(first)
  const published: string[] = []
  for (const one of demoNews) {
    const context = await as(writer, at(one.ago, -3))
    const picture = defined(pictures.get(one.scene), 'a picture')
    const { id } = await addRecord(context, news.draft, {
      title: one.title,
      typeId: kinds.get(one.kind) ?? null,
      author: one.author,
      source: one.source ?? null,
      summary: one.summary,
      cover: [picture],
      content: htmlOf(one.text, pictures),
      stickyUntil: one.stickyDays === undefined ? null : at(-one.stickyDays).toISOString(),
    })
    await takeSteps(context, news.draft, { ids: [{ id }], pick: { step: 'publish' }, input: {} })
    published.push(id)
  }
  const notices: { readonly id: string; readonly of: DemoNotice }[] = []
  for (const of of demoNotices) notices.push({ id: await writeNotice(await as(writer, at(of.ago, -2)), of, { kinds, depts, at }), of })
  await readSome(people, published, notices, at)
}

/** Each scene once, as the writer's own picture. */
async function drawAll(context: Context): Promise<ReadonlyMap<Scene, string>> {
  const all = new Map<Scene, string>()
  const scenes = new Set([...demoNews.map(one => one.scene), ...demoNews.flatMap(one => one.text.flatMap(sceneOf))])
  for (const scene of scenes)
    all.set(
      scene,
      await keepUpload(context, { name: `${scene}.png`, contentType: 'image/png', content: await drawn(scene), type: 'HTML_IMAGE' }),
    )
  return all
}

const sceneOf = (text: string): Scene[] => (text.startsWith('! ') ? [text.slice(2) as Scene] : [])

/** The paragraphs as rich text. */
function htmlOf(text: readonly string[], pictures: ReadonlyMap<Scene, string> = new Map()): string {
  const html = text.map(one => {
    if (one.startsWith('# ')) return `<h3>${one.slice(2)}</h3>`
    if (one.startsWith('- ')) return `<ul><li><p>${one.slice(2)}</p></li></ul>`
    const [scene] = sceneOf(one)
    return scene === undefined ? `<p>${one}</p>` : `<img src="${fileAddress(pictures.get(scene) ?? '')}" alt="" />`
  })
  return html.join('').replaceAll('</ul><ul>', '')
}

interface Known {
  readonly kinds: ReadonlyMap<string, string>
  readonly depts: ReadonlyMap<string, string>
  readonly at: (daysAgo: number) => Date
}

async function writeNotice(context: Context, of: DemoNotice, { kinds, depts, at }: Known): Promise<string> {
  const { id } = await addRecord(context, notice.draft, {
    title: of.title,
    typeId: kinds.get(of.kind) ?? null,
    summary: of.summary,
    content: htmlOf(of.text),
    forAll: of.depts === undefined,
    forDepts: of.depts?.map(name => defined(depts.get(name), name)) ?? null,
    mustRead: of.mustRead ?? false,
    confirmBy: of.confirmDays === undefined ? null : at(-of.confirmDays).toISOString(),
    stickyUntil: of.stickyDays === undefined ? null : at(-of.stickyDays).toISOString(),
    allowComment: of.comments ?? true,
  })
  const step = (name: string, input = {}) => takeSteps(context, notice.draft, { ids: [{ id }], pick: { step: name }, input })
  if (of.way === 'scheduled') await step('schedule', { publishAt: at(-12).toISOString() })
  if (of.way === 'published' || of.way === 'withdrawn') await step('publish')
  if (of.way === 'withdrawn') await step('withdraw')
  return id
}

/** Some have read much, others little; nobody has read all. */
async function readSome(
  { as }: DemoPeople,
  published: readonly string[],
  notices: readonly { readonly id: string; readonly of: DemoNotice }[],
  at: (daysAgo: number) => Date,
): Promise<void> {
  for (const [who, username] of readers.entries()) {
    const context = await as(username, at(0))
    for (const [n, id] of published.entries()) {
      if ((n * 5 + who * 3) % 7 < 2 || (n === 0 && username === 'employee')) continue
      await readPublished(context, news, id)
      if ((n + who) % 3 === 0) await likePublished(context, news, id, true)
    }
    for (const [n, { id, of }] of notices.entries()) {
      if (of.way !== 'published' || of.depts !== undefined || (n + who) % 3 === 0 || username === 'employee') continue
      await readPublished(context, notice, id)
      if (of.mustRead === true && (n + who) % 2 === 0) await confirmRead(context, notice, id)
    }
  }
  for (const [n, [username, content]] of remarks.entries()) {
    const recordId = defined(published[n < 2 ? 0 : n === 2 ? 4 : 3], 'news')
    await addComment(await as(username, at(0)), news.published, { recordId, content: `<p>${content}</p>` })
  }
}
