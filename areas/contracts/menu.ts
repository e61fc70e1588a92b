/** 合同: contracts, their plans and what happened. */
import { group, listPage, module, type Module } from '#platform/declare/page.ts'
import { contract } from './contract-tables.ts'
import { contractKind, contractKindField } from './kind-tables.ts'
import { contractEvent, contractPlan } from './plan-tables.ts'

export const contractModules: readonly Module[] = [
  module('contracts', ['合同', 'Contracts'], 'file-text', [
    group(
      'contracts',
      ['合同', 'Contracts'],
      [
        listPage(contract, '/contracts/contract', { title: ['合同台账', 'Contracts'] }),
        listPage(contractPlan, '/contracts/plan', { title: ['到期与收付', 'Due payments'] }),
        listPage(contractEvent, '/contracts/event', { title: ['履约记录', 'Events'] }),
        listPage(contractKind, '/contracts/kind', { title: ['合同类型', 'Kinds of contracts'] }),
        listPage(contractKindField, '/contracts/kind-field', { title: ['类型字段', 'Fields of kinds'] }),
      ],
      'file-text',
    ),
  ]),
]
