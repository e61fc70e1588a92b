/** 合同, 证照 and 用印. */
import { group, listPage, module, type Module } from '#platform/declare/page.ts'
import { borrowRequest, certificate, certificateFee, certificateKind, complianceRule } from './certificate-tables.ts'
import { contractCalendar } from './calendar.ts'
import { listingCompliance } from './compliance.ts'
import { contract } from './contract-tables.ts'
import { contractKind, contractKindField } from './kind-tables.ts'
import { contractEvent, contractPlan } from './plan-tables.ts'
import { contractMonth, contractStamp } from './sums.ts'
import { seal, sealRequest } from './seal-tables.ts'

export const contractModules: readonly Module[] = [
  module('contracts', ['合同', 'Contracts'], 'file-text', [
    group(
      'contracts',
      ['合同', 'Contracts'],
      [
        listPage(contract, '/contracts/contract', { title: ['合同台账', 'Contracts'] }),
        listPage(contractCalendar, '/contracts/calendar', { title: ['合同日历', 'Contract calendar'] }),
        listPage(contractPlan, '/contracts/plan', { title: ['到期与收付', 'Due payments'] }),
        listPage(contractEvent, '/contracts/event', { title: ['履约记录', 'Events'] }),
        listPage(contractMonth, '/contracts/month', { title: ['收付汇总', 'Payments by month'] }),
        listPage(contractStamp, '/contracts/stamp', { title: ['印花税', 'Stamp duty'] }),
        listPage(contractKind, '/contracts/kind', { title: ['合同类型', 'Kinds of contracts'] }),
        listPage(contractKindField, '/contracts/kind-field', { title: ['类型字段', 'Fields of kinds'] }),
      ],
      'file-text',
    ),
    group(
      'certificates',
      ['证照用印', 'Certificates and seals'],
      [
        listPage(certificate, '/contracts/certificate', { title: ['证照', 'Certificates'] }),
        listPage(certificateFee, '/contracts/certificate-fee', { title: ['年费', 'Fees'] }),
        listPage(listingCompliance, '/contracts/compliance', { title: ['在售合规', 'Compliance of listings'] }),
        listPage(borrowRequest, '/contracts/borrow', { title: ['借阅', 'Loans of originals'] }),
        listPage(certificateKind, '/contracts/certificate-kind', { title: ['证照类别', 'Kinds of certificates'] }),
        listPage(complianceRule, '/contracts/compliance-rule', { title: ['合规要求', 'Compliance rules'] }),
        listPage(sealRequest, '/contracts/seal-request', { title: ['用印申请', 'Seal requests'], everybody: true }),
        listPage(seal, '/contracts/seal', { title: ['印章', 'Seals'] }),
      ],
      'safety',
    ),
  ]),
]
