/** What lists of contracts, seals and certificates have in common. Pure values. */
import { operations } from '#platform/declare/operations.ts'
import { reference, referenceBy } from '#platform/declare/fields.ts'
import { byAny, byField, byOperation } from '#platform/declare/states.ts'
import { anyOf, member, ownedBy, tasked, when } from '#platform/declare/scope.ts'

/** rights beside the suite's own */
export const contractRights = {
  money: { operation: 101, title: ['查看合同金额', 'See amounts'] },
  signed: { operation: 102, title: ['查看签署件原件', 'See signed originals'] },
  end: { operation: 103, title: ['终止合同', 'Terminate contracts'] },
} as const
/** who may see the amounts, and the owner of the contract */
export const amounts = { ...contractRights.money, orSelf: 'ownerId' } as const

export const directions = { pay: [1, '付款', 'To pay', 'warn'], receive: [2, '收款', 'To receive', 'good'] } as const

/** who looks after it, or whoever keeps such records */
export const keeper = byAny(byField('ownerId'), byOperation(operations.edit))

export const owner = (more: object = {}) => reference('负责人', 'Owner', 'employee', { filter: 'select', width: 100, ...more })
export const company = (more: object = {}) =>
  reference('我方公司', 'Our company', 'company', { filter: 'select', choosableWhere: { status: 1 }, width: 170, ...more })
export const currency = () => referenceBy('币种', 'Currency', 'currency', 'code', { default: 'CNY', filter: 'select', width: 80 })

/** a contract is open to its owner and those above him, its members, who approved it, and to all where it is public */
export const ofContract = anyOf(ownedBy('ownerId'), member('contract_member', { record: 'contractId' }), tasked, when('confidential', 1))
