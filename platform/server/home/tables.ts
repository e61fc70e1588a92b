/** How a person has arranged the cards of his home page in an organisation. */
import { reference, text, texts } from '#platform/declare/fields.ts'
import { resource, type DatabaseOf } from '#platform/declare/resource.ts'
import { ownedByAccount } from '#platform/declare/scope.ts'

export const pinTitleMax = 50
/** the state of a list above 2 KB stands behind a short key */
export const pinUrlMax = 2_500

export const homeLayout = resource('home_layout', {
  title: ['首页布局', 'Layout of the home page'],
  scope: ownedByAccount,
  fields: {
    accountId: reference('账号', 'Account', 'account'),
    /** keys of cards in their order; cards that are in neither list stand behind them */
    shown: texts('显示', 'Shown'),
    hiddenCards: texts('隐藏', 'Hidden'),
  },
  key: ['accountId'],
})

/** A list or report with the state its page showed, as a card of one's home page. */
export const homePin = resource('home_pin', {
  title: ['固定的报表', 'Pinned report'],
  scope: ownedByAccount,
  fields: {
    accountId: reference('账号', 'Account', 'account'),
    /** type of the list or name of the report: whose right decides whether the card is there */
    type: text('列表类型', 'Type', { max: 100 }),
    title: text('名称', 'Name', { max: pinTitleMax }),
    /** path and query of the page: filter, scheme, columns, period */
    url: text('地址', 'Address', { max: pinUrlMax }),
  },
  index: [['accountId', 'orgId']],
})

export const homeTables = { homeLayout, homePin }

declare module '#platform/server/contract/database.ts' {
  interface Database extends DatabaseOf<typeof homeTables> {}
}
