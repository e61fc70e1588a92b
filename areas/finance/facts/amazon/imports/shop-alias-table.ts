/** How files name shops. */
import { date, reference, text } from '#platform/declare/fields.ts'
import { resource } from '#platform/declare/resource.ts'
import { ownOrganisation } from '#platform/declare/scope.ts'

/** Names of shops and marketplaces as files write them, to find the shop a file belongs to. */
export const shopAlias = resource('amazon_shop_alias', {
  type: 'amazonShopAlias',
  title: ['店铺别名', 'Shop names in files'],
  access: { scope: ownOrganisation, permission: 'finance.amazon.shopMap' },
  fields: {
    alias: text('文件中的名称', 'Name in files', { max: 120, filter: 'contains', width: 220 }),
    shopId: reference('店铺', 'Shop', 'shop', { filter: 'select', width: 180 }),
    startOn: date('生效日期', 'From', { optional: true, filter: 'range' }),
    remark: text('备注', 'Remark', { optional: true, max: 200 }),
  },
  list: {
    batchDelete: { by: 'shopId', date: 'startOn' },
    empty: ['文件里的店铺或站点名称与系统不同时，在这里登记对应关系', 'Register here how files name a shop'],
  },
  storage: { kind: 'reference', key: ['alias', 'shopId'] },
})
