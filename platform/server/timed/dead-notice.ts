/** Tells those who can act that timed work has failed for the last time. */
import type { Part } from '#platform/declare/sentence.ts'
import { sql } from 'kysely'
import { holdersOf, notice } from '#platform/declare/notice.ts'
import { operations } from '#platform/declare/operations.ts'
import type { House } from '../contract/house.ts'
import { notify, tellAccounts } from '../notices/tell.ts'
import type { Timed } from '../contract/timed.ts'

/** The permission of the page; `edit` is the right to run, repeat and give up. */
export const timedPermission = 'admin.timed'
const page = { page: '/admin/company/timed-work' }

export const deadNotice = notice('timed.dead', ['定时任务失败', 'Timed work failed'], {
  title: ['定时任务“{work}”失败，重试后仍未成功', 'Timed work “{work}” failed, also when tried again'],
  text: ['{said}', '{said}'],
  kind: 'system',
  to: [holdersOf(timedPermission, operations.edit)],
})

interface Dead {
  readonly work: Timed
  /** null: the installation's */
  readonly organisationId: string | null
  readonly runId: string
  readonly said: Part
}

/** Never fails: what is told of stands on the page as well. */
export async function tellDead(house: House, { work, organisationId, runId, said }: Dead): Promise<void> {
  const { inWords } = house.registry
  const values = { work: work.title, said: [inWords(said, 'zh'), inWords(said, 'en')] } as const
  try {
    if (organisationId !== null) {
      const context = await house.asSystem(organisationId, 'timed work failed')
      await context.write((tx, inside) => notify(inside, tx, deadNotice, { values, once: runId, target: page }))
      return
    }
    const db = house.unscoped('failed work of the installation is told to every system administrator, in the organisation he used last')
    for (const { accountId, orgId } of await house.rights.administrators())
      await db.transaction().execute(async tx => {
        await sql`select begin_write(${orgId})`.execute(tx)
        await tellAccounts({ house, caller: { orgId } }, tx, deadNotice, [accountId], values, page)
      })
  } catch (error) {
    house.log.error({ err: error, work: work.name }, 'nobody could be told of timed work that failed')
  }
}
