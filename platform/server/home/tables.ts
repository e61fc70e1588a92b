/** How a person has arranged the cards of his home page in an organisation. */
import { reference, texts } from '#platform/declare/fields.ts'
import { resource, type DatabaseOf } from '#platform/declare/resource.ts'
import { ownedByAccount } from '#platform/declare/scope.ts'

export const homeLayout = resource('home_layout', {
  title: ['首页布局', 'Layout of the home page'],
  kind: 'local',
  scope: ownedByAccount,
  fields: {
    accountId: reference('账号', 'Account', 'account'),
    /** keys of cards in their order; cards that are in neither list stand behind them */
    shown: texts('显示', 'Shown'),
    hiddenCards: texts('隐藏', 'Hidden'),
  },
  key: ['accountId'],
})

export const homeTables = { homeLayout }

declare module '#platform/server/db/database.ts' {
  interface Database extends DatabaseOf<typeof homeTables> {}
}
