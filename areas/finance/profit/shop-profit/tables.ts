/**
 * 店铺利润: items that no marketplace tells (pay, rent …) by month and name, how those names lead to shops, shares of what belongs to a
 * company or department, and the statement of each shop and month as it was generated, version by version.
 */
import { approval } from '#platform/declare/approval.ts'
import { choice, computed, decimal, integer, money, month, reference, referenceBy, text } from '#platform/declare/fields.ts'
import { operations } from '#platform/declare/operations.ts'
import { resource, type DatabaseOf } from '#platform/declare/resource.ts'
import { anyOf, grantedShops, ownedBy, when } from '#platform/declare/scope.ts'
import { byOperation, machine } from '#platform/declare/states.ts'
import { inForce, itemBases, itemKinds, itemOwners, pay, shopNamesPermission, shopProfitPermission as permission } from './words.ts'

const currency = () => referenceBy('币种', 'Currency', 'currency', 'code', { filter: 'select', editDisabled: true, width: 80 })
const amount = (zh: string, en: string, more: object = {}) =>
  money(zh, en, { currency: 'currency', default: '0', total: true, sort: true, width: 120, ...more })
const shop = (optional = false) => reference('店铺', 'Shop', 'shop', { optional, filter: 'select', sort: true, computed: true, width: 140 })

export const shopProfitItem = resource('shop_profit_item', {
  type: 'shopProfitItem',
  title: ['店铺利润项目', 'Own items of shops'],
  access: {
    permission,
    // items of a shop are for who sees the shop, those of a company or department for who leads whoever entered them
    scope: anyOf(
      grantedShops,
      when('owner', [itemOwners.department[0], itemOwners.company[0], itemOwners.unmatched[0]], ownedBy('authorId')),
    ),
  },
  fields: {
    month: month('月份', 'Month', { filter: 'range', sort: true, editDisabled: true }),
    name: text('归属名称', 'Belongs to', {
      max: 120,
      filter: 'contains',
      sort: true,
      editDisabled: true,
      width: 160,
      synonyms: ['店铺名称', '部门名称', '店铺', '部门', '归属'],
      help: [
        '店铺、部门或公司的名称；表里的写法与系统不同时，在“店铺别名”里登记。公司费用可以写“公司”。',
        'Name of a shop, department or company; other writings are entered under names of shops. Company is the company.',
      ],
    }),
    kind: choice('费用项目', 'Item', itemKinds, { filter: 'select', filterAs: 'tags', editDisabled: true, width: 110 }),
    amount: amount('费用金额', 'Expense', {
      min: 0,
      synonyms: ['金额', '费用'],
      help: ['填正数，计入利润时扣减；工资薪酬填在“工资金额”。', 'A positive amount that is taken off; pay has a column of its own.'],
    }),
    pay: amount('工资金额', 'Pay amount', { min: 0, synonyms: ['工资', '薪酬'], see: pay }),
    currency: currency(),
    basis: choice('分摊依据', 'Basis', itemBases, {
      default: itemBases.sales[0],
      filter: 'select',
      width: 110,
      help: [
        '部门和公司的费用按它分到店铺；店铺自己的费用不分摊。',
        'For items of departments and companies; those of a shop are its own.',
      ],
    }),
    owner: choice('归属类型', 'Owner', itemOwners, { default: itemOwners.unmatched[0], filter: 'select', computed: true, width: 130 }),
    shopId: shop(true),
    deptId: reference('部门', 'Department', 'department', { optional: true, filter: 'select', computed: true, width: 120 }),
    state: choice(
      '状态',
      'State',
      { entered: [0, '已登记', 'Entered', 'quiet'], allocated: [1, '已分摊', 'Allocated', 'good'] },
      { default: 0, filter: 'select', width: 90 },
    ),
    remark: text('备注', 'Remark', { max: 200, default: '', filter: 'contains', width: 180 }),
    authorId: reference('登记人', 'Author', 'employee', { optional: true, filter: 'select', set: { onAdd: 'employee' }, width: 100 }),
  },
  list: {
    sort: { field: 'month', way: 'DESC' },
    empty: ['导入每月的工资、房租等费用，一行一个月、名称和项目', 'Pay, rent and other expenses by month, name and item'],
  },
  record: { label: 'name' },
  storage: {
    key: ['month', 'name', 'kind', 'currency'],
    index: [
      ['orgId', '-month', '-id'],
      ['shopId', 'month'],
    ],
  },
  life: {
    closes: { on: 'month', but: ['remark'] },
    states: machine('state', {
      states: { entered: { edit: 'all', remove: true, final: true }, allocated: { final: true } },
      steps: {
        allocate: {
          title: ['分摊', 'Allocate'],
          from: ['entered'],
          to: 'allocated',
          may: byOperation(operations.edit),
          guards: [
            {
              where: `owner <> ${itemOwners.shop[0]}`,
              reason: ['店铺自己的费用直接计入，不需要分摊', 'It is the shop’s own and counts as it is'],
            },
            {
              where: `owner <> ${itemOwners.unmatched[0]}`,
              reason: [
                '还没有对应的店铺、部门或公司，请先在“店铺别名”里登记',
                'Its name leads to no shop, department or company, enter it under names of shops first',
              ],
            },
          ],
          confirm: ['按分摊依据把费用分到店铺？', 'Divide it among its shops?'],
        },
        takeBack: {
          title: ['撤销分摊', 'Take back'],
          from: ['allocated'],
          to: 'entered',
          may: byOperation(operations.edit),
          confirm: ['撤销后费用不再计入店铺利润，确定撤销？', 'It no longer counts in the shops. Take it back?'],
        },
      },
    }),
    approval: approval(
      { allocate: { title: ['店铺费用分摊', 'Allocating own expenses'], steps: ['allocate'] } },
      { figures: ['name', 'kind', 'month', 'amount'] },
    ),
  },
})

export const shopProfitName = resource('shop_profit_name', {
  type: 'shopProfitName',
  title: ['店铺别名', 'Names of shops'],
  access: { permission: shopNamesPermission, scope: grantedShops },
  fields: {
    alias: text('表中的名称', 'Name in sheets', { max: 120, filter: 'contains', sort: true, editDisabled: true, width: 220 }),
    shopId: reference('店铺', 'Shop', 'shop', { filter: 'select', sort: true, width: 180 }),
    remark: text('备注', 'Remark', { max: 200, default: '', width: 200 }),
  },
  list: {
    sort: { field: 'alias', way: 'ASC' },
    empty: ['费用表里的店铺名称与系统不同时，在这里登记对应的店铺', 'Shops as sheets of expenses call them'],
  },
  record: { label: 'alias' },
  storage: { key: ['alias'], index: [['shopId']] },
})

/** How an item of a company or department falls on the shops; what was taken back stays to be read. */
export const shopProfitShare = resource('shop_profit_share', {
  type: 'shopProfitShare',
  title: ['店铺费用分摊', 'Shares of items'],
  access: { permission, scope: grantedShops },
  fields: {
    month: month('月份', 'Month', { filter: 'range', sort: true }),
    bookedOn: computed.sql(
      text('入账日期', 'Booked on', { width: 110, help: ['每月第一天', 'The first day of the month'] }),
      "to_char(month, 'YYYY-MM-DD')",
    ),
    shopId: reference('店铺', 'Shop', 'shop', { filter: 'select', sort: true, width: 140 }),
    itemId: reference('费用', 'Expense item', 'shop_profit_item', { noForeignKey: true, show: false }),
    name: text('归属名称', 'Belongs to', { max: 120, filter: 'contains', sort: true, width: 160 }),
    kind: choice('费用项目', 'Item', itemKinds, { filter: 'select', width: 110 }),
    run: integer('分摊次数', 'Run', { identifier: true, sort: true, width: 90 }),
    basis: choice('实际依据', 'Basis used', itemBases, { filter: 'select', width: 110 }),
    weight: decimal('依据数值', 'Weight', 6, { total: true, width: 120 }),
    amount: amount('分摊费用', 'Share'),
    pay: amount('分摊工资', 'Share of pay', { see: pay }),
    currency: currency(),
    state: choice('是否生效', 'In force', inForce, { default: inForce.yes[0], filter: 'select', width: 90 }),
  },
  list: {
    sort: { field: 'month', way: 'DESC' },
    empty: ['部门和公司的费用分摊后，这里显示每个店铺分到的金额和依据', 'What each shop bears of the items of departments and companies'],
  },
  record: { editable: [], label: 'name' },
  storage: {
    unique: [['itemId', 'run', 'shopId']],
    index: [
      ['orgId', '-month', '-id'],
      ['shopId', 'month'],
    ],
  },
})

const cny = (zh: string, en: string, more: object = {}) => money(zh, en, { default: '0', total: true, sort: true, width: 120, ...more })

/** The statement in CNY; `platformProfit` is the sum of the columns before it. */
export const shopProfit = resource('shop_profit', {
  type: 'shopProfit',
  title: ['店铺利润', 'Shop profit'],
  access: { permission, scope: grantedShops },
  fields: {
    month: month('月份', 'Month', { filter: 'range', sort: true }),
    shopId: reference('店铺', 'Shop', 'shop', { filter: 'select', sort: true, width: 140 }),
    no: integer('版本', 'Version', { identifier: true, sort: true, width: 70 }),
    state: choice(
      '版本状态',
      'Kept as',
      { current: [1, '最新', 'Current', 'good'], earlier: [2, '历史', 'Earlier', 'quiet'] },
      { default: 1, filter: 'select', width: 90 },
    ),
    sales: cny('销售收入', 'Sales'),
    refund: cny('退款', 'Refunds'),
    platformFees: cny('平台费用', 'Platform fees'),
    fbaFees: cny('FBA 费用', 'FBA fees'),
    advertising: cny('广告及促销费', 'Advertising and deals'),
    otherFees: cny('其他平台金额', 'Other amounts of the marketplace'),
    productCost: cny('产品成本', 'Product cost'),
    otherCost: cny('头程仓储等成本', 'First leg, storage and other costs'),
    corrections: cny('手工调整', 'Corrections by hand'),
    platformProfit: cny('平台利润', 'Marketplace profit'),
    ownItems: cny('店铺费用', 'Own expenses'),
    sharedItems: cny('分摊费用', 'Share'),
    profit: cny('扣工资前利润', 'Profit before pay'),
    payItems: cny('工资薪酬', 'Pay', { see: pay }),
    netProfit: cny('净利润', 'Net profit', { see: pay }),
    margin: computed.sql(
      decimal('利润率', 'Margin', 4, { sort: true, width: 90, help: ['扣工资前利润除以销售收入。', 'Profit before pay over sales.'] }),
      'round(profit / nullif(sales, 0), 4)',
    ),
    openItems: integer('未分摊费用数', 'Items not allocated', {
      default: 0,
      sort: true,
      width: 110,
      help: ['生成时本月还没有分摊或没有对应的费用。', 'Items of the month that were not allocated or not matched by then.'],
    }),
    authorId: reference('生成人', 'Generated by', 'employee', { optional: true, filter: 'select', set: { onAdd: 'employee' }, width: 100 }),
  },
  list: {
    sort: { field: 'month', way: 'DESC' },
    shownAs: { card: { title: 'shopId', subtitle: 'month', amount: 'profit', state: 'state' } },
    empty: ['点“生成利润表”选择月份，这里列出每个店铺的利润，再次生成保留以前的版本', 'Press “Generate” and choose a month'],
  },
  record: { editable: [], label: 'month' },
  storage: { unique: [['shopId', 'month', 'no']], index: [['month', 'shopId']] },
})

const named = { shopProfitItem, shopProfitName, shopProfitShare, shopProfit }
export const shopProfitTables = named
declare module '#platform/server/contract/database.ts' {
  interface Database extends DatabaseOf<typeof named> {}
}
