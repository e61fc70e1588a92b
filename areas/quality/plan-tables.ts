/** 检验方案: what is looked at of a product, a category or a supplier, and how many units of a lot. */
import { choice, date, decimal, integer, reference, text } from '#platform/declare/fields.ts'
import type { Adding } from '#platform/declare/on-add.ts'
import { lines } from '#platform/declare/document.ts'
import { resource } from '#platform/declare/resource.ts'
import { ownOrganisation } from '#platform/declare/scope.ts'
import { asText } from '#platform/format/text.ts'
import { aqls } from './sampling.ts'
import { defectLevel, itemKinds, stage, supplier } from './words.ts'

export const samplings = {
  all: [1, '全检', 'All'],
  fixed: [2, '固定数', 'Fixed number'],
  percent: [3, '百分比', 'Percentage'],
  aql: [4, 'AQL 抽样', 'AQL'],
  exempt: [5, '免检', 'Exempt'],
} as const
export const inspectionLevels = {
  one: [1, '一般 I', 'General I'],
  two: [2, '一般 II', 'General II'],
  three: [3, '一般 III', 'General III'],
  s1: [11, '特殊 S-1', 'Special S-1'],
  s2: [12, '特殊 S-2', 'Special S-2'],
  s3: [13, '特殊 S-3', 'Special S-3'],
  s4: [14, '特殊 S-4', 'Special S-4'],
} as const

/** the code of a limit is a thousand times the limit; 0: none is accepted */
const [a, b, c, d, e, f, g, h, i, j, k] = aqls
const aqlChoices = {
  none: [0, '0', '0'],
  a: [65, a, a],
  b: [100, b, b],
  c: [150, c, c],
  d: [250, d, d],
  e: [400, e, e],
  f: [650, f, f],
  g: [1_000, g, g],
  h: [1_500, h, h],
  i: [2_500, i, i],
  j: [4_000, j, j],
  k: [6_500, k, k],
} as const
const aql = (zh: string, en: string, usual: number) => choice(zh, en, aqlChoices, { default: usual, show: false, width: 90 })
const usual = { critical: 0, major: 2_500, minor: 4_000 } as const

const given = (values: Adding['values'], name: string, column: string): string => asText(values[name] ?? values[column] ?? '')
/** No two plans hold for the same on a day: what a plan is for, as one text. */
const appliesTo = ({ values }: Adding): string =>
  ['stage', 'productId', 'categoryId', 'supplierId']
    .map(name =>
      given(
        values,
        name,
        name.replaceAll(/[A-Z]/g, big => `_${big.toLowerCase()}`),
      ),
    )
    .join('|')

export const inspectionPlan = resource('inspection_plan', {
  type: 'inspectionPlan',
  title: ['检验方案', 'Inspection plan'],
  access: { scope: ownOrganisation },
  fields: {
    name: text('方案名称', 'Name', { max: 60, filter: 'contains', sort: true, width: 200 }),
    stage: stage(),
    productId: reference('商品', 'Product', 'product', {
      optional: true,
      filter: 'select',
      editDisabled: true,
      width: 200,
      help: ['商品和品类最多选一个，都不选表示所有商品', 'Product or category; neither: all products'],
    }),
    categoryId: reference('品类', 'Category', 'product_category', { optional: true, filter: 'select', editDisabled: true, width: 140 }),
    supplierId: supplier(),
    sampling: choice('抽样方式', 'Sampling', samplings, { default: 4, filter: 'select', as: 'radio', width: 100 }),
    level: choice('检验水平', 'Level', inspectionLevels, {
      default: 2,
      width: 100,
      help: ['AQL 抽样按 ISO 2859-1（GB/T 2828.1）一次正常检验', 'AQL samples follow ISO 2859-1, single, normal'],
    }),
    aqlCritical: aql('致命 AQL', 'AQL, critical', usual.critical),
    aqlMajor: aql('严重 AQL', 'AQL, major', usual.major),
    aqlMinor: aql('轻微 AQL', 'AQL, minor', usual.minor),
    fixedQty: integer('固定抽样数', 'Fixed number', { optional: true, min: 1, max: 100_000, show: false, width: 100 }),
    percent: decimal('抽样比例（%）', 'Percentage', 4, { optional: true, min: 0.0001, max: 100, show: false, width: 110 }),
    validFrom: date('生效日期', 'Valid from', { filter: 'range', opens: 'today', width: 110 }),
    validTo: date('失效日期', 'Valid to', { optional: true, width: 110 }),
    appliesTo: text('适用范围', 'Applies to', { max: 120, hidden: true, computed: true, set: { onAdd: appliesTo } }),
  },
  list: {
    sort: { field: 'name', way: 'ASC' },
    empty: ['每种商品或品类检什么、抽多少，到货后按方案建检验单', 'What is inspected of products or categories, and how many units'],
  },
  record: { label: 'name' },
  storage: { kind: 'reference', key: ['name'], index: [['productId'], ['categoryId'], ['supplierId']] },
  life: { validity: { per: ['appliesTo'], from: 'validFrom', to: 'validTo' } },
})

export const inspectionPlanItem = lines('inspection_plan_item', {
  type: 'inspectionPlanItem',
  title: ['检验项目', 'Inspection item'],
  of: { planId: reference('检验方案', 'Inspection plan', 'inspection_plan', { filter: 'select', editDisabled: true, width: 180 }) },
  max: 100,
  access: { permission: 'inspectionPlan' },
  fields: {
    name: text('检验项目', 'Item', { max: 60, filter: 'contains', width: 160 }),
    kind: choice('记录方式', 'Kind', itemKinds, { default: 4, width: 90 }),
    level: defectLevel(),
    unit: text('单位', 'Unit', { max: 10, optional: true, width: 70 }),
    lower: decimal('下限', 'Lower limit', 6, { optional: true, width: 90 }),
    upper: decimal('上限', 'Upper limit', 6, { optional: true, width: 90 }),
    options: text('可选值', 'Options', { max: 200, optional: true, width: 140, help: ['用“、”分开', 'Parted by “、”'] }),
    goodOptions: text('合格值', 'Good options', { max: 200, optional: true, width: 140, help: ['可选值中合格的', 'Those that are good'] }),
    readings: integer('读数个数', 'Readings', {
      default: 1,
      min: 1,
      max: 50,
      width: 90,
      help: ['数值和整数要量几个样品', 'How many units are measured'],
    }),
    method: text('方法和标准', 'Method', { max: 200, optional: true, width: 200 }),
  },
  list: { search: false },
  record: { label: 'name' },
})

export const planTables = { inspectionPlan, inspectionPlanItem }
