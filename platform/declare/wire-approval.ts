/** Calls of approvals as the browser gets them (1-shell, section 3; docs/decisions/workflow.md). Types alone. */
import type { UploadedFile } from './wire-values.ts'

export type ApprovalNoticeKind = 1 | 2 | 3 | 4 | 5 | 6

/** A step that may follow. */
export interface NextProcess {
  readonly processId: string
  readonly processName: string
  readonly approvers: readonly string[]
}
export interface FormRight {
  readonly field: string
  /** 0 hidden 1 read 2 edit 3 required */
  readonly mode: 0 | 1 | 2 | 3
}

/** POST /workflow/getAuditProcess. Flags are 0 or 1; ids of what is not there are empty. */
export interface AuditProcess {
  readonly confirmProcessList: readonly NextProcess[]
  readonly allowBack: 0 | 1
  readonly allowBackActiveId: string
  readonly allowBackProcessId: string
  readonly allowBackProcessName: string
  readonly allowBackStart: 0 | 1
  readonly backProcessId: string
  readonly backPreActiveId: string
  readonly backStartProcessId: string
  readonly backStartActiveId: string
  readonly preUser: string
  readonly preProcessName: string
  readonly preOpinion: string
  readonly preState: number | null
  readonly forms: readonly FormRight[]
  readonly currentProcessId: string
  readonly currentProcessName: string
  readonly instanceId: string
  /** 1 审批中 2 通过 3 退回 4 撤回 5 终止 */
  readonly state: number
  readonly round: number
  readonly due: string | null
  readonly title: string
  readonly applicant: string
  readonly figures: readonly { readonly title: string; readonly value: string }[]
  /** of the record, to be read before one answers */
  readonly files: readonly UploadedFile[]
  /** what is asked for: from, to */
  readonly changes: readonly { readonly title: string; readonly before: string; readonly after: string }[]
  /** in whose place the caller would answer */
  readonly actingFor: string
  readonly mayWithdraw: 0 | 1
  readonly maySubmit: 0 | 1
  readonly mayUrge: 0 | 1
  readonly mayTransfer: 0 | 1
  readonly mayCountersign: 0 | 1
  /** he asked for it, or has or had a task of it */
  readonly mayComment: 0 | 1
  readonly reason: string
  /** the record: its list, and whether the caller has a page for it */
  readonly listType: string
  readonly recordId: string | null
  /** of the record as it is shown; null: it is not written yet. An answer names it, so that nobody agrees to what he has not seen */
  readonly version: number | null
}

export interface FlowLogRow {
  readonly id: string
  readonly round: number
  readonly processId: string
  readonly processName: string
  readonly person: string
  readonly actingFor: string
  /** 1 待办 2 同意 3 退回 4 转交 5 取消 6 抄送; from 11 on what is no answer: submitted, withdrawn, a word … */
  readonly state: number
  readonly stateName: string
  readonly opinion: string
  readonly files: readonly UploadedFile[]
  readonly startedAt: string
  readonly endedAt: string | null
  readonly dueAt: string | null
  /** what of the record has changed since he answered */
  readonly changed: readonly { readonly title: string; readonly before: string; readonly after: string }[]
}

export interface FlowProcessRow {
  readonly processId: string
  readonly processName: string
  /** 0 未到 1 进行中 2 完成 3 跳过 */
  readonly state: 0 | 1 | 2 | 3
  readonly approvers: readonly string[]
}

/** POST /workflow/openLink: the approval that a link of a mail leads to. */
export interface LinkedApproval {
  readonly formCode: string
  readonly keyValue: string
  /** 0: it was answered meanwhile */
  readonly isOpen: 0 | 1
}

/** GET /approval/allList. */
export interface ApprovalCard {
  readonly id: string
  readonly instanceId: string
  readonly formCode: string
  readonly formName: string
  readonly keyValue: string
  readonly title: string
  readonly figures: readonly { readonly title: string; readonly value: string }[]
  readonly applicant: string
  readonly processId: string
  readonly step: string
  readonly round: number
  readonly state: number
  readonly actingFor: string
  readonly arrivedAt: string
  readonly dueAt: string | null
  readonly endedAt: string | null
  /** nothing is left to choose or to fill in: it can be agreed to from the card */
  readonly isPlain: 0 | 1
}

/** GET /approvalNotice/list. */
export interface ApprovalNoticeRow {
  readonly id: string
  readonly kind: ApprovalNoticeKind
  readonly title: string
  readonly detail: string | null
  readonly formCode: string
  readonly keyValue: string
  readonly isRead: 0 | 1
  readonly createdAt: string
}

/** POST /workflowSetting/check. */
export interface FlowFault {
  readonly node?: string
  readonly edge?: number
  /** error: it is not published so; warning: it may be */
  readonly level: 'error' | 'warning'
  readonly message: string
}

/** POST /workflowSetting/simulate: who would be asked, in order. */
export interface SimulatedStep {
  readonly processId: string
  readonly processName: string
  /** steps of one number are asked at the same time */
  readonly order: number
  readonly approvers: readonly { readonly id: string; readonly name: string; readonly standIns: readonly string[] }[]
  /** passes by itself, as the same person has just agreed */
  readonly isAuto: 0 | 1
  readonly arrivesAt: string
  readonly dueAt: string | null
  readonly why: readonly string[]
}
export interface Simulation {
  readonly isNeeded: 0 | 1
  readonly title: string
  readonly steps: readonly SimulatedStep[]
  readonly skipped: readonly string[]
  /** edges of the definition that the record takes, by their places in it */
  readonly way: readonly number[]
  readonly fault: string | null
}

/** POST /workflowSetting/forms: what can be approved, with the fields that conditions and steps may name. */
export interface FlowForm {
  readonly formCode: string
  readonly name: string
  readonly matters: readonly { readonly code: string; readonly name: string }[]
  readonly fields: readonly {
    readonly field: string
    readonly title: string
    readonly kind: string
    readonly to: string | null
    readonly isOpen: 0 | 1
    readonly choices: readonly { readonly value: number; readonly label: string }[]
  }[]
}
