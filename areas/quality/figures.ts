/** Lots by supplier, product and month: how many passed, how many units of a million were bad, and what was wrong with them. */
import { date, decimal, integer, month, reference, text } from '#platform/declare/fields.ts'
import type { Dimension } from '#platform/declare/dimension.ts'
import { cumulative, key, ratio, report, share, sum, times } from '#platform/declare/report.ts'
import { rollup } from '#platform/declare/rollup.ts'
import { granted } from '#platform/declare/scope.ts'
import type { Title } from '#platform/declare/title.ts'
import { figures, followFacts } from '#platform/server/reports.ts'
import { inspection, inspectionLine } from './inspection-tables.ts'

const scope = granted('warehouse_id', 'warehouses')
const done = 4
const owner = () => reference('仓库', 'Warehouse', 'warehouse')
const keys = () => ({
  warehouseId: owner(),
  day: date('日期', 'Day'),
  month: month('月份', 'Month'),
  productId: reference('商品', 'Product', 'product'),
  /** 0: none */
  supplierKey: reference('供应商', 'Supplier', 'supplier', { noForeignKey: true }),
})

export const inspectedLots = rollup('qc_lot', {
  title: ['检验批汇总', 'Inspected lots'],
  scope,
  owner: 'warehouseId',
  keys: keys(),
  sums: {
    lots: integer('批数', 'Lots'),
    goodLots: integer('合格批数', 'Accepted lots'),
    units: decimal('检验数量', 'Units', 6),
    bad: decimal('不合格数量', 'Rejected units', 6),
    badMillions: decimal('不合格数量（百万倍）', 'Rejected units, a million times', 6),
  },
  count: ['单数', 'Inspections'],
  grains: [
    ['warehouseId', 'month', 'productId', 'supplierKey'],
    ['warehouseId', 'day', 'productId', 'supplierKey'],
  ],
  from: [
    {
      name: 'inspections',
      title: inspection.title,
      fact: inspection,
      booked: 'businessOn',
      sums: { lots: 'lots', goodLots: 'goodLots', units: 'lotQty', bad: 'rejectedQty', badMillions: 'badMillions' },
      only: { field: 'state', is: done },
      check: 'lots',
      lines: { documentNo: 'no' },
    },
  ],
})

export const foundDefects = rollup('qc_defect', {
  title: ['缺陷汇总', 'Defects'],
  scope,
  owner: 'warehouseId',
  keys: { ...keys(), name: text('检验项目', 'Item') },
  sums: { bad: integer('不良数', 'Bad units') },
  count: ['读数', 'Readings'],
  grains: [
    ['warehouseId', 'month', 'productId', 'supplierKey', 'name'],
    ['warehouseId', 'day', 'productId', 'supplierKey', 'name'],
  ],
  from: [
    {
      name: 'readings',
      title: inspectionLine.title,
      fact: inspectionLine,
      booked: 'day',
      sums: { bad: 'bad' },
      check: 'bad',
      lines: { description: 'note' },
    },
  ],
})

const named = (name: string, title: Title, table: string, emptyLabel?: Title): Dimension =>
  key(name, {
    title,
    kind: 'reference',
    label: { table, on: 'id', column: 'name' },
    target: table,
    ...(emptyLabel === undefined ? {} : { emptyLabel, unmatchedLabel: emptyLabel }),
  })
const dimensions = {
  supplier: named('supplierKey', ['供应商', 'Supplier'], 'supplier', ['无供应商', 'No supplier']),
  product: named('productId', ['商品', 'Product'], 'product'),
  warehouse: named('warehouseId', ['仓库', 'Warehouse'], 'warehouse'),
}
const fromInspections: Title = ['已完成的检验单，按业务日期。', 'Finished inspections, by their business date.']
const fromReadings: Title = ['检验单的读数和不良数，按建单日期。', 'Readings of inspections, by the day on which they were made.']
const computed: Title = ['由本表其他指标计算，先汇总再计算。', 'Computed from other measures of this report, after summing.']

export const qualityReport = report('qualityReport', {
  title: ['质量分析', 'Quality'],
  scope,
  permission: 'inspection.report',
  dimensions: { ...dimensions, ...times('day', 'week', 'month', 'quarter', 'year') },
  measures: {
    lots: sum(inspectedLots, 'lots', { title: ['检验批数', 'Lots'], source: fromInspections, kind: 'integer' }),
    goodLots: sum(inspectedLots, 'goodLots', { title: ['合格批数', 'Accepted lots'], source: fromInspections, kind: 'integer' }),
    passRate: ratio('goodLots', 'lots', { title: ['批合格率', 'Pass rate'], source: computed }),
    units: sum(inspectedLots, 'units', { title: ['检验数量', 'Units'], source: fromInspections, kind: 'decimal' }),
    bad: sum(inspectedLots, 'bad', { title: ['不合格数量', 'Rejected units'], source: fromInspections, kind: 'decimal' }),
    badMillions: sum(inspectedLots, 'badMillions', {
      title: ['不合格数量（百万倍）', 'Rejected, a million times'],
      source: fromInspections,
      kind: 'decimal',
    }),
    ppm: { ...ratio('badMillions', 'units', { title: ['PPM', 'PPM'], source: computed }), kind: 'decimal' },
  },
  main: ['lots', 'goodLots', 'passRate', 'units', 'bad', 'ppm'],
  by: ['supplier', 'product'],
  time: 'month',
  compare: ['before', 'yearBefore'],
  paths: {
    rows: '/qualityReport/report',
    lines: '/qualityReport/lines',
    export: '/qualityReport/export',
    compute: '/qualityReport/compute',
  },
})

export const defectReport = report('defectReport', {
  title: ['缺陷排列', 'Defects'],
  scope,
  permission: 'inspection.report',
  dimensions: {
    item: key('name', { title: ['检验项目', 'Item'], kind: 'text' }),
    ...dimensions,
    ...times('day', 'week', 'month', 'quarter', 'year'),
  },
  measures: {
    bad: sum(foundDefects, 'bad', { title: ['不良数', 'Bad units'], source: fromReadings, kind: 'integer' }),
    part: share('bad', { title: ['占比', 'Share'], source: computed }),
    together: cumulative('bad', { title: ['累计占比', 'Cumulative share'], source: computed }),
  },
  main: ['bad', 'part', 'together'],
  keyFigures: ['bad'],
  by: ['item'],
  time: 'month',
  compare: ['before', 'yearBefore'],
  paths: {
    rows: '/defectReport/report',
    lines: '/defectReport/lines',
    export: '/defectReport/export',
    compute: '/defectReport/compute',
  },
})

export const qualityFigures = figures([qualityReport, defectReport])
export const lotsFollow = followFacts(inspectedLots)
export const defectsFollow = followFacts(foundDefects)
