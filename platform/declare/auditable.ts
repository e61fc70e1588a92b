/**
 * The way of a publishable record that somebody else audits before readers see it: a help article. What was audited stays readable while
 * its revision is written and audited. Codes of the specification; what readers see follows as for every publishable record.
 */
import { text } from './fields.ts'
import { operations } from './operations.ts'
import { byAll, byAny, byField, byOperation, byProgram, machine, notBy, type Guard, type Machine, type Step } from './states.ts'

export const auditStates = {
  draft: [0, '草稿', 'Draft', 'quiet'],
  audited: [1, '已审核', 'Audited', 'good'],
  archived: [2, '已存档', 'Archived', 'quiet'],
  waiting: [3, '待审核', 'To be audited', 'info'],
  cancelled: [4, '已取消审核', 'Audit cancelled', 'warn'],
} as const

/** Two people are needed: whoever writes without being an employee could not be told from whoever audits. */
const isEmployee: Guard = {
  test: ({ employeeId }) => employeeId !== null,
  reason: ['当前账号没有对应的员工，不能审核', 'This account is no employee: it can not audit'],
}
const isSeen: Guard = { where: 'published_version is not null', reason: ['读者还看不到这条内容', 'Readers do not see it yet'] }
const isChanged: Guard = {
  where: 'published_version is distinct from version',
  reason: ['没有未审核的修改', 'There are no changes to audit'],
}

/** `writers`: field of the employees who wrote the revision; `ready`: what must hold before it is asked for; `shows`: set by an audit. */
export function auditMachine(writers: string, ready: readonly Guard[], shows: Pick<Step, 'set'>): Machine {
  const auditor = byOperation(operations.audit)
  return machine('state', {
    states: {
      draft: {
        edit: 'all',
        remove: { where: 'published_at is null', reason: ['审核过的内容不能删除，请存档', 'It was audited: archive it'] },
      },
      audited: { edit: 'all', final: true },
      archived: { final: true },
      waiting: {},
      cancelled: { edit: 'all', final: true },
    },
    steps: {
      submit: {
        title: ['提交审核', 'Submit'],
        from: ['draft', 'audited', 'cancelled'],
        to: 'waiting',
        may: byOperation(operations.edit),
        guards: [...ready, isChanged],
        tone: 'primary',
      },
      audit: {
        title: ['审核通过', 'Audit'],
        from: ['waiting'],
        to: 'audited',
        may: byAll(auditor, notBy(byField(writers))),
        guards: [...ready, isEmployee],
        ...shows,
        tell: [writers],
        tone: 'primary',
      },
      comes: { title: ['随产品提供', 'Comes with the product'], from: ['draft'], to: 'audited', may: byProgram, ...shows },
      sendBack: {
        title: ['退回修改', 'Send back'],
        from: ['waiting'],
        to: 'draft',
        may: byAny(auditor, byField(writers)),
        input: { reason: text('原因', 'Reason', { max: 200, optional: true }) },
        note: 'reason',
        tell: [writers],
      },
      cancelAudit: {
        title: ['取消审核', 'Cancel the audit'],
        from: ['audited', 'draft', 'waiting'],
        to: 'cancelled',
        may: auditor,
        guards: [isSeen],
        set: { publishedVersion: null },
        confirm: ['取消审核后读者将看不到选中的 {n} 条，确定吗？', 'Readers will no longer see the {n} records. Cancel the audit?'],
        tone: 'danger',
      },
      archive: { title: ['存档', 'Archive'], from: ['audited', 'cancelled'], to: 'archived', may: auditor },
      redraft: { title: ['重新起草', 'Draft anew'], from: ['archived', 'cancelled'], to: 'draft', may: byOperation(operations.edit) },
    },
  })
}
