/** 审批: everybody's own approvals, and the flows in the back office. */
import { operations } from '#platform/declare/operations.ts'
import { backOffice, group, listPage, module, type Module, page } from '#platform/declare/page.ts'
import { flowsOperation, approvalStandIn } from './tables.ts'

const { view } = operations

export const workflowModules: readonly Module[] = [
  module('approval', ['审批', 'Approvals'], 'audit', [
    group(
      'approvals',
      ['我的审批', 'My approvals'],
      [
        page({
          path: '/approval/mine',
          name: 'myApprovals',
          title: ['我的审批', 'My approvals'],
          component: 'workflow/my-approvals',
          permission: 'approval',
          everybody: true,
          operations: [],
        }),
        listPage(approvalStandIn, '/approval/stand-in', { title: ['审批代理', 'Stand-ins'], everybody: true }),
      ],
    ),
  ]),
  backOffice('admin', ['系统管理', 'Administration'], 'setting', [
    group(
      'flows',
      ['流程', 'Flows'],
      [
        page({
          path: '/admin/workflow/setting',
          name: 'workflowSetting',
          title: ['审批流程', 'Approval flows'],
          icon: 'audit',
          component: 'workflow/flow-settings',
          permission: 'workflowSetting',
          operations: [view, flowsOperation],
        }),
      ],
    ),
  ]),
]
