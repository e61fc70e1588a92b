/** The states of a borrowing, from the application to the return. */
import { text } from '#platform/declare/fields.ts'
import { operations } from '#platform/declare/operations.ts'
import { byAll, byField, byOperation, byProgram, machine, notBy } from '#platform/declare/states.ts'
import { addDays } from '#platform/format/dates.ts'
import { dayInZone } from '#platform/format/zones.ts'
import { renewalsMax, renewDays } from './codes.ts'

const borrower = byField('employeeId')
const keeper = byOperation(operations.audit, ['借阅审核', 'Handle borrowings'])
const reason = text('原因', 'Reason', { max: 200 })

export const borrowingMachine = machine('state', {
  states: {
    applied: {},
    lent: {},
    returned: { final: true },
    rejected: { final: true },
    withdrawn: { final: true },
    queued: {},
    lost: { final: true },
  },
  steps: {
    lend: {
      title: ['借出', 'Hand over'],
      from: ['applied'],
      to: 'lent',
      may: byAll(keeper, notBy(borrower)),
      input: { copyId: 'optional', dueOn: 'optional' },
      set: { lentAt: 'now', heldUntil: null },
      tell: ['employeeId'],
      tone: 'primary',
    },
    reject: {
      title: ['驳回', 'Reject'],
      from: ['applied', 'queued'],
      to: 'rejected',
      may: keeper,
      input: { reason },
      note: 'reason',
      set: { heldUntil: null },
      tell: ['employeeId'],
      tone: 'danger',
    },
    withdraw: {
      title: ['撤回申请', 'Withdraw'],
      from: ['applied', 'queued'],
      to: 'withdrawn',
      may: borrower,
      set: { heldUntil: null },
      confirm: ['确定撤回选中的 {n} 条借阅申请吗？', 'Withdraw {n} applications?'],
    },
    /** a copy became free for the first in line */
    offer: { title: ['有书可借', 'A copy is free'], from: ['queued'], to: 'applied', may: byProgram, tell: ['employeeId'] },
    queue: { title: ['进入排队', 'Wait in line'], from: ['applied'], to: 'queued', may: byProgram },
    expire: {
      title: ['保留到期', 'No longer held'],
      from: ['applied'],
      to: 'withdrawn',
      may: byProgram,
      set: { heldUntil: null },
      tell: ['employeeId'],
    },
    renew: {
      title: ['续借', 'Renew'],
      from: ['lent'],
      to: 'lent',
      sameState: true,
      may: borrower,
      guards: [
        {
          where: `renewals < ${renewalsMax}`,
          reason: [`已续借 ${renewalsMax} 次，请申请延期或归还`, `Renewed ${renewalsMax} times: ask for a delay, or return it`],
        },
        {
          where: 'not is_waited_for',
          reason: ['有同事在排队等这本书，请按时归还', 'Somebody waits for this book: please return it in time'],
        },
        {
          test: ({ row, now, zone }) => typeof row['dueOn'] === 'string' && dayInZone(now.getTime(), zone) <= row['dueOn'],
          reason: ['已超过应还日期，不能续借，请归还或申请延期', 'It is overdue: return it, or ask for a delay'],
        },
      ],
      set: {
        dueOn: ({ row }) => addDays(String(row['dueOn']), renewDays),
        renewals: ({ row }) => Number(row['renewals']) + 1,
      },
      confirm: [`确定续借 ${renewDays} 天吗？`, `Renew for ${renewDays} days?`],
      tone: 'primary',
    },
    /** a granted delay */
    extend: {
      title: ['延期', 'Delay'],
      from: ['lent'],
      to: 'lent',
      sameState: true,
      may: byProgram,
      input: { dueOn: 'required' },
      tell: ['employeeId'],
    },
    giveBack: {
      title: ['归还', 'Return'],
      from: ['lent', 'lost'],
      to: 'returned',
      may: keeper,
      input: { condition: 'optional', remark: 'optional' },
      set: { returnedAt: 'now' },
      tell: ['employeeId'],
      tone: 'primary',
    },
    lose: {
      title: ['登记遗失', 'Lost'],
      from: ['lent'],
      to: 'lost',
      may: keeper,
      input: { remark: 'required' },
      note: 'remark',
      tell: ['employeeId'],
      tone: 'danger',
    },
  },
})
