/** What waits for this person's answer, the oldest first, with what is needed to answer in its place. */
import type { Title } from '#platform/declare/title.ts'
import type { WaitingPart } from '#platform/declare/wire-home.ts'
import type { Context } from '#platform/server/area.ts'
import { allList } from './boxes.ts'

const path = '/approval/mine'
const title: Title = ['审批', 'Approvals']
const toldMax = 5

export async function waitingApprovals(context: Context): Promise<WaitingPart> {
  const { list, total } = await allList(context, { box: 1, pageSize: toldMax, oldestFirst: true })
  return {
    title: title[context.language === 'en' ? 1 : 0],
    count: total,
    url: path,
    list: list.map(card => ({
      key: `approval ${card.id}`,
      title: card.title,
      note: [...card.figures.map(one => one.value).filter(value => value !== ''), card.applicant].slice(0, 2).join(' · '),
      since: card.arrivedAt,
      url: path,
      approval: card,
    })),
  }
}
