/** 物料清单: which parts a unit of a product takes, from a day to a day; kept as a sheet until production has its own. */
import { date, decimal, reference, text } from '#platform/declare/fields.ts'
import { resource } from '#platform/declare/resource.ts'
import { ownOrganisation } from '#platform/declare/scope.ts'

export const materialPermission = 'finance.materialSheet'

export const materialPart = resource('material_part', {
  type: 'materialPart',
  title: ['物料清单', 'Bill of materials'],
  access: { permission: materialPermission, scope: ownOrganisation },
  fields: {
    productId: reference('成品', 'Product', 'product', {
      filter: 'select',
      editDisabled: true,
      width: 200,
      synonyms: ['成品SKU', '商品', '父件'],
    }),
    partId: reference('物料', 'Part', 'product', {
      filter: 'select',
      editDisabled: true,
      width: 200,
      synonyms: ['物料SKU', '子件', '组件'],
    }),
    quantity: decimal('单件用量', 'Units per product', 6, {
      min: 0.000001,
      sort: true,
      inline: true,
      width: 110,
      synonyms: ['用量', '数量'],
      help: ['做一件成品用多少', 'What one unit of the product takes'],
    }),
    scrap: decimal('损耗率（%）', 'Scrap (%)', 2, {
      min: 0,
      max: 1_000,
      default: '0',
      inline: true,
      width: 100,
      synonyms: ['损耗', '损耗率'],
      help: ['用量之外多消耗的比例，5 表示多用 5%', 'What is taken beyond the quantity: 5 is 5% more'],
    }),
    validFrom: date('生效日期', 'Valid from', { rangeTo: 'validTo', rangeTitle: ['有效期', 'Valid'], filter: 'range', width: 120 }),
    validTo: date('失效日期', 'Valid to', { optional: true, width: 120 }),
    remark: text('备注', 'Remark', { max: 200, default: '', width: 160 }),
  },
  list: {
    search: false,
    sort: { field: 'validFrom', way: 'DESC' },
    empty: [
      '导入每件成品用到的物料和用量，物料成本年表按它计算',
      'Parts that a unit of each product takes: material cost is worked out of them',
    ],
  },
  record: { label: 'validFrom' },
  storage: { key: ['productId', 'partId', 'validFrom'], index: [['orgId', '-validFrom', '-id'], ['partId']] },
  life: { validity: { per: ['productId', 'partId'], from: 'validFrom', to: 'validTo', opens: 'today' } },
})
