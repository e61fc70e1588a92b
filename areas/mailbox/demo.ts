/** Letters of the demo company and what was answered to them. */
import type { DemoPeople, Context } from '#platform/server/area.ts'
import { arriveAll } from '#platform/server/rights.ts'
import { demoLetters } from './demo-words.ts'
import { employeeInbox, readReply } from './employee-box.ts'
import { writeLetter, withdrawLetters } from './letters.ts'
import { managerInbox, readLetter } from './manager-box.ts'
import { writeReply } from './replies.ts'

const hourMs = 3_600_000

export async function makeMailbox({ now, as }: DemoPeople): Promise<void> {
  const at = (hoursAgo: number): Date => new Date(now.getTime() - hoursAgo * hourMs)
  for (const { by, hours, subject, content, kind, isAnonymous = false, ends, answer } of demoLetters) {
    const writer = await as(by, at(hours))
    const saved = await writeLetter(writer, { subject, content, kind, isAnonymous }, ends !== 'draft')
    if (isAnonymous) await arriveAll(writer.house)
    if (ends === 'withdrawn') await withdrawLetters(await as(by, at(hours - 1)), [saved.id])
    if (ends !== 'read' && answer === undefined) continue
    const id = await newest(await as('boss', at(hours - 2)))
    await readLetter(await as('boss', at(hours - 3)), id)
    if (answer === undefined) continue
    await writeReply(await as('boss', at(hours - 5)), { msgId: id, content: answer.content }, answer.isDraft !== true)
    if (answer.isRead === true) await readNewest(await as(by, at(hours - 8)))
  }
}

const newest = async (boss: Context): Promise<string> => (await managerInbox(boss, { pageSize: 1 })).list[0]?.id ?? ''

async function readNewest(writer: Context): Promise<void> {
  const [row] = (await employeeInbox(writer, { pageSize: 1 })).list
  if (row !== undefined) await readReply(writer, row.id)
}
