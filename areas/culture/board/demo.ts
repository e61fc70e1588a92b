/** The board of the demo company: four sections, twenty topics with their talk, reports. The same on every machine. */
import { defined, type DemoPeople, type Context } from '#platform/server/area.ts'
import { addMonthsToDay } from '#platform/format/dates.ts'
import { setDerived, addRecord } from '#platform/server/records.ts'
import { arriveAll } from '#platform/server/rights.ts'
import { takeSteps } from '#platform/server/steps.ts'
import { addComment } from '#platform/server/notices.ts'
import { demoSections, demoTopics, type DemoTopic } from './demo-words.ts'
import { bbsSection, bbsTopic } from './tables.ts'
import { addTopic, chooseBest, reportTopic } from './topic-calls.ts'

const dayMs = 86_400_000
const hourMs = 3_600_000
const names = ['boss', 'finance', 'sales', 'buyer', 'keeper', 'hr', 'it', 'employee']
const stickyMonths = 1_200

export async function makeBoard({ now, as }: DemoPeople): Promise<void> {
  const people = new Map<string, Context>()
  for (const name of names) people.set(name, await as(name))
  const person = (name: string): Context => defined(people.get(name), name)
  const hr = person('hr')
  const sections = new Map<string, string>()
  for (const [sort, { moderator, ...section }] of demoSections.entries()) {
    const moderatorIds = [defined(person(moderator).caller.employeeId, moderator)]
    sections.set(section.name, (await addRecord(hr, bbsSection, { ...section, sort, moderatorIds })).id)
  }
  const ids = new Map<string, string>()
  // the oldest first, so that the newest has the highest number
  for (const topic of demoTopics.toSorted((a, b) => b.ago - a.ago)) {
    const at = new Date(now.getTime() - topic.ago * dayMs)
    ids.set(topic.title, await makeTopic(topic, defined(sections.get(topic.section), topic.section), person, await as(topic.by, at)))
  }
  const idOf = (start: string): string => defined([...ids].find(([title]) => title.startsWith(start))?.[1], start)
  await reportTopic(person('finance'), { topicId: idOf('滨江到义乌'), kind: 9, reason: '拼车收费是否合规，请版主看一下' })
  await reportTopic(person('it'), { topicId: idOf('买家说杯子'), kind: 4, reason: '帖子里像是有客户的视频' })
  await keepTimes(await as('admin'), ids, now)
}

async function makeTopic(topic: DemoTopic, sectionId: string, person: (name: string) => Context, author: Context): Promise<string> {
  const { title, content, isAnonymous = false, replies, best, step } = topic
  const { id } = await addTopic(author, { sectionId, title, content, isAnonymous })
  if (isAnonymous) await arriveAll(author.house)
  const written = []
  for (const [by, text] of replies) written.push(await addComment(person(by), bbsTopic, { recordId: id, content: text }))
  if (best !== undefined) await chooseBest(author, { id, replyId: defined(written[best]?.id, 'a reply') })
  const moderator = defined(demoSections.find(one => one.name === topic.section)?.moderator, topic.section)
  if (step !== undefined) {
    const [name, reason] = step
    await takeSteps(person(moderator), bbsTopic, { ids: [{ id }], pick: { step: name }, input: reason === undefined ? {} : { reason } })
  }
  return id
}

/** When the last reply came, and how often a topic was seen and liked. */
async function keepTimes(admin: Context, ids: ReadonlyMap<string, string>, now: Date): Promise<void> {
  await admin.write(async (tx, inside) => {
    const system = await inside.house.asSystem(inside.caller.orgId, 'figures of the demo company', tx)
    await setDerived(
      system,
      bbsTopic,
      demoTopics.map(({ title, ago, replies, likes, views, step }) => {
        const posted = now.getTime() - ago * dayMs
        const last = new Date(Math.min(posted + replies.length * 5 * hourMs, now.getTime() - hourMs)).toISOString()
        const isSticky = step?.[0] === 'stick'
        const orderAt = isSticky ? addMonthsToDay(last.slice(0, 10), stickyMonths) + last.slice(10) : last
        return { id: defined(ids.get(title), title), likes, views, orderAt, lastReplyAt: replies.length === 0 ? null : last }
      }),
    )
  })
}
