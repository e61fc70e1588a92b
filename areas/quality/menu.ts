/** 质量: what is inspected, what was found, what becomes of it. */
import { group, listPage, module, reportPage, type Module } from '#platform/declare/page.ts'
import { defectReport, qualityReport } from './figures.ts'
import { inspection, inspectionLine } from './inspection-tables.ts'
import { returnReport } from './returns/tables.ts'
import { nonconformity } from './nonconformity-tables.ts'
import { inspectionPlan, inspectionPlanItem } from './plan-tables.ts'

export const qualityModules: readonly Module[] = [
  module('quality', ['质量', 'Quality'], 'safety', [
    group(
      'inspections',
      ['质量检验', 'Inspections'],
      [
        listPage(inspection, '/quality/inspection', { title: ['检验单', 'Inspections'] }),
        reportPage(qualityReport, { path: '/quality/report', title: ['质量分析', 'Quality'], everyDays: 7 }),
        reportPage(defectReport, { path: '/quality/defects', title: ['缺陷排列', 'Defects'], everyDays: 7 }),
        reportPage(returnReport, { path: '/quality/returns', title: ['退货质量', 'Returns by origin'], everyDays: 7 }),
        listPage(inspectionLine, '/quality/inspectionLine', { title: ['检验记录', 'Readings'] }),
        listPage(nonconformity, '/quality/nonconformity', { title: ['不合格处理', 'Nonconformities'] }),
        listPage(inspectionPlan, '/quality/inspectionPlan', { title: ['检验方案', 'Plans'] }),
        listPage(inspectionPlanItem, '/quality/inspectionPlanItem', { title: ['检验项目', 'Items'] }),
      ],
      'safety',
    ),
  ]),
]
