/** POST /menuSetting/monitorSet: who answers for the data of a page, or of one shop on it, and how often they come. */
import { sentence } from '#platform/declare/sentence.ts'
import { refuse, type Context } from '#platform/server/area.ts'
import { change, create } from '#platform/server/records.ts'
import { monitored } from './freshness.ts'
import { monitorSetting } from './tables.ts'

export interface MonitorSet {
  readonly menuId: string
  /** absent: all shops that have no setting of their own */
  readonly shopId?: string | null
  /** absent or null: whoever brought data */
  readonly ownerId?: string | null
  /** absent or null: as the page declares */
  readonly everyDays?: number | null
  readonly isOff?: boolean
}

export async function setMonitor(context: Context, { menuId, shopId = null, ownerId = null, everyDays = null, isOff = false }: MonitorSet) {
  const page = (await monitored(context)).find(one => one.menu.menuId === menuId)
  if (page === undefined) throw refuse.unknown(['菜单', 'Menu'])
  if (page.freshness === null) throw refuse.rule(sentence`“${page.menu.meta.title}”没有声明数据来源，不能设置更新周期`)
  await context.write(
    async (tx, inside) => {
      let known = tx.selectFrom('monitor_setting').select('id').where('menu_id', '=', menuId)
      known = shopId === null ? known.where('shop_id', 'is', null) : known.where('shop_id', '=', shopId)
      const row = await known.executeTakeFirst()
      const values = { ownerId, everyDays, isOff }
      if (row === undefined) await create(inside, monitorSetting, { menuId, shopId, ...values })
      else await change(inside, monitorSetting, row.id, values)
    },
    // two who set it at once make one setting
    { line: `monitor_setting ${context.caller.orgId} ${menuId} ${shopId ?? ''}` },
  )
  return null
}
