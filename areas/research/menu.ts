/** 研发: projects and their gates, samples and tests, checks of rights of others. */
import { operations } from '#platform/declare/operations.ts'
import { group, listPage, module, page, reportPage, type Module } from '#platform/declare/page.ts'
import { infringementCheck, infringementHit } from './check-tables.ts'
import { changeEffect, changeOrder, changeOrderLine } from './change-tables.ts'
import { researchReport } from './figures.ts'
import { gateTemplate, rdDeliverable, rdGateStay, rdProject } from './project-tables.ts'
import { rdTest, sample, sampleMove } from './sample-tables.ts'
import { rdTime } from './time-tables.ts'

export const researchModules: readonly Module[] = [
  module('research', ['研发', 'Research'], 'experiment', [
    group(
      'projects',
      ['研发项目', 'Research projects'],
      [
        listPage(rdProject, '/research/project', { title: ['研发项目', 'Projects'] }),
        listPage(rdDeliverable, '/research/deliverable', { title: ['交付项', 'Deliverables'] }),
        listPage(rdGateStay, '/research/gate-stay', { title: ['关口记录', 'Gates passed'] }),
        reportPage(researchReport, { path: '/research/report', title: ['研发分析', 'Research'], everyDays: 30 }),
        listPage(rdTime, '/research/time', { title: ['研发工时', 'Days worked'] }),
        listPage(infringementCheck, '/research/check', { title: ['侵权排查', 'Infringement checks'] }),
        listPage(infringementHit, '/research/hit', { title: ['检索命中', 'Hits'] }),
        listPage(gateTemplate, '/research/gate-template', { title: ['阶段模板', 'Gate template'] }),
      ],
      'experiment',
    ),
    group(
      'changes',
      ['工程变更', 'Change orders'],
      [
        listPage(changeOrder, '/research/change', { title: ['变更单', 'Change orders'] }),
        listPage(changeOrderLine, '/research/change-line', { title: ['变更明细', 'Changes'] }),
        listPage(changeEffect, '/research/change-effect', { title: ['变更影响', 'Effects'] }),
      ],
      'swap',
    ),
    group(
      'samples',
      ['样品测试', 'Samples and tests'],
      [
        listPage(sample, '/research/sample', { title: ['样品', 'Samples'] }),
        page({
          path: '/research/scan',
          name: 'researchScan',
          title: ['扫码查', 'Scan'],
          component: 'goods/floor/scan',
          permission: 'sample',
          operations: [operations.view],
        }),
        listPage(sampleMove, '/research/sample-move', { title: ['样品流水', 'Moves'] }),
        listPage(rdTest, '/research/test', { title: ['测试', 'Tests'] }),
      ],
      'experiment',
    ),
  ]),
]
