/** Letters that the general manager has not read, the oldest first. */
import type { Title } from '#platform/declare/title.ts'
import type { WaitingPart } from '#platform/declare/wire-home.ts'
import type { Context } from '#platform/server/area.ts'
import { managerInbox } from './manager-box.ts'

const path = '/contribute/boss/1'
const title: Title = ['信箱来信', 'Letters']
const toldMax = 5

export async function waitingLetters(context: Context): Promise<WaitingPart | null> {
  if (context.caller.manager !== true || context.caller.viewer !== undefined) return null
  const { list, total } = await managerInbox(context, { isRead: false, pageSize: toldMax, oldestFirst: true })
  return {
    title: title[context.language === 'en' ? 1 : 0],
    count: total,
    url: path,
    list: list.map(row => ({ key: `letter ${row.id}`, title: row.subject, note: row.from, since: row.at, url: path })),
  }
}
