/**
 * The tabs a person has open, kept per organisation and kind of screen so that they are there on another device. Like settings no business
 * of the audit trail.
 */
import type { Screen, StoredTabs } from '#platform/format/open-tabs.ts'
import type { House, Context } from '#platform/server/area.ts'
import { sealedPaths } from '#platform/server/rights.ts'
import { jsonText } from '#platform/server/database.ts'

const none: StoredTabs = { tabs: [], activeKey: '' }

/** As last saved by any of the person's browsers of this kind in this organisation. */
export async function userTabs({ db, caller }: Context, screen: Screen): Promise<StoredTabs> {
  const saved = await db
    .selectFrom('user_tab')
    .select('state')
    .where('account_id', '=', caller.accountId)
    .where('screen', '=', screen)
    .executeTakeFirst()
  return saved?.state ?? none
}

/** Pages of sealed records are opened anew on another device: who had one open stands nowhere. */
function withoutSealed(house: House, { tabs, activeKey }: StoredTabs): StoredTabs {
  const paths = sealedPaths(house.registry)
  const kept = tabs.filter(tab => !paths.some(path => path.test(tab.url.split('?')[0] ?? '')))
  return { tabs: kept, activeKey: kept.some(tab => tab.key === activeKey) ? activeKey : '' }
}

/** The last one to save wins: tabs of two devices are not mixed. */
export async function saveUserTabs({ write, caller, now, house }: Context, screen: Screen, { tabs, activeKey }: StoredTabs): Promise<null> {
  const row = { state: jsonText(withoutSealed(house, { tabs, activeKey })), updated_at: now().toISOString() }
  await write(tx =>
    tx
      .insertInto('user_tab')
      .values({ ...row, screen, org_id: caller.orgId, account_id: caller.accountId })
      .onConflict(conflict => conflict.columns(['org_id', 'account_id', 'screen']).doUpdateSet(row))
      .execute(),
  )
  return null
}
