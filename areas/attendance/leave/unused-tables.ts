/** 未休年假 and 到期调休: what could not be taken is paid and not lost; a person may decline annual leave in writing. */
import { choice, date, decimal, files, integer, reference } from '#platform/declare/fields.ts'
import { operations } from '#platform/declare/operations.ts'
import { resource } from '#platform/declare/resource.ts'
import { byOperation, byProgram, machine } from '#platform/declare/states.ts'
import { ofPeople, person } from '../words.ts'

export const unusedKinds = {
  annual: [1, '未休年假（3 倍）', 'Unused annual leave (x3)'],
  lieu: [2, '到期调休（2 倍）', 'Expired time off (x2)'],
} as const
export const unusedReasons = { ended: [1, '到期', 'Ended'], left: [2, '离职', 'Left'] } as const
export const unusedStates = {
  open: [1, '计入薪资', 'To be paid', 'warn'],
  declined: [2, '书面放弃', 'Declined in writing', 'quiet'],
} as const
const keeper = byOperation(operations.edit, ['登记书面放弃', 'Enter what is declined'])

export const leaveUnused = resource('leave_unused', {
  type: 'leaveUnused',
  title: ['未休与到期', 'Unused leave'],
  access: { scope: ofPeople },
  fields: {
    employeeId: person({ computed: true }),
    kind: choice('类型', 'Kind', unusedKinds, { computed: true, filter: 'select', width: 150 }),
    entitlementId: reference('额度', 'Entitlement', 'leave_entitlement', { computed: true, width: 140 }),
    onDay: date('计入日期', 'Booked on', { computed: true, sort: true, filter: 'range', width: 110 }),
    minutes: integer('分钟', 'Minutes', { computed: true, show: false }),
    days: decimal('天数', 'Days', 2, { computed: true, total: true, width: 80 }),
    why: choice('原因', 'Why', unusedReasons, { computed: true, filter: 'select', width: 80 }),
    state: choice('状态', 'State', unusedStates, { default: 1, filter: 'select', width: 110 }),
    paper: files('放弃声明', 'Declaration', { optional: true, max: 4, computed: true, width: 140 }),
  },
  list: {
    sort: { field: 'onDay', way: 'DESC' },
    search: false,
    shownAs: { card: { title: 'employeeId', subtitle: 'kind', tags: ['state'], due: 'onDay' } },
    tabOf: { hrFile: { by: { employeeId: 'employeeId' } } },
    empty: ['年假、调休到期或离职时没有用完的，在这里计入薪资', 'What was not taken when it ended, or when somebody left, is paid'],
  },
  record: { label: 'onDay' },
  storage: {
    key: ['entitlementId', 'onDay'],
    index: [
      ['orgId', '-onDay'],
      ['employeeId', '-onDay'],
    ],
  },
  life: {
    states: machine('state', {
      editBy: byProgram,
      states: { open: {}, declined: { final: true } },
      steps: {
        decline: {
          title: ['登记书面放弃', 'Declined in writing'],
          from: ['open'],
          to: 'declined',
          may: keeper,
          input: { paper: 'required' },
          confirm: ['本人书面声明不休的才能放弃，请上传声明', 'Only what the person declined in writing: upload it'],
        },
        pay: { title: ['恢复计入', 'Pay again'], from: ['declined'], to: 'open', may: keeper },
      },
    }),
  },
})
