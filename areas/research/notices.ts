/** What people are told of research: deliverables and loans that are due, checks that end. */
import { headOf, namedBy, notice } from '#platform/declare/notice.ts'
import type { Context, Timed } from '#platform/server/area.ts'
import { codesOf } from '#platform/declare/codes.ts'
import { reminder, timed } from '#platform/server/jobs.ts'
import { infringementCheck } from './check-tables.ts'
import { projectGates, rdDeliverable } from './project-tables.ts'
import { setBomCosts } from './projects.ts'
import { sampleMove } from './sample-tables.ts'

const { production } = codesOf(projectGates)
const portion = 500
/** Costs by the bill of projects that go on, brought up each day. */
async function bringCosts(server: Context): Promise<undefined> {
  for (let after = '0'; ;) {
    const rows = await server.db
      .selectFrom('rd_project')
      .select(['id', 'product_id as productId'])
      .where('gate', '<', production)
      .where('product_id', 'is not', null)
      .where('id', '>', after)
      .orderBy('id')
      .limit(portion)
      .execute()
    await setBomCosts(server, rows)
    if (rows.length < portion) return undefined
    after = rows.at(-1)?.id ?? after
  }
}

export const researchTimed: readonly Timed[] = [
  timed('research.bomCosts', ['研发项目的物料清单成本', 'Costs of projects by their bills'], { at: '04:10', work: bringCosts }),
  reminder('research.deliverableDue', ['交付项到期提醒', 'Deliverables that are due'], {
    of: rdDeliverable,
    on: 'dueOn',
    by: { calendarDays: [-3, 0] },
    while: { field: 'state', is: [0, 1] },
    notice: notice('research.deliverableDue', ['研发交付项到期', 'A deliverable is due'], {
      title: ['交付项“{label}”快到期或已到期', 'The deliverable “{label}” is due'],
      titleOfMany: ['{n} 个研发交付项快到期或已到期', '{n} deliverables are due'],
      to: [namedBy('ownerId')],
    }),
  }),
  reminder('research.loanDue', ['样品应还提醒', 'Samples to be returned'], {
    of: sampleMove,
    on: 'dueOn',
    by: { calendarDays: [0, 1, 3] },
    while: { field: 'loan', is: [1] },
    also: { from: 3, to: [headOf('borrowerId')] },
    notice: notice('research.loanDue', ['借用的样品应还', 'A sample is to be returned'], {
      title: ['{label} 借用的样品已到应还日期，请归还', 'The sample lent on {label} is to be returned'],
      titleOfMany: ['{n} 件借用的样品已到应还日期，请归还', '{n} samples are to be returned'],
      to: [namedBy('borrowerId')],
    }),
  }),
  reminder('research.checkEnds', ['侵权排查到期提醒', 'Infringement checks that end'], {
    of: infringementCheck,
    on: 'validTo',
    by: { calendarDays: [-30, 0] },
    while: { field: 'state', is: [2] },
    notice: notice('research.checkEnds', ['侵权排查快到期', 'An infringement check ends'], {
      title: ['侵权排查 {label} 快到期，需要时重新排查', 'The infringement check {label} ends: search again where needed'],
      titleOfMany: ['{n} 张侵权排查快到期，需要时重新排查', '{n} infringement checks end: search again where needed'],
      to: [namedBy('ownerId')],
    }),
  }),
]
